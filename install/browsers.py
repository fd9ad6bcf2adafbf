"""The browsers that are on this computer, by the table browser × system in ``browsers.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from install.computer import LINUX, MACOS, WINDOWS, Computer
from install.errors import USAGE, SetupError
from jingdu.i18n import gettext as _

CHROMIUM: Final = "chromium"
FIREFOX: Final = "firefox"
_MANIFESTS: Final = frozenset({"NativeMessagingHosts", "native-messaging-hosts"})
FLATPAKS: Final = ("/var/lib/flatpak/app",)
"""Where Flatpaks for all users are."""


@dataclass(frozen=True)
class Place:
    """One browser on one system; paths are patterns for `Computer.place`."""

    traces: Sequence[str] = ()
    programs: Sequence[str] = ()
    manifests: Sequence[str] = ()
    shared: Sequence[str] = ()
    registry: str = ""


@dataclass(frozen=True)
class Browser:
    """A browser of the table."""

    name: str
    family: str
    places: dict[str, Place]
    address: str
    """The page for loading an extension by hand."""
    snap: str = ""
    flatpak: str = ""

    def loading_steps(self, folder: Path) -> tuple[str, str]:
        """How to load the extension in ``folder`` by hand."""
        if self.family == CHROMIUM:
            return (
                _("Open {address} and switch on “Developer mode”.", address=self.address),
                _("Press “Load unpacked” and choose {folder}", folder=folder),
            )
        return (
            _("Open {address}", address=self.address),
            _(
                "Press “Load Temporary Add-on…” and choose {path} (it stays until {browser} closes)",
                path=folder / "manifest.json",
                browser=self.name,
            ),
        )


def _table() -> Iterator[Browser]:
    rows = tomllib.loads(Path(__file__).with_name("browsers.toml").read_text("utf-8"))["browser"]
    for row in rows:
        places = {system: Place(**row.pop(system)) for system in (LINUX, MACOS, WINDOWS)}
        yield Browser(**row, places=places)


BROWSERS: Final = tuple(_table())


@dataclass(frozen=True)
class Found:
    """A browser that is on this computer, or that the user named."""

    browser: Browser
    place: Place
    program: Path | None
    """Its executable, when it was found."""

    def manifests(self, computer: Computer) -> list[Path]:
        """The folders in which it looks for host manifests."""
        return [computer.place(pattern) for pattern in (self.place.shared if computer.shared else self.place.manifests)]


def find(computer: Computer, named: Sequence[str] = ()) -> list[Found]:
    """The browsers on this computer, in the order of the table.

    Of ``named`` ones all are taken, here or not; raises `SetupError` where a name is in no row.
    """
    chosen = _named(named)
    seen = [(browser, browser.places[computer.system]) for browser in chosen or BROWSERS]
    found = [Found(browser, place, _program(computer, place)) for browser, place in seen]
    if chosen:
        return found
    here = [item for item in found if item.program or _has_traces(computer, item.place)]
    return [item for number, item in enumerate(here) if not _is_again(item, here[number + 1 :])]


def _is_again(item: Found, later: Sequence[Found]) -> bool:
    """Whether a row with a closer name starts the same program: Debian's ``firefox`` is its ``firefox-esr``."""
    program = item.program and item.program.resolve()
    return program is not None and any(other.program and other.program.resolve() == program for other in later)


def _named(names: Sequence[str]) -> list[Browser]:
    known = {_key(browser.name): browser for browser in BROWSERS}
    known |= {"chrome": known["googlechrome"], "edge": known["microsoftedge"]}
    unknown = [name for name in names if _key(name) not in known]
    if unknown:
        listed = ", ".join(browser.name for browser in BROWSERS)
        message = _("Set-up does not know the browser {name!r}; use one of: {names}.", name=unknown[0], names=listed)
        raise SetupError(USAGE, message)
    return [known[_key(name)] for name in names]


def _key(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())


def _program(computer: Computer, place: Place) -> Path | None:
    return next(filter(None, map(computer.program, place.programs)), None)


def _has_traces(computer: Computer, place: Place) -> bool:
    """Whether a folder of the browser's has more in it than a host manifest that somebody left there."""
    for folder in map(computer.place, place.traces):
        with suppress(OSError):
            names = {entry.name for entry in folder.iterdir()}
            if not names or names - _MANIFESTS:
                return True
    return False


def sandboxed(computer: Computer, found: list[Found]) -> list[tuple[str, str]]:
    """Message and advice for each browser in a sandbox, which generally can't start a host outside of it."""
    if computer.system != LINUX:
        return []
    outside = {item.browser.name for item in found if item.program and not in_snap(item.program)}
    snaps = (Path("/snap/bin"), computer.home / "snap")
    flatpaks = (*map(Path, FLATPAKS), computer.home / ".local/share/flatpak/app", computer.home / ".var/app")
    here = [(one.name, "Snap") for one in BROWSERS if one.snap and _is_in(snaps, one.snap)]
    here += [(one.name, "Flatpak") for one in BROWSERS if one.flatpak and _is_in(flatpaks, one.flatpak)]
    return [(_in_sandbox(name, kind), _advice(name, name in outside)) for name, kind in here]


def in_snap(program: Path) -> bool:
    """Whether this executable starts a Snap; Ubuntu's /usr/bin/firefox is a script that does."""
    if program.is_relative_to("/snap") or program.resolve().name == "snap":
        return True
    try:
        with program.open("rb") as file:
            start = file.read(4096)
    except OSError:
        return False
    return start.startswith(b"#!") and b"/snap/bin/" in start


def _is_in(folders: Sequence[Path], name: str) -> bool:
    return any((folder / name).exists() for folder in folders)


def _in_sandbox(name: str, kind: str) -> str:
    message = "{browser} is installed as a {kind}, a sandbox that generally cannot start programs outside of it"
    return _(message, browser=name, kind=kind)


def _advice(name: str, also_outside: bool) -> str:
    if also_outside:
        return _("Use the {browser} outside of it.", browser=name)
    message = (
        "If Jingdu reports that its companion app is missing, install {browser} from its maker or your distribution."
    )
    return _(message, browser=name)
