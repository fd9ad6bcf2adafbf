"""Highlights and notes in the reader, by mouse and keyboard; storage in the host is tested in tests/browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.reader.aloud import painted, read, read_vertically
from tests.support.reader_page import select, until

WORDS = "first heard the story"
SENT = "asked.filter(({ request }) => request?.action === 'highlights').map(({ request }) => request)"


def mark(page: Page, words: str = WORDS, colour: str = "Green") -> None:
    select(page, words)
    page.get_by_role("button", name=colour, exact=True).click()


def stored(words: str, **fields: Any) -> dict[str, Any]:
    """A highlight as the host sends it."""
    quote = {"exact": words, "prefix": "", "suffix": ""}
    time = "2026-11-21T10:00:00.000Z"
    usual = {"id": words, "quote": quote, "position": {"start": 0, "end": len(words)}, "colour": "blue", "note": ""}
    return {**usual, "made": time, "changed": time, **fields}


def test_selected_text_is_highlighted_in_a_colour(page: Page) -> None:
    """The highlight survives a redraw of the text, such as when further pages arrive."""
    read(page)
    text = page.locator("article .text").inner_html()
    mark(page)
    assert painted(page, "note-green") == [WORDS]
    assert page.locator("article .text").inner_html() == text  # the DOM is unchanged
    until(page, f"{SENT}.length === 2")
    (put,) = page.evaluate(f"{SENT}.at(-1).put")
    assert put["quote"]["exact"] == WORDS and put["quote"]["prefix"].endswith("I ") and put["colour"] == "green"
    assert page.evaluate(f"{SENT}.at(-1).private") is False
    page.evaluate("(() => { const p = document.querySelectorAll('.text p')[1]; p.replaceWith(p.cloneNode(true)); })()")
    until(
        page,
        "[...CSS.highlights.get('note-green')].every((range) => range.startContainer.isConnected && String(range))",
    )
    assert painted(page, "note-green") == [WORDS]


def test_clicked_highlight_can_be_edited_removed_and_restored(page: Page) -> None:
    read(page)
    mark(page)
    page.keyboard.press("Escape")
    box = page.evaluate(
        "(({ x, y }) => [x + 20, y + 8])([...CSS.highlights.get('note-green')][0].getBoundingClientRect())"
    )
    page.mouse.click(*box)
    pink = page.get_by_role("button", name="Pink")
    pink.click()
    expect(pink).to_have_css("background-color", "rgb(255, 220, 231)")  # while hovered
    assert painted(page, "note-pink") == [WORDS]
    page.keyboard.press("n")  # of the clicked highlight, not the current paragraph
    page.get_by_label("Your note").fill("Which pilot?")
    page.get_by_role("button", name="Done").click()
    assert painted(page, "noted") == [WORDS]
    page.mouse.click(*box)
    expect(page.get_by_label("Your note")).to_have_value("Which pilot?")
    page.locator(".note-box").get_by_role("button", name="Remove").click()
    assert painted(page, "note-pink") == []
    page.get_by_role("button", name="Undo").click()
    assert painted(page, "note-pink") == painted(page, "noted") == [WORDS]


def test_highlights_work_with_the_keyboard(page: Page) -> None:
    """Without a selection the current paragraph is highlighted; the list jumps to it and edits it; u undoes."""
    read(page)
    page.keyboard.type("jjn")
    expect(page.get_by_label("Your note")).to_be_focused()
    page.keyboard.type("By keyboard")
    page.keyboard.press("Escape")
    assert len(painted(page, "noted")) == 1
    page.keyboard.press("m")
    expect(page.get_by_role("heading", name="Highlights and notes")).to_be_focused()
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.closest('.text') !== null")
    page.keyboard.type("mm")
    page.locator(".notes-panel").get_by_role("button", name="Remove").press("Enter")
    assert painted(page, "noted") == []
    page.keyboard.press("u")
    assert len(painted(page, "noted")) == 1


def test_highlighting_clears_the_selection(page: Page) -> None:
    """Also if the text is highlighted already, because a selection would reopen the popover."""
    read(page)
    for _ in range(2):
        select(page, WORDS)
        page.keyboard.press("h")
        expect(page.locator(".note-box")).to_be_visible()
        page.keyboard.press("Escape")
        assert page.evaluate("getSelection().toString()") == ""
    assert painted(page, "noted") == []


@pytest.mark.long
def test_the_list_leads_to_a_highlight_in_vertical_text(page: Page) -> None:
    read_vertically(page)
    page.keyboard.type("Gh")
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    until(page, "scrollX === 0")
    page.keyboard.press("m")
    page.locator(".note-go").click()
    left = "[...CSS.highlights.get('note-yellow')][0].getBoundingClientRect().left"
    until(page, f"scrollX < 0 && {left} > 0 && {left} < innerWidth")


def test_click_on_overlapping_highlights_selects_the_shorter_one(page: Page) -> None:
    read(page)
    mark(page, "I first heard the story from a retired pilot", "Yellow")
    page.keyboard.press("Escape")
    mark(page, "heard the", "Blue")
    page.keyboard.press("Escape")
    assert (len(painted(page, "note-yellow")), painted(page, "note-blue")) == (1, ["heard the"])
    box = page.evaluate(
        "(({ x, y }) => [x + 10, y + 8])([...CSS.highlights.get('note-blue')][0].getBoundingClientRect())"
    )
    page.mouse.click(*box)
    expect(page.get_by_role("button", name="Blue")).to_have_attribute("aria-pressed", "true")


def test_stored_highlights_are_shown_listed_and_printed(page: Page) -> None:
    there = stored(WORDS, note="For the printer")
    gone = stored("words that this page has lost for good", note="Still mine")
    read(page, ask={"result": {"highlights": [there, gone], "item": None}})
    until(page, "CSS.highlights.get('note-blue')?.size === 1")
    page.locator('[data-action="notes"]').click()
    lost = page.locator(".note-lost")
    expect(lost).to_contain_text("Text that is no longer on this page")
    expect(lost).to_contain_text("Still mine")
    expect(page.locator('[data-action="notes"]')).to_have_attribute("aria-label", "Highlights and notes: 2")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator(".printed-notes")).to_contain_text("For the printer")
    for part in (".note-box", ".notes-panel", ".time-left"):
        expect(page.locator(part).first).to_be_hidden()


BOXES = (
    "['.toast', '.text', '.note-lost li:last-child'].map((at) => document.querySelector(at).getBoundingClientRect())"
)


def test_a_message_covers_neither_the_text_nor_the_list_beside_it(page: Page) -> None:
    """The listening bar is beside the list too."""
    lost = [stored(f"words {number} that are lost") for number in range(20)]
    read(page, ask={"result": {"highlights": lost, "item": None}})
    page.keyboard.press("m")
    page.locator(".note-lost").get_by_role("button", name="Remove").first.click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.locator(".notes-panel").evaluate("(panel) => panel.scrollTo(0, 9999)")
    for width in (1000, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        until(page, f"(([toast, text, last]) => toast.left > text.right && toast.top > last.bottom)({BOXES})")
    page.keyboard.press("l")
    bar = page.locator(".speech-bar").bounding_box()
    list_box = page.locator(".notes-panel").bounding_box()
    assert bar and list_box and bar["x"] + bar["width"] < list_box["x"]


def test_the_box_of_a_highlight_has_one_line_on_the_narrowest_phone(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    read(page)
    mark(page)
    assert page.locator(".note-box .note-row").first.evaluate("(row) => row.offsetHeight") < 40


@pytest.mark.long
def test_host_error_is_shown_and_the_highlight_stays(page: Page) -> None:
    read(page, ask={"state": "library_full", "message": "The disk is full."})
    mark(page)
    expect(page.get_by_text("could not be saved: The disk is full.")).to_be_visible()
    assert painted(page, "note-green") == [WORDS]


def test_note_is_saved_while_typing_and_undone_in_one_step(page: Page) -> None:
    read(page)
    mark(page)
    page.get_by_role("button", name="Note", exact=True).click()
    page.get_by_label("Your note").press_sequentially("Which")
    sent = f"{SENT}.flatMap(({{ put }}) => put.map(({{ note }}) => note)).at(-1)"
    until(page, f"{sent} === 'Which'")
    page.get_by_label("Your note").press_sequentially(" pilot?")
    until(page, f"{sent} === 'Which pilot?'")
    expect(page.get_by_label("Your note")).to_be_focused()
    page.keyboard.press("Escape")
    assert painted(page, "noted") == [WORDS]
    page.keyboard.press("u")
    assert painted(page, "noted") == []
    until(page, f"{sent} === ''")


HOST_OFFLINE = """() => {  // simulates a missing host until `here` is set
  const real = chrome.runtime.sendMessage;
  chrome.runtime.sendMessage = async (message) =>
    globalThis.here || message.request?.action !== "highlights" ? real(message) : { state: "host_missing" };
}"""


def test_unsaved_highlights_are_sent_again(page: Page) -> None:
    """With the next change, and when the window gets the focus."""
    read(page)
    page.evaluate(HOST_OFFLINE)
    mark(page)
    expect(page.get_by_text("could not be saved")).to_be_visible()
    page.keyboard.press("Escape")
    mark(page, "a retired pilot", "Pink")
    page.keyboard.press("Escape")
    page.evaluate("globalThis.here = true; asked.length = 0")
    mark(page, "catch the ferry", "Blue")
    sent = f"{SENT}.flatMap(({{ put }}) => put.map(({{ quote }}) => quote.exact))"
    until(page, f"{sent}.length === 3")
    assert page.evaluate(sent) == ["catch the ferry", "a retired pilot", WORDS]
    page.evaluate("globalThis.here = false")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator('[data-action="notes"]')).to_have_attribute("data-count", "2")
    expect(page.get_by_text("could not be saved")).to_be_visible()
    page.evaluate("globalThis.here = true; asked.length = 0; dispatchEvent(new Event('focus'))")
    until(page, f"{SENT}.some(({{ removed }}) => removed.length === 1)")


def test_highlights_of_a_private_window_are_neither_sent_nor_stored(page: Page) -> None:
    """They work until the tab closes, as the list explains."""
    page.add_init_script(
        "if (globalThis.chrome?.extension)"
        " Object.defineProperty(chrome.extension, 'inIncognitoContext', { value: true });"
    )
    read(page)
    mark(page)
    page.keyboard.press("Escape")
    assert painted(page, "note-green") == [WORDS]
    page.evaluate("scrollTo(0, 900)")
    page.keyboard.press("m")
    expect(page.get_by_text("In a private window")).to_be_visible()
    page.wait_for_timeout(1200)  # longer than the delay before a position is stored
    assert page.evaluate(f"{SENT}.length") == 0
    assert page.evaluate("chrome.storage.local.get('positions').then(({ positions }) => positions ?? null)") is None
