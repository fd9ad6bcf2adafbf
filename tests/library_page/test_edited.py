"""A kept article edited in an editor: the reader shows that text, says so, and keeps the highlights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.library_page import Shelf, kept, rows

pytestmark = pytest.mark.browser

WORDS = "harbour lamps still burn"


@pytest.fixture
def article(library: Shelf) -> Iterator[Path]:
    """The English article's file; what a test does to it is undone."""
    (path,) = library.folder.glob("What the harbour*/article.md")
    before = path.read_bytes()
    yield path
    path.write_bytes(before)


def ready(page: Page) -> None:
    kept(page)
    page.wait_for_selector('[data-action="notes"]:not([aria-disabled="true"])')


def mark(page: Page) -> None:
    """Highlight words of the fourth paragraph."""
    page.evaluate(
        """(words) => {
          const node = document.querySelectorAll("article .text p")[3].firstChild;
          const at = node.data.indexOf(words);
          getSelection().setBaseAndExtent(node, at, node, at + words.length);
        }""",
        WORDS,
    )
    page.get_by_role("button", name="Yellow").click()


def test_the_reader_shows_the_edited_text_with_its_highlights(page: Page, article: Path) -> None:
    rows(page).nth(1).locator(".title").click()
    ready(page)
    expect(page.locator(".edited")).to_have_count(0)
    mark(page)
    expect(page.locator('[data-action="notes"]')).to_have_attribute("data-count", "1")
    head, _, body = article.read_text("utf-8").partition("\n---\n")
    article.write_text(f"{head}\n---\n\n**Put in** by hand.\n{body.replace('leaves', 'goes', 1)}", "utf-8")
    page.reload()
    ready(page)
    expect(page.locator(".edited")).to_have_text("The text as you edited it in article.md")
    expect(page.locator(".text p").first).to_have_text("Put in by hand.")
    expect(page.locator(".text strong")).to_have_text("Put in")
    expect(page.locator('[data-action="notes"]')).to_have_attribute("data-count", "1")
    result = "(range) => [range.toString(), range.startContainer.data.slice(0, 3)]"
    assert page.evaluate(f"[...CSS.highlights.get('note-yellow')].map({result})") == [[WORDS, "[3]"]]
