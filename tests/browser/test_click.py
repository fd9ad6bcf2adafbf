"""From a real toolbar click to the article, with the real host process."""

import json
import time

import pytest
from playwright.sync_api import Page, expect

from tests.support import prose
from tests.support.chromium import READER, Jingdu, cdp, state
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

PAST_DOUBLE_CLICK = 0.6
"""Seconds after which a second click is no longer a double click."""

SCROLL_STORED = 3.0
"""Seconds until Chromium has stored the scroll position, which a renderer reports once a second."""


def article(page: Page) -> str:
    """The text of the drawn article; fails with the text of any other screen."""
    found = state(page)
    assert found == "article", f"{found}: {page.locator('main').inner_text()}"
    return page.locator("main article").text_content() or ""


def heading(page: Page) -> str:
    return page.locator("main article h1").first.text_content() or ""


@pytest.mark.sample("chinese")
@pytest.mark.parametrize(
    ("html", "title", "last"),
    [(prose.english(), "A ferry before dawn", "[11] The ferry"), (prose.chinese(), "河边的早市", "[11] 清晨的集市")],
    ids=["english", "chinese"],
)
def test_a_click_shows_the_article_alone_in_the_same_tab(
    reader: Jingdu, site: Site, html: str, title: str, last: str
) -> None:
    page = reader.open(site.put(html))
    tabs = len(reader.context.pages)
    reader.click(page)
    text = article(page)
    assert len(reader.context.pages) == tabs
    assert title in heading(page) and last in text
    assert "Another story" not in text and "Terms of use" not in text


def expect_scroll_position(page: Page, address: str, place: float) -> None:
    """Waits until the tab shows the page at its former scroll position."""
    page.wait_for_url(address)
    expect(page.locator("nav").first).to_be_attached()
    until(lambda: abs(page.evaluate("scrollY") - place) < 1)


WITHOUT_ADDRESS = """async (event, ...words) => {
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  event.dispatch(...words, { ...tab, url: undefined });
}"""
CLICK_WITHOUT_ADDRESS = f"() => ({WITHOUT_ADDRESS})(chrome.action.onClicked)"
ALT_S_WITHOUT_ADDRESS = f"() => ({WITHOUT_ADDRESS})(chrome.commands.onCommand, 'save')"


def test_click_goes_back_if_the_browser_withholds_the_address(reader: Jingdu, site: Site) -> None:
    """Firefox does this on a busy machine."""
    page = reader.read(address := site.put(prose.english()))
    time.sleep(PAST_DOUBLE_CLICK)
    page.bring_to_front()
    reader.worker.evaluate(CLICK_WITHOUT_ADDRESS)
    page.wait_for_url(address)


def test_alt_s_saves_if_the_browser_withholds_the_address(reader: Jingdu, site: Site) -> None:
    page = reader.read(site.put(prose.chinese()))
    expect(page.locator(".save-panel")).to_be_attached()
    page.bring_to_front()
    reader.worker.evaluate(ALT_S_WITHOUT_ADDRESS)
    expect(page.locator(".save-panel")).to_have_attribute("data-tone", "done")


def test_back_restores_the_scroll_position(reader: Jingdu, site: Site) -> None:
    """With the toolbar button, the browser's Back and the reader's button."""
    address = site.put(prose.english(80))
    page = reader.open(address)
    place = page.evaluate("scrollTo(0, 1500), scrollY")
    assert place > 500
    time.sleep(SCROLL_STORED)
    for go_back in (lambda: reader.click(page), page.go_back, lambda: page.click("[data-action=back]")):
        reader.click(page)
        assert state(page) == "article"
        time.sleep(PAST_DOUBLE_CLICK)
        go_back()
        expect_scroll_position(page, address, place)
        time.sleep(PAST_DOUBLE_CLICK)


def test_the_second_half_of_a_double_click_does_not_leave_the_reader(reader: Jingdu, site: Site) -> None:
    page = reader.open(site.put(prose.english()))
    reader.worker.evaluate("[globalThis.now, Date.now] = [Date.now, ((at) => () => at)(Date.now())]")
    reader.click(page, times=2)  # with the clock stopped, because a busy machine may be slower than a double click
    assert state(page) == "article"
    reader.worker.evaluate("Date.now = globalThis.now")
    time.sleep(PAST_DOUBLE_CLICK)
    assert page.url.startswith(READER)


def test_quick_click_on_another_page_is_no_double_click(reader: Jingdu, site: Site) -> None:
    page, other = reader.open(site.put(prose.english())), site.put(prose.chinese())
    reader.click(page)
    page.wait_for_url(f"{READER}*")
    page.goto(other)
    reader.click(page)
    assert "[11] 清晨的集市" in article(page)


def test_reload_works_after_the_background_was_stopped(reader: Jingdu, site: Site) -> None:
    page = reader.read(site.put(prose.english()))
    key = page.url.split("#")[1]
    until(lambda: page.evaluate("async (key) => key in await chrome.storage.session.get(key)", key))
    end_background(reader)
    page.reload()
    assert state(page) == "article"


def end_background(reader: Jingdu) -> None:
    """Stops the worker and its host, as the browser does when they are idle."""
    session = cdp(reader.context)
    workers = [t for t in session.send("Target.getTargets")["targetInfos"] if t["type"] == "service_worker"]
    for worker in workers:
        session.send("Target.closeTarget", {"targetId": worker["targetId"]})
    session.detach()
    assert workers


@pytest.mark.long
def test_unknown_key_shows_the_gone_screen(reader: Jingdu) -> None:
    assert state(reader.open(f"{READER}#00000000-0000-4000-8000-000000000000")) == "gone"


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


STORY = "<h1>A ferry before dawn</h1>" + prose.paragraphs(prose.ENGLISH, 12)


def is_whole(text: str) -> bool:
    """Whether the text contains the first and the last paragraph."""
    return "[0] The ferry" in text and "[11] The ferry" in text


SOURCES = {
    "built by scripts": "<div id=app></div><script>document.getElementById('app')"
    f".innerHTML = {json.dumps(STORY)}</script>",
    "in a shadow tree": "<x-story></x-story><script>document.querySelector('x-story').attachShadow({ mode: 'open' })"
    f".innerHTML = {json.dumps(STORY)}</script>",
    "in a frame of the same origin": '<iframe src="/framed.html" width="800" height="600"></iframe>',
}


@pytest.mark.sample("in a shadow tree", "in a frame of the same origin")
@pytest.mark.parametrize("body", SOURCES.values(), ids=SOURCES)
def test_article_is_found_wherever_the_page_has_it(reader: Jingdu, site: Site, body: str) -> None:
    site.put(f"<!doctype html><meta charset=utf-8><article>{STORY}</article>", "/framed.html")
    assert is_whole(article(reader.read(site.put(prose.page("A ferry", body)))))


SELECT = """([first, last]) => {
  const paragraphs = document.querySelectorAll("article p");
  const range = document.createRange();
  range.setStart(paragraphs[first].firstChild, 0);
  range.setEnd(paragraphs[last].firstChild, paragraphs[last].firstChild.length);
  getSelection().addRange(range);
}"""


def test_selection_replaces_the_article(reader: Jingdu, site: Site) -> None:
    page = reader.open(site.put(prose.english()))
    page.evaluate(SELECT, [3, 4])
    reader.click(page)
    text = article(page)
    assert [n for n in range(12) if f"[{n}]" in text] == [3, 4]
    assert "[4] The ferry" in text and "A ferry before dawn" in heading(page)


@pytest.mark.long
def test_a_selected_word_does_not_replace_the_article(reader: Jingdu, site: Site) -> None:
    page = reader.open(site.put(prose.english()))
    page.locator("article p").first.dblclick()
    assert page.evaluate("getSelection().toString().trim().length") > 0
    reader.click(page)
    assert is_whole(article(page))


def test_a_text_file_is_read_as_paragraphs(reader: Jingdu, site: Site) -> None:
    text = f"第一章 灯塔\n　　{prose.CHINESE}\n　　{prose.CHINESE}他走了。\n"
    page = reader.read(site.put(text.encode(), "/lamp.txt", "text/plain; charset=utf-8"))
    assert heading(page) == "第一章 灯塔"
    assert page.locator("main article h2").count() == 0
    assert page.locator("main article p").all_text_contents()[2:] == [prose.CHINESE, f"{prose.CHINESE}他走了。"]


@pytest.mark.long
def test_a_page_of_5_mb_is_read(reader: Jingdu, site: Site) -> None:
    link = '<a href="/c/{0}?from={1}"><b>{0}</b> card number {0}</a>'
    cards = "".join(f'<li class="card">{link.format(n, "x" * 400)}</li>' for n in range(9_000))
    html = prose.english().replace("<footer>", f"<aside><ul>{cards}</ul></aside><footer>")
    assert len(html) > 4_000_000
    assert is_whole(article(reader.read(site.put(html + f"<script>/*{'x' * 1_000_000}*/</script>"))))


@pytest.mark.long
def test_chinese_article_of_10_mb_is_complete(reader: Jingdu, site: Site) -> None:
    number = 10_000_000 // (3 * len(prose.CHINESE.encode()))
    text = article(reader.read(site.put(prose.chinese(number))))
    assert [n for n in range(number) if f"[{n}]" not in text] == []
    assert text.count(prose.CHINESE) == 3 * number


@pytest.mark.long
def test_a_page_of_60_mb_is_too_large(reader: Jingdu, site: Site) -> None:
    page = reader.open(site.put(prose.english()))
    page.evaluate("""() => {
      const unseen = document.createElement("p");
      unseen.hidden = true;
      unseen.append("x".repeat(61 * 1024 * 1024));
      document.body.append(unseen);
    }""")
    reader.click(page)
    assert state(page) == "page_too_large"
