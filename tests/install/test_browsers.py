"""The paths of every browser on every system, and how browsers are found."""

from itertools import product
from pathlib import Path

import pytest

from install.browsers import BROWSERS, Found, find, in_snap, sandboxed
from install.computer import LINUX, MACOS, WINDOWS, Computer
from install.console import SetupError
from tests.install.conftest import Make

CONFIG = "home/.config"
SUPPORT = "home/Library/Application Support"
KEY = "NativeMessagingHosts"
PLACES = Path(__file__).with_name("places.txt")
"""The complete table: system, user or all users, browser, and its folder for host manifests."""


def rows(folder: Path) -> list[str]:
    """The rows for simulated computers in ``folder``, with paths relative to it."""
    found_rows = []
    for system, shared, browser in product((LINUX, MACOS, WINDOWS), (False, True), BROWSERS):
        place = browser.places[system]
        computer = Computer(system, folder / "home", {}, shared, folder)
        where = [path.relative_to(folder).as_posix() for path in Found(browser, place, None).manifests(computer)]
        hive = "HKEY_LOCAL_MACHINE" if shared else "HKEY_CURRENT_USER"
        where += [f"{hive}\\{place.registry}"] if place.registry else []
        found_rows.append(f"{system} | {'all users' if shared else 'user'} | {browser.name} | {' ; '.join(where)}")
    return found_rows


def test_manifest_folders_of_every_browser_and_system(tmp_path: Path) -> None:
    assert rows(tmp_path) == PLACES.read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", ["zen", "google-chrome"])
def test_a_named_browser_is_registered_even_if_not_installed(computer: Make, name: str) -> None:
    (found,) = find(computer(LINUX), [name])
    assert found.browser.name.lower().replace(" ", "-").endswith(name.lower())


def test_unknown_browsers_are_rejected_with_a_list_of_known_ones(computer: Make) -> None:
    with pytest.raises(SetupError, match=r"does not know the browser 'Netscape'.*Chromium, Google Chrome"):
        find(computer(LINUX), ["Netscape"])


@pytest.mark.parametrize("is_link", [True, False], ids=["link", "script"])
def test_a_program_with_two_names_is_one_browser(computer: Make, tmp_path: Path, is_link: bool) -> None:
    _script(tmp_path / "bin/firefox-esr", "#!/bin/sh\n").chmod(0o755)
    if is_link:
        (tmp_path / "bin/firefox").symlink_to("firefox-esr")
    else:  # as in Debian 12 and 13
        _script(tmp_path / "bin/firefox", '#!/bin/sh\n\nexec firefox-esr "$@"\n').chmod(0o755)
    assert [found.browser.name for found in find(computer(LINUX))] == ["Firefox ESR"]


@pytest.mark.parametrize(
    ("system", "folder", "name"),
    [
        (LINUX, f"{CONFIG}/google-chrome", "Google Chrome"),
        (LINUX, "home/.mozilla/firefox", "Firefox"),
        (LINUX, f"{CONFIG}/mozilla/firefox", "Firefox"),
        (MACOS, f"{SUPPORT}/Google/Chrome", "Google Chrome"),
        (MACOS, f"{SUPPORT}/Firefox", "Firefox"),
        (WINDOWS, "home/AppData/Local/Google/Chrome", "Google Chrome"),
        (WINDOWS, "home/AppData/Roaming/Mozilla/Firefox", "Firefox"),
    ],
)
def test_browsers_are_found_by_their_profile_folders(
    computer: Make, tmp_path: Path, system: str, folder: str, name: str
) -> None:
    (tmp_path / folder).mkdir(parents=True)
    assert [found.browser.name for found in find(computer(system))] == [name]


def test_a_folder_with_only_host_manifests_is_not_a_browser(computer: Make, tmp_path: Path) -> None:
    (tmp_path / CONFIG / "chromium" / KEY).mkdir(parents=True)
    assert find(computer(LINUX)) == []


def test_xdg_config_home_is_used_only_if_absolute(computer: Make, tmp_path: Path) -> None:
    pattern = "{config}/chromium"
    moved = str(tmp_path / "moved")
    assert computer(LINUX, XDG_CONFIG_HOME=moved).place(pattern) == tmp_path / "moved" / "chromium"
    assert computer(LINUX, XDG_CONFIG_HOME="moved").place(pattern) == tmp_path / CONFIG / "chromium"


def _script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_wrapper_scripts_that_start_a_snap_are_recognised(tmp_path: Path) -> None:
    assert in_snap(_script(tmp_path / "firefox", '#!/bin/sh\nexec /snap/bin/firefox "$@"\n'))
    assert not in_snap(_script(tmp_path / "chromium", '#!/bin/sh\nexec /usr/lib/chromium/chromium "$@"\n'))


@pytest.mark.parametrize(
    ("folder", "kind"), [("snap/firefox", "a Snap"), (".var/app/org.mozilla.firefox", "a Flatpak")]
)
def test_a_sandboxed_firefox_leads_to_advice_to_install_another(
    computer: Make, tmp_path: Path, folder: str, kind: str
) -> None:
    (tmp_path / "home" / folder).mkdir(parents=True)
    ((message, advice),) = sandboxed(computer(LINUX), [])
    assert kind in message
    assert "install Firefox from its maker" in advice


def test_an_unsandboxed_firefox_is_recommended(computer: Make, tmp_path: Path) -> None:
    (tmp_path / "home/snap/firefox").mkdir(parents=True)
    firefox = next(browser for browser in BROWSERS if browser.name == "Firefox")
    program = _script(tmp_path / "bin/firefox", "#!/bin/sh\n")
    ((_, advice),) = sandboxed(computer(LINUX), [Found(firefox, firefox.places[LINUX], program)])
    assert advice == "Use a Firefox that is not in a sandbox."
