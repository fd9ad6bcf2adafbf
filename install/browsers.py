"""The table browser × system: where each leaves traces, and where it looks for host manifests.

Sources: Chrome's "Native messaging" page, Chromium's chrome_paths.cc, MDN's "Native manifests",
Brave's and Vivaldi's forum answers; Chromium and Firefox on Linux were tried. Firefox keeps
looking in ~/.mozilla although newer profiles are under ~/.config/mozilla. Brave and Vivaldi
read Chrome's registry key on Windows, LibreWolf Mozilla's.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from install.computer import LINUX, MACOS, WINDOWS, Computer

CHROMIUM: Final = "chromium"
FIREFOX: Final = "firefox"


@dataclass(frozen=True)
class Place:
    """One browser on one system; paths are patterns for `Computer.place`."""

    traces: tuple[str, ...]
    """Folders that are there once the browser has been used."""
    programs: tuple[str, ...]
    """Names or places of its executable."""
    manifests: str = ""
    """The folder of its host manifests; empty where the registry has them."""
    registry: str = ""
    """The key under HKEY_CURRENT_USER, on Windows."""


@dataclass(frozen=True)
class Browser:
    """A browser we know."""

    name: str
    family: str
    places: dict[str, Place]
    address: str
    """The page for loading an extension by hand."""


def _chromium(name: str, linux: Place, macos: Place, windows: Place, scheme: str = "chrome") -> Browser:
    places = {LINUX: linux, MACOS: macos, WINDOWS: windows}
    return Browser(name, CHROMIUM, places, f"{scheme}://extensions")


_ROOTS: Final = ("{programs}", "{programs86}", "{local}")
"""Where programs are installed on Windows: for all users, for all in 32 bits, for this user."""
CHROME_KEY: Final = r"Google\Chrome"


def _linux(folder: str, *programs: str) -> Place:
    return Place((f"{{config}}/{folder}",), programs, f"{{config}}/{folder}/NativeMessagingHosts")


def _macos(folder: str, application: str) -> Place:
    trace = f"{{support}}/{folder}"
    program = f"{{applications}}/{application}.app/Contents/MacOS/{application}"
    return Place((trace,), (program,), f"{trace}/NativeMessagingHosts")


def _windows(folder: str, program: str, key: str) -> Place:
    programs = tuple(f"{root}/{folder}/{program}" for root in _ROOTS)
    return Place((f"{{local}}/{folder}",), programs, registry=rf"Software\{key}\NativeMessagingHosts")


BROWSERS: Final = (
    _chromium(
        "Chromium",
        _linux("chromium", "chromium", "chromium-browser"),
        _macos("Chromium", "Chromium"),
        _windows("Chromium", "Application/chrome.exe", "Chromium"),
    ),
    _chromium(
        "Google Chrome",
        _linux("google-chrome", "google-chrome", "google-chrome-stable"),
        _macos("Google/Chrome", "Google Chrome"),
        _windows("Google/Chrome", "Application/chrome.exe", CHROME_KEY),
    ),
    _chromium(
        "Microsoft Edge",
        _linux("microsoft-edge", "microsoft-edge", "microsoft-edge-stable"),
        _macos("Microsoft Edge", "Microsoft Edge"),
        _windows("Microsoft/Edge", "Application/msedge.exe", r"Microsoft\Edge"),
        "edge",
    ),
    _chromium(
        "Brave",
        _linux("BraveSoftware/Brave-Browser", "brave-browser", "brave"),
        _macos("BraveSoftware/Brave-Browser", "Brave Browser"),
        _windows("BraveSoftware/Brave-Browser", "Application/brave.exe", CHROME_KEY),
        "brave",
    ),
    _chromium(
        "Vivaldi",
        _linux("vivaldi", "vivaldi", "vivaldi-stable"),
        _macos("Vivaldi", "Vivaldi"),
        _windows("Vivaldi", "Application/vivaldi.exe", CHROME_KEY),
        "vivaldi",
    ),
    Browser(
        "Firefox",
        FIREFOX,
        {
            LINUX: Place(
                ("{home}/.mozilla/firefox", "{config}/mozilla"),
                ("firefox", "firefox-esr", "firefox-developer-edition", "firefox-nightly"),
                "{home}/.mozilla/native-messaging-hosts",
            ),
            MACOS: Place(
                ("{support}/Firefox", "{support}/Mozilla"),
                ("{applications}/Firefox.app/Contents/MacOS/firefox",),
                "{support}/Mozilla/NativeMessagingHosts",
            ),
            WINDOWS: Place(
                ("{roaming}/Mozilla/Firefox",),
                tuple(f"{root}/Mozilla Firefox/firefox.exe" for root in _ROOTS),
                registry=r"Software\Mozilla\NativeMessagingHosts",
            ),
        },
        "about:debugging#/runtime/this-firefox",
    ),
    Browser(
        "LibreWolf",
        FIREFOX,
        {
            LINUX: Place(
                ("{home}/.librewolf", "{config}/librewolf"),
                ("librewolf",),
                "{home}/.librewolf/native-messaging-hosts",
            ),
            MACOS: Place(
                ("{support}/LibreWolf",),
                ("{applications}/LibreWolf.app/Contents/MacOS/librewolf",),
                "{support}/LibreWolf/NativeMessagingHosts",
            ),
            WINDOWS: Place(
                ("{roaming}/librewolf",),
                ("{programs}/LibreWolf/librewolf.exe",),
                registry=r"Software\Mozilla\NativeMessagingHosts",
            ),
        },
        "about:debugging#/runtime/this-firefox",
    ),
)

_OURS: Final = frozenset({"NativeMessagingHosts", "native-messaging-hosts"})


@dataclass(frozen=True)
class Found:
    """A browser that is on this computer."""

    browser: Browser
    place: Place
    program: Path | None
    """Its executable, when it was found."""


def find(computer: Computer) -> list[Found]:
    """The browsers on this computer, in the order of the table."""
    seen = [(browser, browser.places[computer.system]) for browser in BROWSERS]
    found = [Found(browser, place, _program(computer, place)) for browser, place in seen]
    return [item for item in found if item.program or _has_traces(computer, item.place)]


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
