"""Shortcuts, reading aids, reading position and time left."""

import re
from collections.abc import Callable
from math import ceil

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.reader.aloud import read, read_vertically
from tests.support.reader_page import AGAIN, open_look, perform, until
from tests.support.samples import article_answer, state_answer
from tests.support.waiting import until as settled

CURRENT = "document.querySelector('.current')?.textContent.slice(0, 20)"
SIZE = "document.documentElement.dataset.size"


def test_question_mark_opens_the_shortcuts_and_letters_can_be_disabled(page: Page) -> None:
    """The question mark still opens the dialog when letter keys are disabled."""
    read(page)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    for words in ("Next paragraph", "Listen or pause", "Highlight with a note", "Line guide"):
        expect(dialog.locator("td", has_text=words)).to_be_visible()
    shown = dialog.locator("kbd").all_inner_texts()
    assert len(shown) == len(set(shown))
    assert Axe().run(page).response["violations"] == []
    dialog.click(position={"x": 9, "y": 9})
    expect(dialog).to_be_visible()
    page.get_by_label("Use letter keys").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("f")
    assert not page.evaluate("document.documentElement.classList.contains('mode-focus')")
    page.keyboard.press("?")
    page.get_by_label("Use letter keys").check()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("f")
    until(page, "document.documentElement.classList.contains('mode-focus')")


def test_reading_aids_are_toggled_in_the_settings_and_by_key(page: Page) -> None:
    """The settings reflect the shortcuts. The line guide follows the pointer and does not block it."""
    read(page)
    open_look(page)
    page.get_by_label("Line guide").check()
    expect(page.locator(".line-guide")).to_be_attached()
    page.keyboard.press("f")
    expect(page.get_by_label("Focus mode")).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator(".look-panel")).to_be_hidden()
    page.keyboard.press("r")
    expect(page.locator(".line-guide")).to_have_count(0)
    page.keyboard.press("r")
    page.mouse.move(600, 430)
    until(page, "document.querySelector('.line-guide').style.getPropertyValue('--at') === '430px'")
    assert page.evaluate("!document.elementFromPoint(600, 430).matches('.line-guide')")


def test_j_and_k_move_by_paragraph_and_g_to_the_ends(page: Page) -> None:
    read(page)
    page.keyboard.press("f")
    for words in ("I first heard the st", "An agreement nobody ", "What the engineer ha"):
        page.keyboard.press("j")
        until(page, f"{CURRENT} === {words!r}")
    page.keyboard.press("k")
    until(page, f"{CURRENT} === 'An agreement nobody '")
    page.keyboard.press("Shift+G")
    until(page, "scrollY + innerHeight >= document.documentElement.scrollHeight - 2")
    page.keyboard.press("g")
    until(page, "scrollY === 0")


@pytest.mark.sample("Control+g")
@pytest.mark.parametrize("key", ["Control+g", "Alt+g", "Meta+g", "Control+f", "/", "'"])
def test_browser_shortcuts_are_not_overridden(page: Page, key: str) -> None:
    read(page)
    page.evaluate("scrollTo(0, 500); addEventListener('keydown', (key) => (globalThis.taken = key.defaultPrevented))")
    page.keyboard.press(key)
    until(page, "globalThis.taken === false")
    assert page.evaluate("scrollY") == 500


@pytest.mark.long
def test_shortcuts_are_inactive_in_text_fields(page: Page) -> None:
    read(page)
    page.keyboard.type("jn")
    field = page.get_by_label("Your note")
    expect(field).to_be_focused()
    page.keyboard.type("jfgtlh?")
    expect(field).to_have_value("jfgtlh?")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_focus_mode_dims_other_paragraphs_and_is_remembered(page: Page) -> None:
    read(page)
    page.keyboard.type("fj")
    colours = "[...document.querySelectorAll('.text > p')].map((one) => getComputedStyle(one).color)"
    ink = "getComputedStyle(document.body).color"
    until(page, f"{colours}.filter((colour) => colour === {ink}).length === 1")
    page.reload()
    until(page, f"{colours}.length && {colours}.filter((colour) => colour === {ink}).length <= 1")
    page.emulate_media(media="print")
    until(page, f"{colours}.every((colour) => colour === {ink})")


def resume(page: Page, at: int, scroll: str, other: Page, language: str = "en") -> Locator:
    """Scrolls ``page`` to a paragraph and resumes reading in ``other``; returns the paragraph there."""
    target = page.locator(".text p").nth(at)
    words = target.inner_text()[:20]
    target.evaluate(scroll)
    until(page, "chrome.storage.local.get('positions').then(({ positions }) => positions?.length === 1)")
    read(other, language)
    expect(other.get_by_text("Continuing where you left off.")).to_be_visible()
    return other.locator(".text p", has_text=words)


def test_reading_position_is_restored_in_a_narrower_window(open_page: Callable[..., Page]) -> None:
    page, other = open_page(), open_page(width=420, height=700)
    read(page)
    scroll = "(one) => scrollBy({ top: one.getBoundingClientRect().top - 70, behavior: 'instant' })"
    paragraph = resume(page, 7, scroll, other)
    settled(lambda: 20 < paragraph.evaluate("(one) => one.getBoundingClientRect().top") < 160)
    other.mouse.wheel(0, 50)
    expect(other.locator(".toast")).to_be_hidden()
    read(other)
    expect(other.get_by_text("Continuing where you left off.")).to_be_visible()
    other.evaluate("import('/shared/toast.js').then(({ toast }) => void toast.show('Another message'))")
    other.mouse.wheel(0, 50)
    until(other, "scrollY > 0")
    expect(other.get_by_text("Another message")).to_be_visible()
    read(other)
    other.get_by_role("button", name="Go to the beginning").click()
    until(other, "scrollY === 0")


def test_reading_position_is_stored_after_a_redraw(page: Page) -> None:
    perform(page, {"open": state_answer("stopped")})
    for _ in range(2):
        page.evaluate(AGAIN, article_answer("en"))
    page.evaluate("scrollTo(0, 900)")
    until(page, "chrome.storage.local.get('positions').then(({ positions }) => positions?.length === 1)")


RIGHT_GAP = "innerWidth - document.querySelector('.current')?.getBoundingClientRect().right"


@pytest.mark.long
def test_keys_and_line_guide_in_vertical_text(page: Page) -> None:
    read_vertically(page, reading_time=8)
    page.keyboard.press("f")
    for _ in range(4):
        page.keyboard.press("j")
    until(page, f"scrollX < -100 && Math.abs({RIGHT_GAP} - innerWidth * 0.3) < 40")
    expect(page.locator(".time-left")).to_be_visible()
    page.keyboard.press("r")
    page.mouse.move(600, 430)
    until(
        page,
        "(({ left, right, height }) => left < 600 && right > 600 && height >= innerHeight - 2)"
        "(document.querySelector('.line-guide').getBoundingClientRect())",
    )
    for end, start in ("Shift+G", "g"), ("End", "Home"):
        page.keyboard.press(end)
        until(page, "-scrollX + innerWidth >= document.documentElement.scrollWidth - 2")
        expect(page.locator(".time-left")).to_be_hidden()
        page.keyboard.press(start)
        until(page, "scrollX === 0")


@pytest.mark.long
def test_vertical_reading_position_is_restored_in_a_narrower_window(open_page: Callable[..., Page]) -> None:
    page, other = open_page(), open_page(width=700, height=700)
    read_vertically(page)
    scroll = "(one) => scrollBy({ left: one.getBoundingClientRect().right - innerWidth + 4 })"
    paragraph = resume(page, 5, scroll, other, "zh")
    assert other.evaluate("getComputedStyle(document.documentElement).writingMode") == "vertical-rl"
    settled(lambda: -60 < paragraph.evaluate("(one) => innerWidth - one.getBoundingClientRect().right") < 160)


@pytest.mark.long
def test_stored_positions_are_limited_and_contain_no_address(page: Page) -> None:
    read(page)
    page.evaluate("chrome.storage.local.set({ positions: [...Array(400)].map((_, n) => ({ key: `k${n}` })) })")
    page.evaluate("scrollTo(0, 900)")
    until(page, "chrome.storage.local.get('positions').then(({ positions }) => positions.length === 300)")
    kept = page.evaluate(
        "chrome.storage.local.get('positions').then(({ positions }) => JSON.stringify(positions.at(-1)))"
    )
    assert "pages.example" not in kept


def test_a_finished_article_opens_at_its_beginning(page: Page) -> None:
    read(page)
    page.evaluate("scrollTo(0, 900)")
    until(page, "chrome.storage.local.get('positions').then(({ positions }) => positions?.length === 1)")
    page.keyboard.press("Shift+G")
    until(page, "chrome.storage.local.get('positions').then(({ positions }) => positions?.length === 0)")


@pytest.mark.long
def test_time_left_decreases_and_disappears(page: Page) -> None:
    read(page, reading_time=8)
    page.evaluate("scrollTo(0, 60)")
    below = page.locator("article .text").evaluate(
        "(text) => (text.getBoundingClientRect().bottom - innerHeight) / text.getBoundingClientRect().height"
    )
    left = page.locator(".time-left")
    expect(left).to_have_text(f"About {ceil(8 * below)} min left")
    page.keyboard.press("Shift+G")
    expect(left).to_be_hidden()


def test_time_left_is_hidden_on_phones_while_scrolling_down(open_page: Callable[..., Page]) -> None:
    """It is shown again, with the toolbar, when scrolling up."""
    page = open_page(width=390, height=800)
    read(page, reading_time=8)
    page.locator('[data-action="look"][title]').wait_for()
    left = page.locator(".time-left")
    page.evaluate("scrollTo(0, 600)")
    page.locator(".toolbar.aside").wait_for(state="attached")
    expect(left).to_have_text(re.compile(r"About \d min left"))
    expect(left).to_be_hidden()
    page.evaluate("scrollTo(0, 500)")
    expect(left).to_be_visible()


def test_article_has_its_language_and_code_is_not_translated(drawn: Callable[..., Page]) -> None:
    page = drawn("rich")
    assert page.locator("article").get_attribute("lang") == "en"
    assert page.locator("article :is(pre, code, math):not([translate=no])").count() == 0
