"""Saves whose page is left, closed or still loading, or that a stopped background or host interrupts."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_click import end_background
from tests.browser.test_life import wait_for_host
from tests.host.test_once import PROGRAM
from tests.support import prose
from tests.support.chromium import REAL_HOST
from tests.support.library_page import SIGN, Shelf, panel, press_save
from tests.support.notice import Notice, questions
from tests.support.stories import market
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = [pytest.mark.browser, pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")]

Starter = Callable[..., Shelf]
SHORT_PICTURE_TIMEOUT = """() => {  // divides the picture timeouts by 40; `injected` lists the functions run in pages
  const [wait, inject] = [globalThis.setTimeout, chrome.scripting.executeScript.bind(chrome.scripting)];
  const isOfPictures = (time) => time >= 15_000 && time <= 20_000 && injected.includes("bytesOf");
  globalThis.setTimeout = (act, time, ...rest) => wait(act, isOfPictures(time) ? time / 40 : time, ...rest);
  globalThis.injected = [];
  chrome.scripting.executeScript = (how) => (injected.push(how.func?.name ?? ""), inject(how));
}"""


def notice_with(shelf: Shelf, page: Page, words: str) -> Notice:
    """The notice of a page, as soon as it has a button with this label."""
    found = Notice(page, shelf.context.new_cdp_session(page))
    until(lambda: words in found.buttons())
    return found


def question_page(shelf: Shelf) -> Page:
    """The only open question tab."""
    found = until(lambda: questions(shelf))
    assert len(found) == 1
    page: Page = found[0]
    return page


@contextmanager
def paused_host(shelf: Shelf) -> Iterator[None]:
    """Pauses the host."""
    host = wait_for_host(shelf.home)
    os.kill(host, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(host, signal.SIGCONT)


@pytest.mark.long
def test_try_again_wakes_a_stopped_background(shelf_with: Starter, site: Site) -> None:
    """Without a host nothing keeps the background alive, and setup takes longer than its idle timeout."""
    shelf = shelf_with(None)
    page = shelf.open(site.put(prose.english()))
    assert shelf.sign(shelf.press(page)) == "!"
    found = notice_with(shelf, page, "Try again")
    shelf.register(REAL_HOST)
    end_background(shelf)
    found.press_button("Try again")
    until(shelf.articles)
    until(lambda: "Undo…" in found.buttons())


@pytest.mark.long
def test_page_that_is_still_loading_is_saved(shelf_with: Starter, site: Site) -> None:
    """A script that never loads keeps the page from becoming idle."""
    shelf = shelf_with()
    html = prose.english().replace("</article>", '</article><script src="/slow.png"></script>')
    html = html.replace("<p>[3]", '<img src="/clock.png" width="600" height="338" alt=""><p>[3]')
    page = shelf.context.new_page()
    page.goto(site.put(html), wait_until="commit")
    expect(page.locator("article")).to_contain_text("[11]")
    assert shelf.sign(shelf.press(page)) == "✓"
    assert "Open it" in notice_with(shelf, page, "Undo…").buttons()
    assert page.evaluate("document.readyState") == "loading"


@pytest.mark.long
def test_overlapping_saves_in_one_tab_are_both_stored(shelf_with: Starter, site: Site) -> None:
    """The second save starts before the first is complete."""
    shelf = shelf_with()
    shelf.show().close()  # starts the host
    page = shelf.open(site.put(prose.english()))
    with paused_host(shelf):
        tab = shelf.press(page)
        until(lambda: shelf.worker.evaluate(SIGN, tab) == "…")
        page.goto(site.put(market()))
        shelf.press(page)
    until(lambda: len(shelf.articles()) == 2)


@pytest.mark.long
def test_question_opens_a_tab_if_the_saved_tab_was_closed(shelf_with: Starter, site: Site) -> None:
    shelf = shelf_with()
    address = site.put(market())
    shelf.save_read(address).close()
    page = shelf.open(address)
    with paused_host(shelf):
        tab = shelf.press(page)
        until(lambda: shelf.worker.evaluate(SIGN, tab) == "…")
        page.close()
    asked = question_page(shelf)
    expect(asked.get_by_role("heading")).to_contain_text("You saved a similar article")
    asked.get_by_role("button", name="Keep both").click()
    expect(asked.get_by_role("heading")).to_contain_text("Saved to the library")
    assert len(shelf.articles()) == 2


@pytest.mark.long
def test_try_again_repeats_the_failed_action(shelf_with: Starter, site: Site) -> None:
    """A failed removal is retried as a removal, not as a save."""
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
    expect(panel(reader)).to_have_count(0)  # the button would close an open panel
    press_save(reader)
    expect(panel(reader)).to_contain_text("Saved to the library")


def test_page_left_while_its_pictures_are_sent_is_saved(shelf_with: Starter, site: Site) -> None:
    """The browser keeps the page in the back-forward cache, where it never responds."""
    shelf = shelf_with(remembers=True)
    shelf.worker.evaluate(SHORT_PICTURE_TIMEOUT)
    page = shelf.context.new_page()
    page.goto(site.put(prose.english().replace("<p>[3]", '<img src="/slow.png" alt=""><p>[3]')), wait_until="commit")
    expect(page.locator("article")).to_contain_text("[11]")
    shelf.press(page)
    until(lambda: "bytesOf" in shelf.worker.evaluate("injected"))
    page.evaluate("(address) => { location.href = address; }", site.put(prose.chinese()))
    until(shelf.articles)


@pytest.mark.long
def test_save_waits_until_the_article_is_shown(shelf_with: Starter, site: Site) -> None:
    """Alt+R, immediately followed by Alt+S."""
    shelf = shelf_with()
    shelf.show().close()  # starts the host
    page = shelf.open(site.put(prose.english()))
    with paused_host(shelf):
        shelf.click(page)
        page.wait_for_selector('[data-state="reading"]')
        shelf.press(page)
        shelf.press(page)
    expect(panel(page)).to_contain_text("Saved to the library")
    assert len(shelf.articles()) == 1


@pytest.mark.sample("worker")
@pytest.mark.parametrize("victim", ["worker", "host"])
def test_save_with_a_lost_reply_is_stored_once(shelf_with: Starter, site: Site, tmp_path: Path, victim: str) -> None:
    """The worker or the host is killed after the article is written and before the reply is sent."""
    program, armed = tmp_path / "killed.py", tmp_path / "armed"
    program.write_text(PROGRAM)
    shelf = shelf_with((sys.executable, str(program), str(armed), victim))
    page = shelf.open(site.put(prose.english()))
    armed.write_text("save")
    assert shelf.sign(shelf.press(page)) == "✓"
    assert not armed.exists()
    notice_with(shelf, page, "Undo…")
    assert len(shelf.articles()) == 1
