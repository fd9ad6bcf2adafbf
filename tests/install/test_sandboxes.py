"""Browsers in a sandbox are told from those outside, and what that means is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from install.browsers import Found
from install.computer import LINUX, MACOS
from install.sandboxes import in_snap, warnings
from install.table import BROWSERS
from tests.install.made_up import Make


def _script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_ubuntus_script_that_starts_a_snap_is_seen_through(tmp_path: Path) -> None:
    assert in_snap(_script(tmp_path / "firefox", '#!/bin/sh\nexec /snap/bin/firefox "$@"\n'))


def test_debians_script_is_no_snap(tmp_path: Path) -> None:
    assert not in_snap(_script(tmp_path / "chromium", '#!/bin/sh\nexec /usr/lib/chromium/chromium "$@"\n'))


def test_what_is_under_snap_is_one() -> None:
    assert in_snap(Path("/snap/bin/chromium"))


@pytest.mark.parametrize(
    ("folder", "kind"), [("snap/firefox", "a Snap"), (".var/app/org.mozilla.firefox", "a Flatpak")]
)
def test_a_sandboxed_firefox_alone_comes_with_advice_to_get_another(
    computer: Make, tmp_path: Path, folder: str, kind: str
) -> None:
    (tmp_path / "home" / folder).mkdir(parents=True)
    (sentence,) = warnings(computer(LINUX), [])
    assert kind in sentence
    assert "install Firefox from its maker" in sentence


def test_a_firefox_outside_is_pointed_to(computer: Make, tmp_path: Path) -> None:
    (tmp_path / "home/snap/firefox").mkdir(parents=True)
    firefox = next(browser for browser in BROWSERS if browser.name == "Firefox")
    program = _script(tmp_path / "bin/firefox", "#!/bin/sh\n")
    (sentence,) = warnings(computer(LINUX), [Found(firefox, firefox.places[LINUX], program)])
    assert sentence.endswith("use the Firefox outside of it.")


def test_only_linux_has_them(computer: Make, tmp_path: Path) -> None:
    (tmp_path / "home/snap/firefox").mkdir(parents=True)
    assert warnings(computer(MACOS), []) == []
