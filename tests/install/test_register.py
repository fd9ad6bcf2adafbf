"""Host manifests for each family, and where they are registered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from install import files, register
from install.browsers import BROWSERS, CHROMIUM, Found
from install.computer import LINUX, WINDOWS
from install.console import SetupError
from install.extension import CHECKOUT, Extension, extension
from install.installation import Installation
from install.register import Registry
from tests.install.made_up import Dictionary, Make


def _found(system: str, *names: str) -> list[Found]:
    return [Found(browser, browser.places[system], None) for browser in BROWSERS if browser.name in names]


def test_chromiums_manifest_allows_the_origin_with_its_slash(ours: Extension) -> None:
    assert register.manifest(CHROMIUM, Path("/data/jingdu-host"), ours) == {
        "name": "org.jingdu.host",
        "description": "Jingdu 净读 finds the article in a page",
        "path": "/data/jingdu-host",
        "type": "stdio",
        "allowed_origins": ["chrome-extension://abcdefghijklmnopabcdefghijklmnop/"],
    }


def test_a_folder_no_manifest_can_name_is_refused(ours: Extension) -> None:
    with pytest.raises(SetupError, match="is not UTF-8"):
        register.manifest_text(CHROMIUM, Path("/home/\udcff/jingdu-host"), ours)


def test_each_browser_found_gets_a_manifest_of_its_family(computer: Make, ours: Extension) -> None:
    linux = computer(LINUX)
    installation = Installation(linux, Registry(), ours, "")
    installation.found = _found(LINUX, "Chromium", "Brave", "Firefox")
    registrations = installation.register()
    home = linux.home
    assert [registration.manifest for registration in registrations] == [
        home / ".config/chromium/NativeMessagingHosts/org.jingdu.host.json",
        home / ".config/BraveSoftware/Brave-Browser/NativeMessagingHosts/org.jingdu.host.json",
        home / ".mozilla/native-messaging-hosts/org.jingdu.host.json",
    ]
    keys = [min(json.loads(item.manifest.read_text("utf-8"))) for item in registrations]
    assert keys == ["allowed_origins", "allowed_origins", "allowed_extensions"]


def test_windows_keys_point_to_the_manifest_of_the_family_and_are_recorded(computer: Make, ours: Extension) -> None:
    windows = computer(WINDOWS)
    registry = Dictionary()
    installation = Installation(windows, registry, ours, "")
    installation.found = _found(WINDOWS, "Google Chrome", "Brave", "Firefox")
    installation.register()
    folder = windows.data / "manifests"
    assert registry.values == {
        r"Software\Google\Chrome\NativeMessagingHosts\org.jingdu.host": str(
            folder / "chromium" / "org.jingdu.host.json"
        ),
        r"Software\Mozilla\NativeMessagingHosts\org.jingdu.host": str(folder / "firefox" / "org.jingdu.host.json"),
    }
    assert files.Record.load(windows.data).keys == list(registry.values)


def test_the_extensions_id_follows_from_its_key() -> None:
    found = extension(CHECKOUT)
    assert found.chromium_id == "nlpkhflejcidnajofpflffjakficoogi"
    assert found.gecko_id == "jingdu@jingdu.org"
