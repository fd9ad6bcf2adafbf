"""Finds the browsers of this computer, by the table ``browsers.toml`` of browsers and systems."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

from install.computer import LINUX, MACOS, WINDOWS, Computer
from install.console import USAGE, SetupError
from jingdu.i18n import gettext as _

CHROMIUM: Final = "chromium"
FIREFOX: Final = "firefox"
_MANIFESTS: Final = frozenset({"NativeMessagingHosts", "native-messaging-hosts"})
FLATPAKS: Final = ("/var/lib/flatpak/app",)


@dataclass(frozen=True)
class Place:
    """One browser on one system; paths are patterns for `Computer.place`."""

    traces: Sequence[str] = ()
    """Folders that exist if the browser was used."""
    programs: Sequence[str] = ()
    """The browser's executables; the first that is found counts."""
    manifests: Sequence[str] = ()
    """Folders in which the browser looks for the user's host manifests."""
    shared: Sequence[str] = ()
    """Folders in which the browser looks for host manifests of all users."""
    registry: str = ""
    """Registry key under which the browser looks for host manifests on Windows."""


@dataclass(frozen=True)
class Browser:
    """A row of ``browsers.toml``."""

    name: str
    family: str
    places: dict[str, Place]
    address: str
    """The page for loading an extension by hand."""
    snap: str = ""
    flatpak: str = ""
    """The browser's names as a Snap and as a Flatpak, if these exist."""

    def loading_steps(self, folder: Path) -> tuple[str, str]:
        """How to load the extension in ``folder`` by hand."""
        if self.family == CHROMIUM:
            begin = _("Open {address} and switch on “Developer mode”.", address=self.address)
            return begin, _("Press “Load unpacked” and choose {folder}", folder=folder)
        message = "Press “Load Temporary Add-on…” and choose {path} (it stays until {browser} closes)"
        chosen = _(message, path=folder / "manifest.json", browser=self.name)
        return _("Open {address}", address=self.address), chosen


def _table() -> Iterator[Browser]:
    for row in tomllib.loads(Path(__file__).with_name("browsers.toml").read_text("utf-8"))["browser"]:
        places = {system: Place(**row.pop(system)) for system in (LINUX, MACOS, WINDOWS)}
        yield Browser(**row, places=places)


BROWSERS: Final = tuple(_table())


@dataclass(frozen=True)
class Found:
    """A browser that is installed, or that the user named."""

    browser: Browser
    place: Place
    program: Path | None

    def manifests(self, computer: Computer) -> list[Path]:
        """The folders for the browser's host manifests, of the user or of all users."""
        return [computer.place(pattern) for pattern in (self.place.shared if computer.shared else self.place.manifests)]


def find(computer: Computer, named: Sequence[str] = ()) -> list[Found]:
    """The browsers on this computer, in the order of the table.

    All ``named`` ones are returned, installed or not; raises `SetupError` for an unknown name. A browser is skipped if
    its program is a later browser's, or a script that starts it (Debian's ``firefox`` starts ``firefox-esr``).
    """
    found = []
    for browser in _named(named) or BROWSERS:
        place = browser.places[computer.system]
        program = next(filter(None, map(computer.program, place.programs)), None)
        found.append(Found(browser, place, program))
    if named:
        return found
    here = [item for item in found if item.program or _has_traces(computer, item.place)]
    later = [{other.program for other in here[at:] if other.program} for at in range(1, len(here) + 1)]
    return [item for item, others in zip(here, later, strict=True) if not _is_one_of(item.program, others)]


def _is_one_of(program: Path | None, others: set[Path]) -> bool:
    """Whether a program, or what it starts if it is a script, is one of the others."""
    if program is None:
        return False
    started = {Path(name).name for name in re.findall(r"^\s*exec (\S+)", _script(program), re.MULTILINE)}
    return any(other.resolve() == program.resolve() or other.name in started for other in others)


def _named(names: Sequence[str]) -> list[Browser]:
    """The browsers with these names; raises `SetupError` for an unknown one."""
    known = {_key(browser.name): browser for browser in BROWSERS}
    known |= {"chrome": known["googlechrome"], "edge": known["microsoftedge"]}
    for name in names:
        if _key(name) not in known:
            listed = ", ".join(browser.name for browser in BROWSERS)
            message = "Set-up does not know the browser {name!r}; use one of: {names}."
            raise SetupError(USAGE, _(message, name=name, names=listed))
    return [known[_key(name)] for name in names]


def _key(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


def _has_traces(computer: Computer, place: Place) -> bool:
    """Whether a browser's folder contains more than a host manifest."""
    for folder in map(computer.place, place.traces):
        with suppress(OSError):
            names = {entry.name for entry in folder.iterdir()}
            if not names or names - _MANIFESTS:
                return True
    return False


def sandboxed(computer: Computer, found: list[Found]) -> Iterator[tuple[str, str]]:
    """Message and advice for each sandboxed browser, which generally can't start a host."""
    outside = {item.browser.name for item in found if item.program and not in_snap(item.program)}
    snaps = [Path("/snap/bin"), computer.home / "snap"]
    flatpaks = [*map(Path, FLATPAKS), computer.home / ".local/share/flatpak/app", computer.home / ".var/app"]
    sandboxes = {"Snap": snaps, "Flatpak": flatpaks} if computer.system == LINUX else {}
    for one, kind in product(BROWSERS, sandboxes):
        entry, name = getattr(one, kind.lower()), one.name
        if entry and any((folder / entry).exists() for folder in sandboxes[kind]):
            message = "{browser} is installed as a {kind}, a sandbox that generally cannot start programs outside of it"
            wrong = _(message, browser=name, kind=kind)
            advice = _("Use a {browser} that is not in a sandbox.", browser=name)
            message = (
                "If Jingdu reports that its companion app is missing, "
                "install {browser} from its maker or your distribution."
            )
            yield wrong, advice if name in outside else _(message, browser=name)


def in_snap(program: Path) -> bool:
    """Whether an executable starts a Snap, as the script /usr/bin/firefox of Ubuntu does."""
    return program.is_relative_to("/snap") or program.resolve().name == "snap" or "/snap/bin/" in _script(program)


def _script(program: Path) -> str:
    """The beginning of a script; empty for other programs."""
    with suppress(OSError), program.open("rb") as file:
        start = file.read(4096)
        return start.decode("utf-8", "replace") if start.startswith(b"#!") else ""
    return ""
