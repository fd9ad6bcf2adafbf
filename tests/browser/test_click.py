"""From a true toolbar click to the article, with the real host process."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.support import prose
from tests.support.chromium import READER, Jingdu, cdp, state
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

PAST_DOUBLE_CLICK = 0.6
"""Seconds after which a second click is no double click."""

SCROLL_NOTED = 3.0
"""Seconds after which Chromium knows where a page is scrolled: a renderer reports it once a second."""


@pytest.mark.parametrize(
    ("html", "title", "last"),
    [(prose.english(), "A ferry before dawn", "[11] The ferry"), (prose.chinese(), "河边的早市", "[11] 清晨的集市")],
    ids=["english", "chinese"],
)
def test_a_click_shows_the_article_and_only_it(reader: Jingdu, site: Site, html: str, title: str, last: str) -> None:
    page = reader.read(site.put(html))
    expect(page.locator("main article h1").first).to_contain_text(title)
    expect(page.locator("main article")).to_contain_text(last)
    expect(page.locator("main article")).not_to_contain_text("Another story")
    expect(page.locator("main article")).not_to_contain_text("Terms of use")


def test_the_reader_opens_in_the_same_tab(reader: Jingdu, site: Site) -> None:
    page = reader.open(site.put(prose.english()))
    tabs = len(reader.context.pages)
    reader.click(page)
    assert state(page) == "article"
    assert len(reader.context.pages) == tabs


def scrolled(reader: Jingdu, site: Site) -> tuple[Page, str, float]:
    """A reader page opened from a scrolled page: the tab, the page's address, its ``scrollY``."""
    address = site.put(prose.english(80))
    page = reader.open(address)
    page.evaluate("scrollTo(0, 1500)")
    place = page.evaluate("scrollY")
    assert place > 500
    time.sleep(SCROLL_NOTED)
    reader.click(page)
    assert state(page) == "article"
    return page, address, place


def still_at(page: Page, address: str, place: float) -> None:
    """Wait until the tab shows the page scrolled as before."""
    page.wait_for_url(address)
    expect(page.locator("nav").first).to_be_attached()
    until(lambda: abs(page.evaluate("scrollY") - place) < 1)


def test_the_toolbar_button_goes_back_to_the_same_place(reader: Jingdu, site: Site) -> None:
    page, address, place = scrolled(reader, site)
    time.sleep(PAST_DOUBLE_CLICK)
    reader.click(page)
    still_at(page, address, place)


def test_the_browsers_back_goes_back_to_the_same_place(reader: Jingdu, site: Site) -> None:
    page, address, place = scrolled(reader, site)
    page.go_back()
    still_at(page, address, place)


@pytest.mark.long
def test_the_readers_own_back_button_goes_back_to_the_same_place(reader: Jingdu, site: Site) -> None:
    page, address, place = scrolled(reader, site)
    page.click("[data-action=back]")
    still_at(page, address, place)


def test_the_second_half_of_a_double_click_does_not_leave_the_reader(reader: Jingdu, site: Site) -> None:
    page = reader.open(site.put(prose.english()))
    reader.click(page, times=2)
    assert state(page) == "article"
    time.sleep(PAST_DOUBLE_CLICK)
    assert page.url.startswith(READER)


@pytest.mark.long
def test_a_reload_shows_the_article_again(reader: Jingdu, site: Site) -> None:
    page = reader.read(site.put(prose.english()))
    page.reload()
    assert state(page) == "article"


def test_a_reload_after_the_background_slept_shows_the_article_again(reader: Jingdu, site: Site) -> None:
    page = reader.read(site.put(prose.english()))
    key = page.url.split("#")[1]
    until(lambda: page.evaluate("async (key) => key in await chrome.storage.session.get(key)", key))
    end_background(reader)
    page.reload()
    assert state(page) == "article"


def end_background(reader: Jingdu) -> None:
    """Ends the worker and its host, as the browser does when they are idle."""
    session = cdp(reader.context)
    workers = [t for t in session.send("Target.getTargets")["targetInfos"] if t["type"] == "service_worker"]
    for worker in workers:
        session.send("Target.closeTarget", {"targetId": worker["targetId"]})
    session.detach()
    assert workers


@pytest.mark.long
def test_an_unknown_key_is_gone(reader: Jingdu) -> None:
    page = reader.open(f"{READER}#00000000-0000-4000-8000-000000000000")
    assert state(page) == "gone"


def test_a_page_that_is_still_loading_can_be_read(reader: Jingdu, site: Site) -> None:
    slow = site.put_slow(prose.english())
    page = reader.context.new_page()
    page.goto(slow, wait_until="commit")
    expect(page.locator("footer")).to_be_attached()
    reader.click(page)
    assert state(page) == "article"


def test_alt_r_and_alt_s_are_bound(reader: Jingdu) -> None:
    commands = reader.worker.evaluate("chrome.commands.getAll()")
    bound = {command["name"]: command["shortcut"] for command in commands if command["shortcut"]}
    assert bound == {"_execute_action": "Alt+R", "save": "Alt+S"}


def test_the_context_menu_has_its_entries(reader: Jingdu) -> None:
    update = "(id) => chrome.contextMenus.update(id, {}).then(() => true, () => false)"
    for name in ("menuRead", "menuReadSelection"):
        until(lambda name=name: reader.worker.evaluate(update, name))
    assert not reader.worker.evaluate(update, "other")
