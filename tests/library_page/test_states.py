"""Unusual states of the library page: empty, no host, missing folder; unreadable, edited and read-later articles."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support import prose
from tests.support.chromium import REAL_HOST
from tests.support.library_page import Shelf, complaints, found, kept, panel, press_save, rows, settled
from tests.support.reader_page import notes_ready, select
from tests.support.stories import ENGLISH, PICTURED
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser


def state(page: Page) -> str | None:
    settled(page)
    return page.locator("main [data-state]").get_attribute("data-state")


def test_empty_library_explains_how_to_save(shelf_with: Callable[..., Shelf]) -> None:
    page = shelf_with().show()
    assert state(page) == "empty"
    expect(page.locator(".screen")).to_contain_text("Alt+S")
    expect(page.locator(".filter-bar")).to_be_hidden()
    assert complaints(page) == []


@pytest.mark.long
def test_missing_host_shows_the_setup_command_and_a_retry(shelf_with: Callable[..., Shelf]) -> None:
    shelf = shelf_with(None)
    page = shelf.show()
    assert state(page) == "host_missing"
    expect(page.locator(".command")).to_contain_text("jingdu setup")
    expect(page.locator(".setup-notes")).to_contain_text(re.compile("Python 3.11 or newer.*setup.py"))
    page.get_by_role("button", name="Test the connection").click()
    expect(page.locator(".connection")).to_contain_text("The companion app does not answer")
    assert Axe().run(page).response["violations"] == []
    shelf.register(REAL_HOST)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator('[data-state="empty"]')).to_be_visible()


def test_setting_that_cannot_be_stored_is_reported(shelf_with: Callable[..., Shelf]) -> None:
    shelf = shelf_with()
    page = shelf.show()
    page.get_by_role("button", name="Library settings").click()
    box = page.get_by_label("Learn from what I read")
    before = box.is_checked()
    box.click()
    (stored,) = until(lambda: list(shelf.home.rglob("library.json")))
    stored.unlink()
    stored.mkdir()
    box.click()
    expect(page.locator(".choice", has=box)).to_contain_text("Not stored, because Jingdu’s settings file could not be")
    expect(box).to_be_checked(checked=not before)
    stored.rmdir()
    box.click()
    expect(page.locator(".choice", has=box).get_by_role("status")).to_be_empty()


DIRECTION = "one => getComputedStyle(one).direction"


def test_arabic_article_is_right_to_left_and_fits_a_phone(shelf_with: Callable[..., Shelf], site: Site) -> None:
    """Leading Latin letters do not change the direction; separators follow the direction of the line."""
    shelf = shelf_with()
    html = (Path(__file__).parents[1] / "pages" / "ar-rtl" / "page.html").read_text("utf-8")
    shelf.save_read(site.put(html.replace("<p>قبل", "<p>WWF – قبل"))).close()
    page = shelf.show()
    page.set_viewport_size({"width": 390, "height": 800})
    assert rows(page).locator(".snippet").inner_text().startswith("WWF")
    wanted = {".title": "rtl", ".snippet": "rtl", ".facts span:has(bdi) >> nth=0": "ltr", ".facts bdi >> nth=0": "rtl"}
    assert {part: rows(page).locator(part).evaluate(DIRECTION) for part in wanted} == wanted
    until(lambda: page.evaluate(FITS))


FITS = """(() => {
  const [facts, last, text] = [".facts", ".length", ".row .text"].map((one) => document.querySelector(one));
  return last.getBoundingClientRect().bottom <= facts.getBoundingClientRect().bottom + 1
    && facts.scrollHeight <= facts.clientHeight + 1 && facts.scrollWidth <= facts.clientWidth
    && text.scrollHeight <= text.clientHeight;
})()"""
"""Whether all facts of a row are visible; the reading time is the last one."""


@pytest.mark.long
def test_save_reports_a_missing_folder(shelf_with: Callable[..., Shelf], site: Site) -> None:
    shelf = shelf_with()
    shelf.save_read(site.put(prose.english())).close()
    reader = shelf.read(site.put(prose.chinese()))
    shutil.move(shelf.folder, shelf.folder.with_name("elsewhere"))
    shelf.folder.with_name("library").write_text("no folder")
    press_save(reader)
    expect(panel(reader)).to_have_attribute("data-tone", "fault")
    page = shelf.show()
    assert state(page) == "library_missing"
    page.locator(".screen").get_by_role("button", name="Library settings").click()
    expect(page.get_by_role("textbox", name="Location")).to_have_value(str(shelf.folder))
    reader.bring_to_front()
    shelf.folder.unlink()
    shutil.move(shelf.folder.with_name("elsewhere"), shelf.folder)
    panel(reader).get_by_role("button", name="Try again").click()
    expect(panel(reader)).to_have_attribute("data-tone", "done")
    assert len(shelf.articles()) == 2


@pytest.mark.long
def test_the_index_can_be_rebuilt_from_the_page(shelf_with: Callable[..., Shelf], site: Site) -> None:
    """Files added by other programs are listed too."""
    shelf = shelf_with()
    shelf.save_read(site.put(prose.english())).close()
    page = shelf.show()
    found(page, 1)
    folder = shelf.article()
    other = shutil.copytree(folder, folder.with_name("A copy by hand"))
    text = (other / "article.md").read_text("utf-8")
    text = re.sub(r"(?m)^id: .*$", "id: 0000000000000000abcd", text)
    (other / "article.md").write_text(text.replace("A ferry before dawn", "A ferry after dusk"), "utf-8")
    page.get_by_role("button", name="Library settings").click()
    page.get_by_role("button", name="Rebuild the index").click()
    expect(page.get_by_role("dialog")).to_contain_text("The index was rebuilt")
    page.keyboard.press("Escape")
    until(lambda: rows(page).count() == 2)
    page.get_by_role("button", name="Library settings").click()
    shelf.folder.rename(shelf.folder.with_name("elsewhere"))
    page.get_by_role("button", name="Rebuild the index").click()
    expect(page.get_by_role("dialog")).to_contain_text("The library folder was not found. Connect the disk it is on")


def test_an_edited_file_is_shown_after_returning_to_the_window(shelf_with: Callable[..., Shelf], site: Site) -> None:
    """The host, which has just started, finds the change after its first answer."""
    shelf = shelf_with()
    shelf.save_read(site.put(prose.english())).close()
    page = shelf.show()
    found(page, 1)
    file = shelf.article() / "article.md"
    file.write_text(file.read_text("utf-8").replace("A ferry before dawn", "A ferry after dusk"), "utf-8")
    page.evaluate("chrome.runtime.sendMessage({ kind: 'host_again' })")
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(rows(page).locator(".title")).to_have_text("A ferry after dusk")


PICTURE_FAILURE = "Images that could not be saved: 1. The address leads to this computer or a private network."


def test_reason_for_a_missing_picture_is_shown(shelf_with: Callable[..., Shelf], site: Site) -> None:
    shelf = shelf_with()
    html = prose.page("Lamps", prose.paragraphs(prose.ENGLISH, 5) + '<p><img src="/gone.png" alt="gone"></p>')
    reader = shelf.save_read(site.put(html))
    expect(panel(reader)).to_contain_text(PICTURE_FAILURE)
    reader.close()
    page = shelf.show()
    rows(page).get_by_role("button", name="Details").click()
    lacks = page.get_by_role("dialog").locator(".lacks")
    expect(lacks.get_by_role("link", name="gone.png")).to_be_visible()
    expect(lacks.locator("li")).to_contain_text(PICTURE_FAILURE.partition(" 1. ")[2])
    lacks.get_by_role("button").click()
    expect(lacks.locator("[role=status]")).to_have_text(PICTURE_FAILURE)
    folder = shelf.article()
    assert "it leads to this computer or a private network" in (folder / "article.html").read_text("utf-8")
    assert "it leads to this computer or a private network" in (folder / "article.md").read_text("utf-8")
    shutil.rmtree(folder)
    lacks.get_by_role("button").click()
    expect(lacks.locator("[role=status]")).to_contain_text("no longer in the library")


HOST_AGAIN = "chrome.runtime.sendMessage({ kind: 'host_again' })"


def reload_until(page: Page, seen: Callable[[], bool]) -> None:
    """Reloads the page until the idle host has compared its index with the files."""

    def look() -> bool:
        page.reload()
        page.wait_for_timeout(1500)
        return seen()

    until(look)


def corrupt(article: Path) -> str:
    """Corrupts the second line of the file; returns the original content."""
    intact = article.read_text("utf-8")
    article.write_text(re.sub(r"^id: .*$", "id: [broken", intact, flags=re.MULTILINE), "utf-8")
    return intact


@pytest.mark.long
def test_unreadable_article_is_reported_with_file_and_line(shelf_with: Callable[..., Shelf], site: Site) -> None:
    """It is listed again once its file is repaired."""
    shelf = shelf_with()
    for html in (ENGLISH, PICTURED):
        shelf.save_read(site.put(html)).close()
    article = shelf.articles()[0] / "article.md"
    intact = corrupt(article)
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


MARKED = "harbour lamps still burn"


@pytest.fixture
def article(library: Shelf) -> Iterator[Path]:
    """The file of the English article; restored after the test."""
    (path,) = library.folder.glob("What the harbour*/article.md")
    before = path.read_bytes()
    yield path
    path.write_bytes(before)


def test_the_reader_shows_the_edited_text_with_its_highlights(page: Page, article: Path) -> None:
    rows(page).filter(has_text="What the harbour knows").locator(".title").click()
    kept(page)
    expect(notes_ready(page).locator(".edited")).to_have_count(0)
    select(page, MARKED, 3)
    page.get_by_role("button", name="Yellow").click()
    expect(page.locator('[data-action="notes"]')).to_have_attribute("data-count", "1")
    until((article.parent / "highlights.json").exists)
    head, _, body = article.read_text("utf-8").partition("\n---\n")
    article.write_text(f"{head}\n---\n\n**Put in** by hand.\n{body.replace('leaves', 'goes', 1)}", "utf-8")
    page.reload()
    kept(notes_ready(page))
    expect(page.locator(".edited")).to_have_text("The text as you edited it in article.md")
    expect(page.locator(".text p").first).to_have_text("Put in by hand.")
    expect(page.locator(".text strong")).to_have_text("Put in")
    expect(page.locator('[data-action="notes"]')).to_have_attribute("data-count", "1")
    result = "(range) => [range.toString(), range.startContainer.data.slice(0, 3)]"
    assert page.evaluate(f"[...CSS.highlights.get('note-yellow')].map({result})") == [[MARKED, "[3]"]]


def test_read_later_item_opens_its_web_page_until_it_is_saved(
    shelf_with: Callable[..., Shelf], site: Site, tmp_path: Path
) -> None:
    """Opens in a new tab, by mouse and keyboard. Once saved, it opens in the reader."""
    shelf = shelf_with()
    url = site.put(prose.english())
    bookmarks = tmp_path / "bookmarks.html"
    bookmarks.write_text(f'<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="{url}">Ferry times</A></DL>', "utf-8")
    shelf.run_jingdu("import", bookmarks)
    page = shelf.show()
    found(page, 1)
    expect(rows(page).locator(".later")).to_have_text("Read later")
    expect(rows(page).locator(".facts")).not_to_contain_text("min read")
    assert Axe().run(page).response["violations"] == []
    with shelf.context.expect_page() as opened:
        rows(page).locator(".title").click()
    expect(opened.value).to_have_url(url)
    opened.value.close()
    page.bring_to_front()
    page.keyboard.press("j")
    with shelf.context.expect_page() as opened:
        page.evaluate("document.querySelector('.row').focus()")
        page.keyboard.press("Enter")
    expect(opened.value).to_have_url(url)
    opened.value.close()
    found(page, 1)
    shelf.save_read(url).close()
    page.bring_to_front()
    found(page, 1)
    expect(rows(page).locator(".later")).to_have_count(0)
    rows(page).locator(".title").click()
    page.wait_for_url("**/reader/reader.html#item=*")


def test_only_web_addresses_are_opened(library: Shelf) -> None:
    """Files of the library may contain any address."""
    script = "async (item) => (await import('./row.js')).linkTo(item)"
    page = library.show()
    for url in ("javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", None):
        shown = page.evaluate(script, {"id": "a1", "later": True, "url": url})
        assert shown == {"href": "../reader/reader.html#item=a1"}, url
