"""Each of the two sanitizers alone, without a content security policy or the other sanitizer."""

import pytest
from playwright.sync_api import Page

from tests.hostile.pages.acting import ATTRIBUTE_LIST, DISALLOWED, TAG_LIST
from tests.hostile.pages.canary import Canary
from tests.hostile.pages.chain import Read, batched, sections
from tests.hostile.pages.generator import Hostile
from tests.hostile.pages.watching import Watch, summary

pytestmark = [pytest.mark.browser, pytest.mark.timeout(3600)]

AT_ONCE = 400
"""Articles per page."""

REPARSE = "() => { for (let time = 0; time < 2; time++) document.body.innerHTML = document.body.innerHTML; }"
"""Serializes and parses the page repeatedly, which triggers mutation XSS."""

CLEAN = """async (parts) => {
  const { clean } = await import("/extension/reader/article/clean.js");
  document.body.replaceChildren();
  for (const [number, html] of parts) {
    const section = document.createElement("section");
    section.dataset.v = number;
    section.append(clean(html));
    document.body.append(section);
  }
}"""


def _disallowed(page: Page) -> list[str]:
    odd: list[str] = page.evaluate(DISALLOWED, ["body", TAG_LIST, ATTRIBUTE_LIST])
    return odd


def test_the_host_sanitizer_is_sufficient(watch: Watch, tab: Page, canary: Canary, articles: list[Read]) -> None:
    """The host's HTML is inert without a policy, also after it is serialized and parsed again."""
    for number, some in enumerate(batched(articles, AT_ONCE)):
        parts = sections((read.page.number, read.article.html) for read in some)
        address = canary.put(f"/host/{number}", f"<!doctype html><meta charset=utf-8><body>{parts}</body>")
        watch.show(tab, address)
        assert _disallowed(tab) == []
        seen = watch.touched(tab)
        tab.evaluate(REPARSE)
        assert _disallowed(tab) == []
        again = watch.touched(tab)
        for one in (seen, again):
            assert one.is_empty, summary(one)


def test_the_reader_sanitizer_is_sufficient(watch: Watch, tab: Page, canary: Canary, hostile: list[Hostile]) -> None:
    watch.show(tab, canary.put("/reader", "<!doctype html><meta charset=utf-8><body></body>"))
    for some in batched(hostile, AT_ONCE):
        tab.evaluate(CLEAN, [[page.number, page.text] for page in some])
        assert _disallowed(tab) == []
        seen = watch.touched(tab)
        assert seen.is_empty, summary(seen)
