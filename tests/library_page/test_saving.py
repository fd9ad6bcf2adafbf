"""Saving, with the shortcut and in the reader: pictures, duplicates, tags, archive and trash."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support import prose
from tests.support.library_page import Shelf, kept, panel, press_save, rows
from tests.support.pictures import embedded, png
from tests.support.stories import PICTURED, market
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

IS_LOADED = (
    "() => [...document.querySelectorAll('article img')].every((one) => one.complete && one.naturalWidth === 600)"
)

RECORD_SAVED_REQUESTS = """(() => {
  const send = globalThis.chrome?.runtime?.sendMessage?.bind(chrome.runtime);
  if (send) chrome.runtime.sendMessage = (message) => {
    if (message.request?.action === "saved") (globalThis.drawn ??= []).push(!!document.querySelector("article .text"));
    return send(message);
  };
})()"""
"""Records for each ``saved`` request of a page whether its article is already drawn."""


def test_alt_s_saves_the_page_with_its_pictures(library: Shelf, site: Site) -> None:
    """The page provides the pictures, since the host may not fetch local addresses."""
    folder = next(path for path in library.articles() if "clock" in (path / "article.md").read_text("utf-8"))
    pictures = [path for path in (folder / "assets").iterdir() if path.read_bytes().startswith(b"\x89PNG")]
    assert len(pictures) == 1
    assert pictures[0].name in (folder / "article.md").read_text("utf-8")


def test_data_url_pictures_are_shown_and_saved(shelf_with: Callable[..., Shelf], site: Site) -> None:
    shelf = shelf_with()
    picture = f'</p><p><img src="{embedded(png(600, 300))}" alt="A plot"></p>'
    page = shelf.save_read(site.put(market().replace("</p>", picture, 1)))
    until(lambda: page.evaluate(IS_LOADED))
    assert len(list(shelf.article().glob("assets/*.png"))) == 1


def test_saved_article_can_be_read_offline(library: Shelf) -> None:
    page = library.show()
    library.context.set_offline(True)
    try:
        page.get_by_role("link", name="A clock on the quay").click()
        kept(page)
        page.locator("article img").scroll_into_view_if_needed()
        until(lambda: page.evaluate(IS_LOADED))
        assert page.locator("article img").get_attribute("src").startswith("blob:")
        expect(page.locator("article .text")).to_contain_text("keeper climbs up every Sunday")
        page.reload()
        kept(page)
    finally:
        library.context.set_offline(False)


def test_saving_an_article_again_asks_first(shelf_with: Callable[..., Shelf], site: Site) -> None:
    shelf = shelf_with()
    address = site.put(market())
    first = shelf.save_read(address)
    expect(panel(first)).to_contain_text("Saved to the library")
    expect(first.locator('[data-action="save"]')).to_have_attribute("aria-pressed", "true")
    first.close()
    site.put(market("A correction was made to this article."), address.removeprefix(site.origin))
    again = shelf.read(address)
    expect(again.locator('[data-action="save"]')).to_have_attribute("aria-pressed", "true")
    press_save(again)
    panel(again).get_by_role("button", name="Save again").click()
    expect(panel(again)).to_contain_text(re.compile(r"You saved a similar article .*\(\d\d+ ?% the same\)"))
    expect(again.locator('[data-action="save"]')).to_have_attribute("aria-pressed", "true")
    panel(again).get_by_role("button", name="Replace it").click()
    expect(panel(again)).to_contain_text("Saved to the library")
    folder = shelf.article()
    assert "A correction was made" in (folder / "article.md").read_text("utf-8")


def test_reader_archives_removes_and_restores_an_article(shelf_with: Callable[..., Shelf], site: Site) -> None:
    """Changes in the library's copy also update the page's reader. A missing item has its own screen."""
    shelf = shelf_with()
    saved = shelf.save_read(site.put(prose.english())).locator('[data-action="save"]')
    copy = shelf.show()
    rows(copy).locator(".title").click()
    kept(copy)
    press_save(copy)
    panel(copy).get_by_label("Tags").fill("渡船，ferry，")
    panel(copy).get_by_role("button", name="Remove “ferry”").press("Enter")
    panel(copy).get_by_label("Tags").fill("潮汐")
    copy.locator('[data-action="save"]').press("Tab")
    expect(panel(copy).get_by_role("button", name="Open the library")).to_be_focused()
    until(lambda: '\ntags: ["渡船", "潮汐"]\n' in (shelf.article() / "article.md").read_text("utf-8"))
    panel(copy).get_by_role("button", name="Archive").press("Enter")
    expect(panel(copy).get_by_role("button", name="Unarchive")).to_be_focused()
    panel(copy).get_by_role("button", name="Remove", exact=True).click()
    expect(panel(copy)).to_contain_text("Moved to the trash")
    expect(saved).to_have_attribute("aria-pressed", "false")
    press_save(copy)  # closes the panel
    press_save(copy)
    panel(copy).get_by_role("button", name="Restore").click()
    expect(saved).to_have_attribute("aria-pressed", "true")
    assert len(shelf.articles()) == 1
    copy.goto(f"{copy.url.partition('=')[0]}=00000000000000000000")
    expect(copy.locator('[data-state="item_missing"]')).to_be_visible()


@pytest.mark.long
def test_duplicates_view_lists_and_deletes_duplicates(shelf_with: Callable[..., Shelf], site: Site) -> None:
    shelf = shelf_with()
    shelf.save_read(site.put(market())).close()
    copy = shelf.read(site.put(market("Reprinted with permission.")))
    press_save(copy)
    panel(copy).get_by_role("button", name="Keep both").click()
    expect(panel(copy)).to_contain_text("Saved to the library")
    page = shelf.show("#place=duplicates")
    expect(page.locator(".group .one")).to_have_count(2)
    page.set_viewport_size({"width": 240, "height": 800})
    assert page.evaluate("document.querySelector('fieldset').getBoundingClientRect().right < innerWidth")
    page.get_by_role("button", name="Delete the others").click()
    expect(page.locator('[data-state="empty"]')).to_be_visible()
    until(lambda: len(shelf.articles()) == 1)


def test_page_without_an_article_is_reported_and_not_saved(shelf_with: Callable[..., Shelf], site: Site) -> None:
    shelf = shelf_with()
    tab = shelf.press(shelf.open(site.put(f"<title>Links</title><ul>{prose.NAVIGATION}</ul>")))
    assert shelf.sign(tab) == "!"
    assert "No article" in shelf.tooltip(tab)
    assert not shelf.articles()


@pytest.mark.long
def test_article_is_drawn_before_the_library_is_queried(shelf_with: Callable[..., Shelf], site: Site) -> None:
    shelf = shelf_with()
    shelf.context.add_init_script(RECORD_SAVED_REQUESTS)
    page = shelf.read(site.put(PICTURED))
    assert until(lambda: page.evaluate("globalThis.drawn")) == [True]
