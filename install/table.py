"""The table browser × system: where each leaves traces, and where it looks for host manifests.

Sources: Chrome's "Native messaging" page, Chromium's chrome_paths.cc, MDN's "Native manifests",
Brave's and Vivaldi's forum answers, Zen's issue tracker; Chromium and Firefox on Linux were tried.
Firefox keeps looking in ~/.mozilla although newer profiles are under ~/.config/mozilla. Zen looks
where Firefox does, whatever its own folder is called; it gets a manifest in both. Opera on Linux
reads Chrome's folders beside its own. On Windows Brave, Vivaldi and Opera read Chrome's registry
key, LibreWolf and Zen Mozilla's. The whole table, filled in, is tests/install/places.txt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from install.computer import LINUX, MACOS, WINDOWS

CHROMIUM: Final = "chromium"
FIREFOX: Final = "firefox"


@dataclass(frozen=True)
class Place:
    """One browser on one system; paths are patterns for `Computer.place`."""

    traces: tuple[str, ...]
    """Folders that are there once the browser has been used."""
    programs: tuple[str, ...]
    """Names or places of its executable."""
    manifests: tuple[str, ...] = ()
    """The folders of this user's host manifests; none where the registry has them."""
    shared: tuple[str, ...] = ()
    """The folders of host manifests for all users."""
    registry: str = ""
    """The key under HKEY_CURRENT_USER, or HKEY_LOCAL_MACHINE for all users, on Windows."""


@dataclass(frozen=True)
class Browser:
    """A browser we know."""

    name: str
    family: str
    places: dict[str, Place]
    address: str
    """The page for loading an extension by hand."""


_ROOTS: Final = ("{programs}", "{programs86}", "{local}")
"""Where programs are installed on Windows: for all users, for all in 32 bits, for this user."""
_CHROME_KEY: Final = r"Google\Chrome"
_HOSTS: Final = "NativeMessagingHosts"
_DEBUGGING: Final = "about:debugging#/runtime/this-firefox"


def _linux(folder: str, programs: tuple[str, ...], shared: tuple[str, ...], also: tuple[str, ...] = ()) -> Place:
    folders = tuple(f"{{config}}/{name}/{_HOSTS}" for name in (folder, *also))
    return Place((f"{{config}}/{folder}",), programs, folders, tuple(f"{{root}}/etc/{name}" for name in shared))


def _macos(folder: str, application: str, shared: str) -> Place:
    trace = f"{{support}}/{folder}"
    program = f"{{applications}}/{application}.app/Contents/MacOS/{application}"
    return Place((trace,), (program,), (f"{trace}/{_HOSTS}",), (f"{{root}}/Library/{shared}/{_HOSTS}",))


def _windows(folder: str, program: str, key: str) -> Place:
    programs = tuple(f"{root}/{folder}/{program}" for root in _ROOTS)
    return Place((f"{{local}}/{folder}",), programs, registry=rf"Software\{key}\{_HOSTS}")


def _chromium(name: str, linux: Place, macos: Place, windows: Place, scheme: str = "chrome") -> Browser:
    return Browser(name, CHROMIUM, {LINUX: linux, MACOS: macos, WINDOWS: windows}, f"{scheme}://extensions")


_MOZILLA: Final = ("{root}/usr/lib/mozilla/native-messaging-hosts",)
_MOZILLA_MAC: Final = (f"{{root}}/Library/Application Support/Mozilla/{_HOSTS}",)


def _gecko(
    name: str, linux: Place, traces: tuple[str, ...], application: str, hosts: tuple[str, ...], windows: Place
) -> Browser:
    """A relative of Firefox; its application's program on macOS has the name in small letters."""
    program = f"{{applications}}/{application}.app/Contents/MacOS/{name.split(maxsplit=1)[0].lower()}"
    folders = tuple(f"{{support}}/{folder}/{_HOSTS}" for folder in hosts)
    macos = Place(tuple(f"{{support}}/{trace}" for trace in traces), (program,), folders, _MOZILLA_MAC)
    return Browser(name, FIREFOX, {LINUX: linux, MACOS: macos, WINDOWS: windows}, _DEBUGGING)


def _gecko_windows(traces: tuple[str, ...], folder: str, program: str) -> Place:
    programs = tuple(f"{root}/{folder}/{program}" for root in _ROOTS)
    return Place(tuple(f"{{roaming}}/{trace}" for trace in traces), programs, registry=rf"Software\Mozilla\{_HOSTS}")


def _firefox(name: str, programs: tuple[str, ...], application: str, folder: str, traced: bool = False) -> Browser:
    """A channel of Firefox: all read the same folders, and their profiles don't tell which they are."""
    linux = Place(
        ("{home}/.mozilla/firefox", "{config}/mozilla") if traced else (),
        programs,
        ("{home}/.mozilla/native-messaging-hosts",),
        _MOZILLA,
    )
    windows = _gecko_windows(("Mozilla/Firefox",) if traced else (), folder, "firefox.exe")
    return _gecko(name, linux, ("Firefox", "Mozilla") if traced else (), application, ("Mozilla",), windows)


BROWSERS: Final = (
    _chromium(
        "Chromium",
        _linux("chromium", ("chromium", "chromium-browser"), ("chromium/native-messaging-hosts",)),
        _macos("Chromium", "Chromium", "Application Support/Chromium"),
        _windows("Chromium", "Application/chrome.exe", "Chromium"),
    ),
    _chromium(
        "Google Chrome",
        _linux("google-chrome", ("google-chrome", "google-chrome-stable"), ("opt/chrome/native-messaging-hosts",)),
        _macos("Google/Chrome", "Google Chrome", "Google/Chrome"),
        _windows("Google/Chrome", "Application/chrome.exe", _CHROME_KEY),
    ),
    _chromium(
        "Microsoft Edge",
        _linux("microsoft-edge", ("microsoft-edge", "microsoft-edge-stable"), ("opt/edge/native-messaging-hosts",)),
        _macos("Microsoft Edge", "Microsoft Edge", "Microsoft/Edge"),
        _windows("Microsoft/Edge", "Application/msedge.exe", r"Microsoft\Edge"),
        "edge",
    ),
    _chromium(
        "Brave",
        _linux(
            "BraveSoftware/Brave-Browser",
            ("brave-browser", "brave"),
            ("opt/chrome/native-messaging-hosts", "chromium/native-messaging-hosts"),
        ),
        _macos("BraveSoftware/Brave-Browser", "Brave Browser", "Google/Chrome"),
        _windows("BraveSoftware/Brave-Browser", "Application/brave.exe", _CHROME_KEY),
        "brave",
    ),
    _chromium(
        "Vivaldi",
        _linux("vivaldi", ("vivaldi", "vivaldi-stable"), ("opt/vivaldi/native-messaging-hosts",)),
        _macos("Vivaldi", "Vivaldi", "Application Support/Vivaldi"),
        _windows("Vivaldi", "Application/vivaldi.exe", _CHROME_KEY),
        "vivaldi",
    ),
    _chromium(
        "Opera",
        _linux(
            "opera",
            ("opera", "opera-stable"),
            ("opera/native-messaging-hosts", "opt/chrome/native-messaging-hosts"),
            ("google-chrome",),
        ),
        _macos("com.operasoftware.Opera", "Opera", "Google/Chrome"),
        Place(
            ("{roaming}/Opera Software/Opera Stable",),
            ("{local}/Programs/Opera/opera.exe", "{programs}/Opera/opera.exe"),
            registry=rf"Software\{_CHROME_KEY}\{_HOSTS}",
        ),
        "opera",
    ),
    _firefox("Firefox", ("firefox", "firefox-nightly"), "Firefox", "Mozilla Firefox", traced=True),
    _firefox("Firefox ESR", ("firefox-esr",), "Firefox ESR", "Mozilla Firefox ESR"),
    _firefox(
        "Firefox Developer Edition",
        ("firefox-developer-edition", "firefox-devedition"),
        "Firefox Developer Edition",
        "Firefox Developer Edition",
    ),
    _gecko(
        "LibreWolf",
        Place(
            ("{home}/.librewolf", "{config}/librewolf"),
            ("librewolf",),
            ("{home}/.librewolf/native-messaging-hosts",),
            ("{root}/usr/lib/librewolf/native-messaging-hosts",),
        ),
        ("LibreWolf",),
        "LibreWolf",
        ("LibreWolf",),
        _gecko_windows(("librewolf",), "LibreWolf", "librewolf.exe"),
    ),
    _gecko(
        "Zen",
        Place(
            ("{home}/.zen", "{config}/zen"),
            ("zen", "zen-browser"),
            ("{home}/.mozilla/native-messaging-hosts", "{home}/.zen/native-messaging-hosts"),
            _MOZILLA,
        ),
        ("zen",),
        "Zen",
        ("Mozilla", "zen"),
        _gecko_windows(("zen",), "Zen Browser", "zen.exe"),
    ),
)
