"""Multi-page articles: the first page is shown at once; the others are fetched with the user's session and appended."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from jingdu.page.parse import MAX_TAGS
from tests.support import paged_site as paged
from tests.support.chromium import READER, Jingdu, drawn, state
from tests.support.paged_site import Paged
from tests.support.waiting import until

pytestmark = pytest.mark.browser


@pytest.fixture
def site() -> Iterator[Paged]:
    with paged.serving() as running:
        yield running


def read_beside(reader: Jingdu, address: str) -> tuple[Page, Page]:
    """Clicks on a multi-page article; returns its page and the reader, which opens in a new tab."""
    page = reader.open(address)
    others = set(reader.context.pages)
    reader.click(page)

    def opened() -> Page | None:
        page.wait_for_timeout(50)  # lets Playwright process events
        return next((tab for tab in reader.context.pages if tab not in others and tab.url.startswith(READER)), None)

    tab: Page = until(opened, failure=f"no reader opened for {page.url}")
    drawn(tab)
    return page, tab


def further(tab: Page) -> list[str]:
    return [str(part.get_attribute("data-page")) for part in tab.query_selector_all("section.further")]


@pytest.mark.sample("zh-CN")
@pytest.mark.parametrize("lang", ["en", "zh-CN"])
def test_all_pages_are_joined_without_repeated_parts(reader: Jingdu, site: Paged, lang: str) -> None:
    """A reload shows all pages again without requests to the site."""
    title = "A ferry before dawn" if lang == "en" else "河边的早市"
    _, tab = read_beside(reader, site.put("ferry", 4, lang=lang, title=title))
    expect(tab.locator(".following")).to_have_attribute("data-progress", "done")
    assert further(tab) == ["2", "3", "4"]
    for number in (1, 2, 3, 4):
        expect(tab.locator(".text")).to_contain_text(f"[7] Page {number}.")
    assert tab.locator("article").inner_text().count(title) == 1
    assert tab.locator(".page-mark").all_inner_texts() == ["Page 2", "Page 3", "Page 4"]
    expect(tab.locator(".text")).not_to_contain_text("Next page")
    expect(tab.locator(".following")).to_contain_text("All 4 pages")
    tab.evaluate("scrollBy(0, 60)")  # smooth scrolling may stop in a tab that has just been activated
    tab.locator(".time-left:not([hidden])").wait_for()
    whole, left = (int(re.sub(r"\D", "", tab.locator(name).inner_text())) for name in (".reading-time", ".time-left"))
    assert whole / 2 < left <= whole
    assert site.asked.count("/ferry_2.html") == 1
    asked = len(site.asked)
    tab.context.set_offline(True)
    try:
        tab.reload()
        assert state(tab) == "article"
        expect(tab.locator(".text")).to_contain_text("[7] Page 4.")
    finally:
        tab.context.set_offline(False)
    assert len(site.asked) == asked


def test_first_page_is_shown_while_others_load_and_stop_cancels(reader: Jingdu, site: Paged) -> None:
    site.held.add("/ferry_3.html")
    _, tab = read_beside(reader, site.put("ferry", 5))
    expect(tab.locator(".text")).to_contain_text("[7] Page 2.")
    expect(tab.locator(".following")).to_contain_text("Fetching page 3")
    tab.locator(".following").get_by_role("button", name="Stop").press("Enter")
    expect(tab.locator(".following")).to_have_attribute("data-progress", "cancelled")
    site.gate.set()
    expect(tab.locator(".following a")).to_have_attribute("href", f"{site.origin}/ferry_3.html")
    assert further(tab) == ["2"]
    assert "/ferry_4.html" not in site.asked


@pytest.mark.long
def test_a_page_that_is_another_article_is_not_joined(reader: Jingdu, site: Paged) -> None:
    address = site.put("ferry", 3)
    site.put("other", 1, title="The lamps of the harbour")
    site.pages["/ferry_2.html"] = site.pages["/other.html"]
    _, tab = read_beside(reader, address)
    expect(tab.locator(".following")).to_have_attribute("data-progress", "done")
    assert further(tab) == []
    expect(tab.locator(".following")).to_be_hidden()


def test_a_missing_page_is_reported(reader: Jingdu, site: Paged) -> None:
    address = site.put("ferry", 3)
    del site.pages["/ferry_3.html"]
    _, tab = read_beside(reader, address)
    expect(tab.locator(".following")).to_contain_text("Page 3 of this article could not be fetched.")
    assert further(tab) == ["2"]


@pytest.mark.long
def test_no_more_than_twenty_pages_are_fetched(reader: Jingdu, site: Paged) -> None:
    _, tab = read_beside(reader, site.put("ferry", 23))
    expect(tab.locator(".following")).to_have_attribute("data-progress", "limit")
    assert further(tab) == [str(number) for number in range(2, 21)]
    expect(tab.locator(".following a")).to_have_attribute("href", f"{site.origin}/ferry_21.html")


@pytest.mark.long
def test_no_more_than_ten_megabytes_are_fetched(reader: Jingdu, site: Paged) -> None:
    address = site.put("ferry", 4)
    site.pages["/ferry_3.html"] += b"<!--" + b"x" * 10_000_000 + b"-->"
    _, tab = read_beside(reader, address)
    expect(tab.locator(".following")).to_have_attribute("data-progress", "limit")
    assert further(tab) == ["2"]


@pytest.mark.long  # on a busy machine the page may exceed the extension's timeout of 20 s
def test_a_truncated_further_page_is_reported(reader: Jingdu, site: Paged) -> None:
    address = site.put("ferry", 3)
    site.pages["/ferry_2.html"] += b"<br>" * (MAX_TAGS + 1)
    _, tab = read_beside(reader, address)
    expect(tab.locator(".following")).to_have_attribute("data-progress", "done")
    expect(tab.locator("[data-page='2'] .notice")).to_contain_text("part of the text may be missing")
    assert tab.locator(".notice a").get_attribute("href") == f"{site.origin}/ferry_2.html"
    assert further(tab) == ["2", "3"]
    expect(tab.locator(".following")).to_be_hidden()


@pytest.mark.sample("button of the reader")
@pytest.mark.parametrize("how", ["button of the reader", "button of the browser"])
def test_back_activates_the_page_and_closes_the_reader(reader: Jingdu, site: Paged, how: str) -> None:
    page, tab = read_beside(reader, site.put("ferry", 2))
    expect(tab.locator(".following")).to_have_attribute("data-progress", "done")
    with tab.expect_event("close"):
        if how == "button of the reader":
            tab.locator("[data-action=back]").click()
        else:
            tab.wait_for_timeout(600)  # longer than a double click
            reader.click(tab)
    until(lambda: page.evaluate("document.visibilityState") == "visible")
    expect(page.locator("nav").first).to_be_attached()


@pytest.mark.long
def test_further_pages_can_be_switched_off(reader: Jingdu, site: Paged) -> None:
    options = reader.open(READER.replace("reader/reader.html", "options/options.html"))
    box = options.get_by_label("Show all pages of an article")
    expect(box).to_be_checked()
    box.uncheck()
    try:
        expect(reader.read(site.put("ferry", 3)).locator(".text")).to_contain_text("[7] Page 1.")
        assert "/ferry_2.html" not in site.asked
    finally:
        box.check()
