"""The same folder in Firefox: click, article, back, and the screen without a host."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.support import prose
from tests.support.chromium import REAL_HOST
from tests.support.firefox import firefox, register
from tests.support.web_site import Site

PROGRAM = os.environ.get("JINGDU_FIREFOX", "")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not PROGRAM, reason="no Firefox here; install firefox-esr, or name one in JINGDU_FIREFOX"),
]

STATE = "document.querySelector('main [data-state]:not([data-state=reading])')?.dataset.state"
ARTICLE = "document.querySelector('main article')?.textContent"


def test_a_click_shows_the_article_and_another_goes_back_to_the_same_place(tmp_path: Path, site: Site) -> None:
    address = site.put(prose.chinese(80))
    with firefox(PROGRAM, tmp_path, REAL_HOST) as browser:
        browser.open(address)
        browser.run("scrollTo(0, 1500)")
        browser.click()
        assert "[79] 清晨的集市" in browser.wait_for(ARTICLE)
        time.sleep(0.6)  # or it were a double click
        browser.click()
        browser.wait_for(f"location.href === '{address}' && scrollY === 1500")


@pytest.mark.long
def test_without_a_host_the_screen_says_so_and_try_again_works_once_it_is_there(tmp_path: Path, site: Site) -> None:
    with firefox(PROGRAM, tmp_path, None) as browser:
        browser.open(site.put(prose.english()))
        browser.click()
        assert browser.wait_for(STATE) == "host_missing"
        register(tmp_path, REAL_HOST)
        browser.run("document.querySelector('main .actions button').click()")
        assert "[11] The ferry" in browser.wait_for(ARTICLE)


@pytest.mark.long
def test_a_host_that_ends_at_once_has_its_screen(tmp_path: Path, site: Site) -> None:
    with firefox(PROGRAM, tmp_path, ("false",)) as browser:
        browser.open(site.put(prose.english()))
        browser.click()
        assert browser.wait_for(STATE) == "host_crashed"


@pytest.mark.long
def test_pages_of_the_browser_are_restricted(tmp_path: Path) -> None:
    with firefox(PROGRAM, tmp_path, REAL_HOST) as browser:
        browser.open("about:support")
        browser.click()
        assert browser.wait_for(STATE) == "restricted"


def test_the_reader_saves_and_the_library_finds_it_by_two_characters(tmp_path: Path, site: Site) -> None:
    with firefox(PROGRAM, tmp_path, REAL_HOST) as browser:
        browser.open(site.put(prose.chinese(30, "渡口的早市")))
        browser.click()
        browser.wait_for(ARTICLE)
        save = "document.querySelector('[data-action=save]')"
        # The button comes to life after the text; until it is heard, a click does nothing.
        browser.wait_for(f"{save}.getAttribute('aria-pressed') === 'true' || ({save}.click(), false)")
        (kept,) = tmp_path.rglob("渡口的早市/article.md")
        assert "[29] 清晨的集市" in kept.read_text("utf-8")
        browser.run("location.href = new URL('../library/library.html', location).href")
        browser.wait_for("document.querySelector('.row a.title')?.textContent === '渡口的早市'")
        browser.run(
            "document.querySelector('#search').value = '集市';"
            "document.querySelector('#search').dispatchEvent(new InputEvent('input', {bubbles: true}))"
        )
        browser.wait_for("[...document.querySelectorAll('.row mark')].some((mark) => mark.textContent === '集市')")
        browser.run("document.querySelector('.row a.title').click()")
        assert "[29] 清晨的集市" in browser.wait_for(ARTICLE)


def test_the_first_page_finds_the_host_once_it_is_there_and_tests_the_connection(tmp_path: Path) -> None:
    with firefox(PROGRAM, tmp_path, None) as browser:
        browser.open("about:blank")
        browser.click()  # a page of the browser's: the reader opens with its screen, and tells our address
        browser.wait_for(STATE)
        browser.run("location.href = new URL('../onboarding/onboarding.html', location).href")
        browser.wait_for("document.querySelector('.state')?.textContent.includes('Waiting')")
        register(tmp_path, REAL_HOST)
        browser.wait_for("document.querySelector('.state.good')?.textContent.includes('0.1.0')")
        browser.run("document.querySelector('.connection button.main').click()")
        browser.wait_for("document.querySelectorAll('.links li').length > 3")
