"""Which browsers of the table are on this computer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from install.computer import Computer
from install.table import BROWSERS, Browser, Place
from install.trouble import USAGE, Trouble
from jingdu.i18n import gettext as _

_OURS: Final = frozenset({"NativeMessagingHosts", "native-messaging-hosts"})


@dataclass(frozen=True)
class Found:
    """A browser that is on this computer, or that the user named."""

    browser: Browser
    place: Place
    program: Path | None
    """Its executable, when it was found."""

    def manifests(self, computer: Computer) -> list[Path]:
        """The folders in which it looks for host manifests."""
        patterns = self.place.shared if computer.shared else self.place.manifests
        return [computer.place(pattern) for pattern in patterns]


def find(computer: Computer, named: Sequence[str] = ()) -> list[Found]:
    """The browsers on this computer, in the order of the table.

    Of ``named`` ones all are taken, here or not; raises Trouble where a name is in no row.
    """
    chosen = _named(named)
    seen = [(browser, browser.places[computer.system]) for browser in chosen or BROWSERS]
    found = [Found(browser, place, _program(computer, place)) for browser, place in seen]
    if chosen:
        return found
    here = [item for item in found if item.program or _has_traces(computer, item.place)]
    return [item for place, item in enumerate(here) if not _is_again(item, here[place + 1 :])]


def _is_again(item: Found, later: Sequence[Found]) -> bool:
    """Does a row with a closer name start the same program? Debian's ``firefox`` is its ``firefox-esr``."""
    return item.program is not None and any(
        other.program is not None and other.program.resolve() == item.program.resolve() for other in later
    )


def _named(names: Sequence[str]) -> list[Browser]:
    known = {_key(browser.name): browser for browser in BROWSERS}
    known |= {"chrome": known["googlechrome"], "edge": known["microsoftedge"]}
    unknown = [name for name in names if _key(name) not in known]
    if unknown:
        listed = ", ".join(browser.name for browser in BROWSERS)
        sentence = _("Set-up knows no browser {name!r}; use one of: {names}.", name=unknown[0], names=listed)
        raise Trouble(USAGE, sentence)
    return [known[_key(name)] for name in names]


def _key(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())


def _program(computer: Computer, place: Place) -> Path | None:
    return next(filter(None, map(computer.program, place.programs)), None)


def _has_traces(computer: Computer, place: Place) -> bool:
    return any(_is_trace(computer.place(pattern)) for pattern in place.traces)


def _is_trace(folder: Path) -> bool:
    """Does the folder stand for a browser, rather than for a host manifest somebody left there?"""
    try:
        names = {entry.name for entry in folder.iterdir()}
    except OSError:
        return False
    return not names or bool(names - _OURS)
