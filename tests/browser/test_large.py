"""Large pages and large articles, whole."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support import prose
from tests.support.chromium import Jingdu, state
from tests.support.web_site import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.long
def test_a_page_of_5_mb_is_read(reader: Jingdu, site: Site) -> None:
    cards = "".join(f'<li class="card"><a href="/c/{n}"><b>{n}</b> card number {n}</a></li>' for n in range(60_000))
    html = prose.english().replace("<footer>", f"<aside><ul>{cards}</ul></aside><footer>")
    assert len(html) > 4_000_000
    page = reader.read(site.put(html + f"<script>/*{'x' * 1_000_000}*/</script>"))
    assert state(page) == "article"
    expect(page.locator("main article")).to_contain_text("[11] The ferry")


@pytest.mark.long
def test_a_chinese_article_of_10_mb_arrives_whole(reader: Jingdu, site: Site) -> None:
    number = 10_000_000 // (3 * len(prose.CHINESE.encode()))
    page = reader.read(site.put(prose.chinese(number)))
    assert state(page) == "article"
    text = page.locator("main article").text_content() or ""
    missing = [n for n in range(number) if f"[{n}]" not in text]
    assert missing == []
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
