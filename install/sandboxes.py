"""Browsers in a sandbox (Snap, Flatpak), which generally can't start a host outside of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from install.browsers import Found
from install.computer import LINUX, Computer
from jingdu.i18n import gettext as _

SNAPS: Final = {"Chromium": "chromium", "Firefox": "firefox", "Brave": "brave", "Vivaldi": "vivaldi"}
FLATPAKS: Final = {
    "Chromium": "org.chromium.Chromium",
    "Google Chrome": "com.google.Chrome",
    "Microsoft Edge": "com.microsoft.Edge",
    "Brave": "com.brave.Browser",
    "Vivaldi": "com.vivaldi.Vivaldi",
    "Firefox": "org.mozilla.firefox",
    "LibreWolf": "io.gitlab.librewolf-community",
}

_ROOTS: Final = ("/var/lib/flatpak/app",)
"""Where Flatpaks for all users lie."""


def warnings(computer: Computer, found: list[Found]) -> list[str]:
    """A sentence for each browser that is here in a sandbox."""
    if computer.system != LINUX:
        return []
    outside = {item.browser.name for item in found if item.program and not in_snap(item.program)}
    sandboxed = [(name, "Snap") for name in SNAPS if _has_snap(computer, SNAPS[name])]
    sandboxed += [(name, "Flatpak") for name in FLATPAKS if _has_flatpak(computer, FLATPAKS[name])]
    return [_sentence(name, kind, name in outside) for name, kind in sandboxed]


def in_snap(program: Path) -> bool:
    """Does this executable start a Snap? Ubuntu's /usr/bin/firefox is a script that does."""
    if program.is_relative_to("/snap") or program.resolve().name == "snap":
        return True
    try:
        with program.open("rb") as file:
            start = file.read(4096)
    except OSError:
        return False
    return start.startswith(b"#!") and b"/snap/bin/" in start


def _has_snap(computer: Computer, name: str) -> bool:
    return Path("/snap/bin", name).exists() or (computer.home / "snap" / name).is_dir()


def _has_flatpak(computer: Computer, name: str) -> bool:
    home = computer.home
    roots = (*map(Path, _ROOTS), home / ".local/share/flatpak/app", home / ".var/app")
    return any((root / name).is_dir() for root in roots)


def _sentence(name: str, kind: str, also_outside: bool) -> str:
    sentence = _(
        "{browser} is here as a {kind}, a sandbox that generally cannot start programs outside of it",
        browser=name,
        kind=kind,
    )
    if also_outside:
        advice = _("use the {browser} outside of it.", browser=name)
    else:
        advice = _(
            "if Jingdu says that its host is missing, install {browser} from its maker or your distribution.",
            browser=name,
        )
    return f"{sentence}: {advice}"
