"""The Firefox package in a private window: the article is shown and nothing of it is stored."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from jingdu.cli.package_extension import package
from tests.support import prose
from tests.support.chromium import EXTENSION, REAL_HOST
from tests.support.firefox import Firefox, firefox
from tests.support.web_site import Site

PROGRAM = os.environ.get("JINGDU_FIREFOX", "")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not PROGRAM, reason="no Firefox here; install firefox-esr, or name one in JINGDU_FIREFOX"),
]

ARTICLE = "document.querySelector('main article')?.textContent"
STORED = """(async (refused = () => []) => JSON.stringify([
  ...Object.keys({ ...await browser.storage.session.get(), ...await browser.storage.local.get() }),
  ...Object.keys(localStorage).filter((name) => name !== "look"), // how the reader looks, not what was read
  ...(await indexedDB.databases().catch(refused)).map(({ name }) => name), ...await caches.keys().catch(refused)]))()"""
IS_ALLOWED = "WebExtensionPolicy.getByID('jingdu@jingdu.org').privateBrowsingAllowed"


@pytest.fixture
def zipped(tmp_path: Path) -> Path:
    place = tmp_path / "jingdu.zip"
    place.write_bytes(package(EXTENSION, "firefox"))
    return place


def read(browser: Firefox) -> str:
    """What is stored after an article was shown, longer than a record rests before it is stored."""
    browser.click()
    assert "ferry" in browser.wait_for(ARTICLE)
    time.sleep(4)
    return str(browser.run(STORED))


def test_in_a_private_window_the_article_comes_and_nothing_is_stored(tmp_path: Path, site: Site, zipped: Path) -> None:
    with firefox(PROGRAM, tmp_path, REAL_HOST, zipped) as browser:
        browser.allow_private()
        assert browser.run_in_chrome(IS_ALLOWED) is True
        window = browser.window()
        browser.private_window(site.put(prose.english()), "ferry")
        assert read(browser) == "[]"
        browser.use(*window)
        browser.open(site.put(prose.english()))
        assert read(browser) != "[]"


@pytest.mark.long
def test_the_unpacked_folder_stays_out_of_private_windows(tmp_path: Path) -> None:
    """Firefox takes Chromium's `split` for `not_allowed`, whatever its user allows."""
    with firefox(PROGRAM, tmp_path, REAL_HOST) as browser:
        browser.allow_private()
        assert browser.run_in_chrome(IS_ALLOWED) is False
