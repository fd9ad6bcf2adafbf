"""The table browser × system, row by row, and how browsers are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from install import browsers
from install.browsers import BROWSERS, find
from install.computer import LINUX, MACOS, WINDOWS
from made_up import Make

CONFIG = "home/.config"
SUPPORT = "home/Library/Application Support"
KEY = "NativeMessagingHosts"

MANIFESTS = {
    (LINUX, "Chromium"): f"{CONFIG}/chromium/{KEY}",
    (LINUX, "Google Chrome"): f"{CONFIG}/google-chrome/{KEY}",
    (LINUX, "Microsoft Edge"): f"{CONFIG}/microsoft-edge/{KEY}",
    (LINUX, "Brave"): f"{CONFIG}/BraveSoftware/Brave-Browser/{KEY}",
    (LINUX, "Vivaldi"): f"{CONFIG}/vivaldi/{KEY}",
    (LINUX, "Firefox"): "home/.mozilla/native-messaging-hosts",
    (LINUX, "LibreWolf"): "home/.librewolf/native-messaging-hosts",
    (MACOS, "Chromium"): f"{SUPPORT}/Chromium/{KEY}",
    (MACOS, "Google Chrome"): f"{SUPPORT}/Google/Chrome/{KEY}",
    (MACOS, "Microsoft Edge"): f"{SUPPORT}/Microsoft Edge/{KEY}",
    (MACOS, "Brave"): f"{SUPPORT}/BraveSoftware/Brave-Browser/{KEY}",
    (MACOS, "Vivaldi"): f"{SUPPORT}/Vivaldi/{KEY}",
    (MACOS, "Firefox"): f"{SUPPORT}/Mozilla/{KEY}",
    (MACOS, "LibreWolf"): f"{SUPPORT}/LibreWolf/{KEY}",
}
REGISTRY = {
    "Chromium": r"Software\Chromium\NativeMessagingHosts",
    "Google Chrome": r"Software\Google\Chrome\NativeMessagingHosts",
    "Microsoft Edge": r"Software\Microsoft\Edge\NativeMessagingHosts",
    "Brave": r"Software\Google\Chrome\NativeMessagingHosts",
    "Vivaldi": r"Software\Google\Chrome\NativeMessagingHosts",
    "Firefox": r"Software\Mozilla\NativeMessagingHosts",
    "LibreWolf": r"Software\Mozilla\NativeMessagingHosts",
}


@pytest.mark.parametrize(("system", "name"), MANIFESTS, ids=" ".join)
def test_a_browsers_folder_of_host_manifests(computer: Make, tmp_path: Path, system: str, name: str) -> None:
    place = next(browser for browser in BROWSERS if browser.name == name).places[system]
    assert computer(system).place(place.manifests) == tmp_path / MANIFESTS[system, name]


@pytest.mark.parametrize("name", REGISTRY)
def test_a_browsers_registry_key(name: str) -> None:
    place = next(browser for browser in BROWSERS if browser.name == name).places[WINDOWS]
    assert (place.registry, place.manifests) == (REGISTRY[name], "")


@pytest.mark.parametrize("system", [LINUX, MACOS, WINDOWS])
def test_every_pattern_of_the_table_can_be_placed(computer: Make, system: str) -> None:
    for browser in BROWSERS:
        place = browser.places[system]
        for pattern in [*place.traces, *place.programs, place.manifests]:
            assert "{" not in str(computer(system).place(pattern))


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
def test_a_browser_is_found_by_the_folder_of_its_profiles(
    computer: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, folder: str, name: str
) -> None:
    monkeypatch.setattr("install.computer._MORE_PROGRAMS", ())
    (tmp_path / folder).mkdir(parents=True)
    assert [found.browser.name for found in find(computer(system))] == [name]


def test_a_browser_never_started_is_found_by_its_executable(
    computer: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("install.computer._MORE_PROGRAMS", ())
    program = tmp_path / "bin" / "chromium"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (found,) = find(computer(LINUX))
    assert (found.browser.name, found.program) == ("Chromium", program)


def test_a_folder_that_only_holds_host_manifests_is_no_browser(
    computer: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("install.computer._MORE_PROGRAMS", ())
    (tmp_path / CONFIG / "chromium" / KEY).mkdir(parents=True)
    assert find(computer(LINUX)) == []


def test_the_users_own_config_folder_is_heeded_but_not_a_relative_one(computer: Make, tmp_path: Path) -> None:
    pattern = "{config}/chromium"
    moved = str(tmp_path / "moved")
    assert computer(LINUX, XDG_CONFIG_HOME=moved).place(pattern) == tmp_path / "moved" / "chromium"
    assert computer(LINUX, XDG_CONFIG_HOME="moved").place(pattern) == tmp_path / CONFIG / "chromium"


@pytest.mark.parametrize(
    ("system", "folder"),
    [
        (LINUX, "home/.local/share/jingdu"),
        (MACOS, f"{SUPPORT}/Jingdu"),
        (WINDOWS, "home/AppData/Local/Jingdu"),
    ],
)
def test_the_host_is_installed_in_the_users_data_folder(
    computer: Make, tmp_path: Path, system: str, folder: str
) -> None:
    assert computer(system).data == tmp_path / folder


def test_both_families_are_in_the_table() -> None:
    assert {browser.family for browser in BROWSERS} == {browsers.CHROMIUM, browsers.FIREFOX}
