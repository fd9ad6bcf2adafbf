"""Each of the two allow-lists alone, without a policy or the other list."""

import pytest
from playwright.sync_api import Page

from tests.hostile.pages.acting import ATTRIBUTE_LIST, EXAMINE, TAG_LIST
from tests.hostile.pages.canary import Canary
from tests.hostile.pages.chain import Read, batched, sections
from tests.hostile.pages.generator import Hostile
from tests.hostile.pages.watching import Watch, found

pytestmark = [pytest.mark.browser, pytest.mark.timeout(3600)]

AT_ONCE = 400
"""Articles on one page of the browser."""

AGAIN = "() => { for (let time = 0; time < 2; time++) document.body.innerHTML = document.body.innerHTML; }"
"""Serialized by one parser and parsed by another, repeatedly: the source of mutations."""

CLEANED = """async (parts) => {
  const { clean } = await import("/extension/reader/article/clean.js");
  document.body.replaceChildren();
  for (const [number, html] of parts) {
    const section = document.createElement("section");
    section.dataset.v = number;
    section.append(clean(html));
    document.body.append(section);
  }
}"""


def _odd(page: Page) -> list[str]:
    odd: list[str] = page.evaluate(EXAMINE, ["body", TAG_LIST, ATTRIBUTE_LIST])
    return odd


def test_the_hosts_list_alone(watch: Watch, tab: Page, canary: Canary, articles: list[Read]) -> None:
    """The host's output is inert in a page without any policy, also when it is parsed again and again."""
    for number, some in enumerate(batched(articles, AT_ONCE)):
        parts = sections((read.page.number, read.article.html) for read in some)
        address = canary.put(f"/host/{number}", f"<!doctype html><meta charset=utf-8><body>{parts}</body>")
        watch.show(tab, address)
        assert _odd(tab) == []
        seen = watch.stirred(tab)
        tab.evaluate(AGAIN)
        assert _odd(tab) == []
        again = watch.stirred(tab)
        for one in (seen, again):
            assert one.nothing, found(one)


def test_the_readers_list_alone(watch: Watch, tab: Page, canary: Canary, hostile: list[Hostile]) -> None:
    watch.show(tab, canary.put("/reader", "<!doctype html><meta charset=utf-8><body></body>"))
    for some in batched(hostile, AT_ONCE):
        tab.evaluate(CLEANED, [[page.number, page.text] for page in some])
        assert _odd(tab) == []
        seen = watch.stirred(tab)
        assert seen.nothing, found(seen)
