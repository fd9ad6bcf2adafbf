"""Hundreds of articles: the list opens, scrolls and is searched without holding more than it shows."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support import prose
from tests.support.chromium import REAL_HOST
from tests.support.library_page import Shelf, found, rows
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MANY = 300

SCROLL = """async (steps) => {
  const most = document.documentElement.scrollHeight - innerHeight;
  let rows = 0;
  for (let step = 1; step <= steps; step++) {
    scrollTo(0, (most * step) / steps);
    await new Promise(requestAnimationFrame);
    rows = Math.max(rows, document.querySelectorAll(".row").length);
  }
  return rows;
}"""
"""From the top to the end; the most rows that were there at a time."""


@pytest.fixture(scope="module")
def many(spare: Shelf, site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A library with many articles, made from one that was saved."""
    running = spare.with_host(REAL_HOST, tmp_path_factory.mktemp("many") / "home")
    running.save_read(site.put(prose.english(3))).close()
    (sample,) = running.articles()
    fill(sample, MANY)
    subprocess.run([sys.executable, "-m", "jingdu", "reindex"], env=environment(running), check=True)
    yield running
    for page in spare.context.pages[1:]:
        page.close()


def environment(running: Shelf) -> dict[str, str]:
    """What the host of that browser runs with."""
    data = str(running.home)
    return {**os.environ, "XDG_DATA_HOME": data, "XDG_STATE_HOME": data, "JINGDU_LIBRARY": str(running.folder)}


def fill(sample: Path, number: int) -> None:
    """Write articles like the sample, each with a title, an id and a time of its own."""
    text = (sample / "article.md").read_text("utf-8")
    body, start = text.split("---\n", 2)[2], datetime(2025, 1, 1, tzinfo=UTC)
    fields = text.split("---\n", 2)[1].splitlines()
    for n in range(1, number):
        changes = {
            "title": f"Ferry number {n}",
            "id": f"a{n:019x}",
            "saved": (start + timedelta(minutes=n)).isoformat(),
        }
        head = [f"{name}: {changes[name]}" if (name := line.split(":")[0]) in changes else line for line in fields]
        folder = sample.with_name(f"Ferry number {n}")
        folder.mkdir()
        (folder / "article.md").write_text("---\n" + "\n".join(head) + f"\n---\n{body}", "utf-8")


@pytest.mark.long
def test_many_articles_are_listed_scrolled_and_searched(many: Shelf) -> None:
    page = many.show()
    expect(page.locator(".found")).to_have_text(f"Articles: {MANY}")
    assert page.evaluate(SCROLL, 60) < 60
    until(lambda: not page.locator(".row.waiting").count())
    expect(rows(page).last.locator(".title")).to_have_text("Ferry number 1")
    search(page, '"Ferry number 277"')
    expect(rows(page).locator(".title")).to_have_text(["Ferry number 277"])
    page.keyboard.press("Escape")
    found(page, MANY)


def search(page: Page, words: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(words)


@pytest.mark.long
def test_all_are_selected_not_only_those_on_the_screen(many: Shelf) -> None:
    page = many.show()
    page.keyboard.press("*")
    expect(page.locator(".bulk")).to_contain_text(f"Selected: {MANY}")
    page.keyboard.press("Escape")
    expect(page.locator(".bulk")).to_be_hidden()
