"""A save is answered, and in the right tab, if its page was left, closed or loads, or the background slept."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_click import end_background
from tests.browser.test_life import one_host
from tests.host.test_once import PROGRAM
from tests.support import prose
from tests.support.chromium import REAL_HOST
from tests.support.library_page import SIGN, Shelf, panel, press_save
from tests.support.notice import Asked, questions
from tests.support.stories import market
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = [pytest.mark.browser, pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")]

Starter = Callable[..., Shelf]
QUICK = """() => {  // a fortieth of the at most 20 s for pictures; `injected` has what was run in pages
  const [wait, inject] = [globalThis.setTimeout, chrome.scripting.executeScript.bind(chrome.scripting)];
  const isOfPictures = (time) => time >= 15_000 && time <= 20_000 && injected.includes("bytesOf");
  globalThis.setTimeout = (act, time, ...rest) => wait(act, isOfPictures(time) ? time / 40 : time, ...rest);
  globalThis.injected = [];
  chrome.scripting.executeScript = (how) => (injected.push(how.func?.name ?? ""), inject(how));
}"""


def noticed(shelf: Shelf, page: Page, words: str) -> Asked:
    """The notice of a page, once it has a button with these words."""
    found = Asked(page, shelf.context.new_cdp_session(page))
    until(lambda: words in found.buttons())
    return found


def question(shelf: Shelf) -> Page:
    """The one tab in which we ask."""
    found = until(lambda: questions(shelf))
    assert len(found) == 1
    page: Page = found[0]
    return page


@contextmanager
def stopped(shelf: Shelf) -> Iterator[None]:
    """A host that answers nothing for a while."""
    host = one_host(shelf.home)
    os.kill(host, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(host, signal.SIGCONT)


@pytest.mark.long
def test_try_again_is_heard_by_a_background_that_slept(shelf_with: Starter, site: Site) -> None:
    """Without a host nothing keeps the background awake, and a set-up takes longer than half a minute."""
    shelf = shelf_with(None)
    page = shelf.open(site.put(prose.english()))
    assert shelf.sign(shelf.press(page)) == "!"
    found = noticed(shelf, page, "Try again")
    shelf.register(REAL_HOST)
    end_background(shelf)
    found.press_button("Try again")
    until(shelf.articles)
    until(lambda: "Undo…" in found.buttons())


@pytest.mark.long
def test_a_page_that_still_loads_is_saved(shelf_with: Starter, site: Site) -> None:
    """A script in the middle of the page that never loads keeps it from being idle."""
    shelf = shelf_with()
    html = prose.english().replace("</article>", '</article><script src="/slow.png"></script>')
    html = html.replace("<p>[3]", '<img src="/clock.png" width="600" height="338" alt=""><p>[3]')
    page = shelf.context.new_page()
    page.goto(site.put(html), wait_until="commit")
    expect(page.locator("article")).to_contain_text("[11]")
    assert shelf.sign(shelf.press(page)) == "✓"
    assert "Open it" in noticed(shelf, page, "Undo…").buttons()
    assert page.evaluate("document.readyState") == "loading"


@pytest.mark.long
def test_two_pages_saved_one_after_the_other_in_a_tab_are_both_kept(shelf_with: Starter, site: Site) -> None:
    """Even though the first is not complete when the second begins."""
    shelf = shelf_with()
    shelf.show().close()  # starts the host
    page = shelf.open(site.put(prose.english()))
    with stopped(shelf):
        tab = shelf.press(page)
        until(lambda: shelf.worker.evaluate(SIGN, tab) == "…")
        page.goto(site.put(market()))
        shelf.press(page)
    until(lambda: len(shelf.articles()) == 2)


@pytest.mark.long
def test_a_question_of_a_save_whose_tab_was_closed_opens_our_page(shelf_with: Starter, site: Site) -> None:
    shelf = shelf_with()
    address = site.put(market())
    shelf.save_read(address).close()
    page = shelf.open(address)
    with stopped(shelf):
        tab = shelf.press(page)
        until(lambda: shelf.worker.evaluate(SIGN, tab) == "…")
        page.close()
    asked = question(shelf)
    expect(asked.get_by_role("heading")).to_contain_text("You saved this")
    asked.get_by_role("button", name="Keep both").click()
    expect(asked.get_by_role("heading")).to_contain_text("Saved to the library")
    assert len(shelf.articles()) == 2


@pytest.mark.long
def test_try_again_repeats_the_failed_action(shelf_with: Starter, site: Site) -> None:
    """A failed removal is not tried again as a save."""
    shelf = shelf_with()
    reader = shelf.save_read(site.put(prose.english()))
    away = shelf.folder.rename(shelf.folder.with_name("away"))
    panel(reader).get_by_role("button", name="Undo").click()
    expect(panel(reader)).to_have_attribute("data-tone", "fault")
    away.rename(shelf.folder)
    panel(reader).get_by_role("button", name="Try again").click()
    expect(panel(reader)).to_contain_text("Moved to the trash")
    until(lambda: not shelf.articles())
    reader.keyboard.press("Escape")
    expect(panel(reader)).to_have_count(0)  # while it is open, the button closes it
    press_save(reader)
    expect(panel(reader)).to_contain_text("Saved to the library")


def test_a_page_that_is_left_while_its_pictures_are_sent_is_saved(shelf_with: Starter, site: Site) -> None:
    """The browser keeps the page in the back-forward cache, where it never answers."""
    shelf = shelf_with(remembers=True)
    shelf.worker.evaluate(QUICK)
    page = shelf.context.new_page()
    page.goto(site.put(prose.english().replace("<p>[3]", '<img src="/slow.png" alt=""><p>[3]')), wait_until="commit")
    expect(page.locator("article")).to_contain_text("[11]")
    shelf.press(page)
    until(lambda: "bytesOf" in shelf.worker.evaluate("injected"))
    page.evaluate("(address) => { location.href = address; }", site.put(prose.chinese()))
    until(shelf.articles)


@pytest.mark.long
def test_a_save_before_the_article_is_shown_is_done_once_it_is(shelf_with: Starter, site: Site) -> None:
    """Alt+R, and Alt+S at once."""
    shelf = shelf_with()
    shelf.show().close()  # starts the host
    page = shelf.open(site.put(prose.english()))
    with stopped(shelf):
        shelf.click(page)
        page.wait_for_selector('[data-state="reading"]')
        shelf.press(page)
        shelf.press(page)
    expect(panel(page)).to_contain_text("Saved to the library")
    assert len(shelf.articles()) == 1


@pytest.mark.sample("worker")
@pytest.mark.parametrize("whom", ["worker", "host"])
def test_a_save_whose_reply_is_lost_is_stored_once(shelf_with: Starter, site: Site, tmp_path: Path, whom: str) -> None:
    """Worker or host are killed when the article is on the disk, before they say so."""
    program, armed = tmp_path / "killed.py", tmp_path / "armed"
    program.write_text(PROGRAM)
    shelf = shelf_with((sys.executable, str(program), str(armed), whom))
    page = shelf.open(site.put(prose.english()))
    armed.write_text("save")
    assert shelf.sign(shelf.press(page)) == "✓"
    assert not armed.exists()
    noticed(shelf, page, "Undo…")
    assert len(shelf.articles()) == 1
