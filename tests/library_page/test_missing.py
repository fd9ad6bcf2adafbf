"""Pictures that could not be saved: why, in the user's language, where it is saved and in the library."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support import prose
from tests.support.library_page import Shelf, panel, rows
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

WORDS = {
    "en": ("Images that could not be saved: 1. The address leads to this computer or a private network.", "Details"),
    "zh-CN": ("有 1 张图片未能保存。地址指向本机或内部网络。", "详情"),
}


@pytest.mark.sample("en")
@pytest.mark.parametrize("language", WORDS)
def test_the_reason_is_told(shelf_with: Callable[..., Shelf], site: Site, language: str) -> None:
    shelf = shelf_with(language=language)
    words, details = WORDS[language]
    html = prose.page("Lamps", prose.paragraphs(prose.ENGLISH, 5) + '<p><img src="/gone.png" alt="gone"></p>')
    reader = shelf.save_read(site.put(html))
    expect(panel(reader)).to_contain_text(words)
    reader.close()
    page = shelf.show()
    rows(page).get_by_role("button", name=details).click()
    lacks = page.get_by_role("dialog").locator(".lacks")
    expect(lacks.get_by_role("link", name="gone.png")).to_be_visible()
    expect(lacks.locator("li")).to_contain_text(words.partition(". " if language == "en" else "保存。")[2])
    lacks.get_by_role("button").click()
    expect(lacks.locator("[role=status]")).to_have_text(words)
    (folder,) = shelf.articles()
    assert "it leads to this computer or a private network" in (folder / "article.html").read_text("utf-8")
    assert "it leads to this computer or a private network" in (folder / "article.md").read_text("utf-8")
