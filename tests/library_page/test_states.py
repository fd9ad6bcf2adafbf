"""What the library page shows instead of a list: nothing saved, no host, no folder."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support import prose
from tests.support.chromium import REAL_HOST
from tests.support.library_page import LIBRARY, Shelf, complaints, found, panel, press_save, rows, settled
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser


def state(page: Page) -> str | None:
    settled(page)
    return page.locator("main [data-state]").get_attribute("data-state")


def test_an_empty_library_says_how_to_fill_it(shelf_with: Callable[..., Shelf]) -> None:
    page = shelf_with().show()
    assert state(page) == "empty"
    expect(page.locator(".screen")).to_contain_text("Alt+S")
    assert complaints(page) == []


@pytest.mark.long
def test_without_a_host_the_page_shows_the_command_and_tries_again(shelf_with: Callable[..., Shelf]) -> None:
    shelf = shelf_with(None)
    page = shelf.show()
    assert state(page) == "host_missing"
    expect(page.locator(".command")).to_contain_text("jingdu setup")
    expect(page.locator(".setup-notes")).to_contain_text("setup.py")
    assert Axe().run(page).response["violations"] == []
    shelf.register(REAL_HOST)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator('[data-state="empty"]')).to_be_visible()


@pytest.mark.long
def test_a_folder_that_is_gone_is_reported_by_a_save(shelf_with: Callable[..., Shelf], site: Site) -> None:
    shelf = shelf_with()
    shelf.save_read(site.put(prose.english())).close()
    reader = shelf.read(site.put(prose.chinese()))
    shutil.move(shelf.folder, shelf.folder.with_name("elsewhere"))
    shelf.folder.with_name("library").write_text("no folder")
    press_save(reader)
    expect(panel(reader)).to_have_attribute("data-tone", "fault")
    assert state(shelf.show()) == "library_missing"
    reader.bring_to_front()
    shelf.folder.unlink()
    shutil.move(shelf.folder.with_name("elsewhere"), shelf.folder)
    panel(reader).get_by_role("button", name="Try again").click()
    expect(panel(reader)).to_have_attribute("data-tone", "done")
    assert len(shelf.articles()) == 2


@pytest.mark.long
def test_an_article_that_is_gone_has_a_screen(shelf_with: Callable[..., Shelf], site: Site) -> None:
    shelf = shelf_with()
    page = shelf.open(LIBRARY.replace("library/library.html", "reader/reader.html#item=00000000000000000000"))
    expect(page.locator('[data-state="item_missing"]')).to_be_visible()


@pytest.mark.long
def test_the_index_heals_itself(shelf_with: Callable[..., Shelf], site: Site) -> None:
    """Files that came by another way are in the list too."""
    shelf = shelf_with()
    shelf.save_read(site.put(prose.english())).close()
    page = shelf.show()
    found(page, 1)
    (folder,) = shelf.articles()
    other = shutil.copytree(folder, folder.with_name("A copy by hand"))
    text = (other / "article.md").read_text("utf-8")
    text = re.sub(r"(?m)^id: .*$", "id: 0000000000000000abcd", text)
    (other / "article.md").write_text(text.replace("A ferry before dawn", "A ferry after dusk"), "utf-8")
    page.get_by_role("button", name="About this library").click()
    page.get_by_role("button", name="Rebuild the index").click()
    expect(page.get_by_role("dialog")).to_contain_text("The index was rebuilt")
    page.keyboard.press("Escape")
    until(lambda: rows(page).count() == 2)
