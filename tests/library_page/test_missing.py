"""Pictures that could not be saved: the reason, where the article is saved and in the library."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support import prose
from tests.support.library_page import Shelf, panel, rows
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

REASON = "The address leads to this computer or a private network."
WORDS = f"Images that could not be saved: 1. {REASON}"


def test_the_reason_is_shown(shelf_with: Callable[..., Shelf], site: Site) -> None:
    shelf = shelf_with()
    html = prose.page("Lamps", prose.paragraphs(prose.ENGLISH, 5) + '<p><img src="/gone.png" alt="gone"></p>')
    reader = shelf.save_read(site.put(html))
    expect(panel(reader)).to_contain_text(WORDS)
    reader.close()
    page = shelf.show()
    rows(page).get_by_role("button", name="Details").click()
    lacks = page.get_by_role("dialog").locator(".lacks")
    expect(lacks.get_by_role("link", name="gone.png")).to_be_visible()
    expect(lacks.locator("li")).to_contain_text(REASON)
    lacks.get_by_role("button").click()
    expect(lacks.locator("[role=status]")).to_have_text(WORDS)
    (folder,) = shelf.articles()
    assert "it leads to this computer or a private network" in (folder / "article.html").read_text("utf-8")
    assert "it leads to this computer or a private network" in (folder / "article.md").read_text("utf-8")
