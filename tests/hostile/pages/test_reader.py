"""Articles of hostile pages are inert in the reader page."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.hostile.corpus import WORDS, live
from tests.hostile.pages.canary import Canary
from tests.hostile.pages.chain import ADDRESS, Read, batched, sections
from tests.hostile.pages.watching import Watch, summary
from tests.support.reader_page import KEY, READER, until

pytestmark = [pytest.mark.browser, pytest.mark.timeout(3600)]

AT_ONCE = 400

STUB = """(() => {
  if (!location.protocol.startsWith("chrome-extension")) return;
  chrome.runtime.sendMessage = (message) => globalThis.answeredByTest(message.kind);
})();"""
"""A stub of the background, which returns the host's reply."""


@pytest.fixture
def shown(watch: Watch) -> Iterator[tuple[Page, dict[str, Any]]]:
    """A reader page, and the reply that the stub returns."""
    answer: dict[str, Any] = {}
    page = watch.new_page()
    page.expose_function("answeredByTest", lambda kind: answer if kind == "open" else {"state": "gone"})
    page.add_init_script(STUB)
    watch.take()
    yield page, answer
    page.close()


def draw(watch: Watch, page: Page) -> None:
    """Opens the reader and waits for the article and its pictures."""
    watch.show(page, "about:blank")
    watch.show(page, f"{READER}#{KEY}")
    until(page, "document.querySelector('main article .text') !== null")
    page.wait_for_load_state("networkidle")


def reply_with(some: list[Read], canary: Canary) -> dict[str, Any]:
    """A reply with the articles combined into one and the words of the corpus in all fields."""
    words = [live(words, 9000 + number, canary.origin) for number, words in enumerate(WORDS.values())]
    text = " ".join(words)
    fields = {"title": text, "byline": text, "site": text, "lang": words[0], "dir": words[1], "published": words[2]}
    html = sections((read.page.number, read.article.html) for read in some)
    more = {"url": ADDRESS, "image": f"{canary.origin}/lead.png", "excerpt": text, "reading_time": 1}
    article = {**fields, **more, "html": html, "truncated": True, "extractor": "fused"}
    return {"state": "article", "article": article, "page": {"url": f"javascript:{words[0]}", "title": text}}


@pytest.mark.sample("pictures")
@pytest.mark.parametrize("wanted", [True, False], ids=["pictures", "no remote pictures"])
def test_drawn_articles_are_inert(
    watch: Watch, shown: tuple[Page, dict[str, Any]], canary: Canary, articles: list[Read], wanted: bool
) -> None:
    """Only the article's pictures are requested, or nothing if remote pictures are off."""
    page, answer = shown
    watch.show(page, READER.replace("reader/reader", "options/options"))
    page.evaluate("(value) => chrome.storage.sync.set({ remotePictures: value })", wanted)
    for some in batched(articles, AT_ONCE):
        answer.clear()
        answer.update(reply_with(list(some), canary))
        draw(watch, page)
        assert page.locator("main article > header img, main article > header script").count() == 0
        seen = watch.touched(page, "main article", pictures=wanted, also=f"{canary.origin}/lead.png")
        assert seen.errors == []
        assert seen.is_empty, summary(seen)
    page.evaluate("chrome.storage.sync.remove('remotePictures')")


def test_a_click_loads_the_blocked_pictures(
    watch: Watch, shown: tuple[Page, dict[str, Any]], canary: Canary, articles: list[Read]
) -> None:
    page, answer = shown
    watch.show(page, READER.replace("reader/reader", "options/options"))
    page.get_by_role("checkbox", name="Show images").set_checked(False)
    until(page, "chrome.storage.sync.get('remotePictures').then((found) => found.remotePictures === false)")
    pictured = [read for read in articles if f'src="{canary.origin}' in read.article.html][:5]
    answer.update(reply_with(pictured, canary))
    draw(watch, page)
    assert page.evaluate("[...document.images].filter((one) => one.hasAttribute('src')).length") == 0
    assert watch.take().is_empty
    page.get_by_role("button", name="Load images").click()
    page.wait_for_load_state("networkidle")
    until(page, "[...document.querySelectorAll('article .text img')].every((one) => one.src)")
    assert page.locator(".held").count() == 0
    assert watch.touched(page, "main article", also=f"{canary.origin}/lead.png").is_empty
    page.evaluate("chrome.storage.sync.remove('remotePictures')")
