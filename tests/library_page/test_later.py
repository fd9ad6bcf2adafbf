"""Addresses to be read later in the library's list: marked, opened on the web, replaced when saved."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support import prose
from tests.support.library_page import Shelf, found, rows
from tests.support.web_site import Site

pytestmark = pytest.mark.browser


def bring_in(shelf: Shelf, file: Path) -> None:
    """Import a list into the library of a browser, by the command line."""
    home = str(shelf.home)
    homes = {"XDG_STATE_HOME": home, "XDG_DATA_HOME": home, "JINGDU_LIBRARY": str(shelf.folder)}
    subprocess.run([sys.executable, "-I", "-m", "jingdu", "import", str(file)], env={**os.environ, **homes}, check=True)


@pytest.fixture
def later(shelf_with: Callable[..., Shelf], site: Site, tmp_path: Path) -> tuple[Shelf, str, Page]:
    """A library with one address to be read later; the address, and the library page."""
    shelf = shelf_with()
    url = site.put(prose.english())
    bookmarks = tmp_path / "bookmarks.html"
    bookmarks.write_text(f'<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="{url}">Ferry times</A></DL>', "utf-8")
    bring_in(shelf, bookmarks)
    page = shelf.show()
    found(page, 1)
    return shelf, url, page


def test_it_is_marked_and_opens_on_the_web(later: tuple[Shelf, str, Page]) -> None:
    """By the title and by the keyboard, in a tab of its own; the list stays."""
    shelf, url, page = later
    expect(rows(page).locator(".later")).to_have_text("Read later")
    expect(rows(page).locator(".facts")).not_to_contain_text("min read")
    assert Axe().run(page).response["violations"] == []
    with shelf.context.expect_page() as opened:
        rows(page).locator(".title").click()
    expect(opened.value).to_have_url(url)
    page.bring_to_front()
    page.keyboard.press("j")
    with shelf.context.expect_page() as opened:
        page.evaluate("document.querySelector('.row').focus()")
        page.keyboard.press("Enter")
    expect(opened.value).to_have_url(url)
    found(page, 1)


def test_saving_the_page_takes_its_place(later: tuple[Shelf, str, Page]) -> None:
    """Then it is an article like others, and is opened in the reader."""
    shelf, url, page = later
    shelf.save_read(url).close()
    page.bring_to_front()
    found(page, 1)
    expect(rows(page).locator(".later")).to_have_count(0)
    rows(page).locator(".title").click()
    page.wait_for_url("**/reader/reader.html#item=*")


def test_nothing_but_the_web_is_opened(library: Shelf) -> None:
    """Whatever a file of the library says its address is."""
    script = "async (item) => (await import('./row.js')).linkTo(item)"
    page = library.show()
    for url in ("javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", None):
        shown = page.evaluate(script, {"id": "a1", "later": True, "url": url})
        assert shown == {"href": "../reader/reader.html#item=a1"}, url
