"""An article whose file can't be read is shown above the list, with file, line and reason, until it is repaired."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.library_page import Shelf, complaints, rows
from tests.support.stories import ENGLISH, PICTURED
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

HOST_AGAIN = "chrome.runtime.sendMessage({ kind: 'host_again' })"


def reload_until(page: Page, seen: Callable[[], bool]) -> None:
    """Reloads the page until the host has compared its index with the files, which it does when it is idle."""

    def look() -> bool:
        page.reload()
        page.wait_for_timeout(1500)
        return seen()

    until(look)


def broken(article: Path) -> str:
    """Breaks the file's second line; what it held."""
    intact = article.read_text("utf-8")
    article.write_text(re.sub(r"^id: .*$", "id: [broken", intact, flags=re.MULTILINE), "utf-8")
    return intact


@pytest.mark.long
def test_it_is_shown_with_file_and_line_and_comes_back(shelf_with: Callable[..., Shelf], site: Site) -> None:
    shelf = shelf_with()
    for html in (ENGLISH, PICTURED):
        shelf.save_read(site.put(html)).close()
    article = shelf.articles()[0] / "article.md"
    intact = broken(article)
    page = shelf.show()
    page.evaluate(HOST_AGAIN)
    notice = page.locator(".unreadable")
    reload_until(page, notice.is_visible)
    expect(rows(page)).to_have_count(1)
    expect(notice.get_by_role("listitem")).to_have_count(1)
    expect(notice.locator("code")).to_have_text(f"{article.parent.name}/article.md")
    expect(notice).to_contain_text("line 2")
    expect(notice).to_contain_text("is not valid YAML")
    assert complaints(page) == []
    article.write_text(intact, "utf-8")
    reload_until(page, lambda: rows(page).count() == 2 and not notice.is_visible())
