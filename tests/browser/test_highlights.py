"""Highlights and notes end to end: stored by the real host, found again, and moved into the article by a save."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support import prose
from tests.support.chromium import Jingdu
from tests.support.reader_page import notes_ready, select
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

WORDS = "the harbour lamps still burn"


def mark(tab: Page, paragraph: int, note: str) -> None:
    """Highlights words of a paragraph in yellow and adds a note."""
    write(tab, paragraph, note)
    tab.get_by_role("button", name="Done").click()


def write(tab: Page, paragraph: int, note: str) -> None:
    """Like `mark`, but leaves the note's field open."""
    select(tab, WORDS, paragraph)
    tab.get_by_role("button", name="Yellow").click()
    tab.get_by_role("button", name="Note", exact=True).click()
    tab.get_by_label("Your note").fill(note)


def noted(tab: Page, number: int) -> list[str]:
    """The paragraphs with a painted note, once there are ``number``."""
    expect(tab.locator('[data-action="notes"]')).to_have_attribute("data-count", str(number))
    begin = "(range) => range.startContainer.parentElement.closest('p').textContent.slice(0, 3)"
    painted = f"[...CSS.highlights.get('noted') ?? []].map({begin})"
    until(lambda: len(tab.evaluate(painted)) == number)
    found: list[str] = tab.evaluate(painted)
    return found


def files(jingdu: Jingdu) -> list[Path]:
    return list((jingdu.home / "jingdu" / "highlights").glob("[!.]*.json"))


def load(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@pytest.mark.long
def test_a_highlight_survives_reloads_edits_and_saving(reader: Jingdu, site: Site) -> None:
    address = site.put(prose.english(12, "The lamps of the harbour"), "/marked.html")
    tab = notes_ready(reader.read(address))
    mark(tab, 4, "Which lamps?")
    assert noted(tab, 1) == ["[4]"]
    tab.reload()
    assert noted(notes_ready(tab), 1) == ["[4]"]

    edited = prose.english(12, "The lamps of the harbour").replace(
        "<p>[0]", "<p>[new] A first paragraph, put in later.</p><p>[0]"
    )
    site.put(edited.replace("leaves before dawn", "goes before dawn"), "/marked.html")
    again = notes_ready(reader.read(address))
    assert noted(again, 1) == ["[4]"]
    (beside,) = until(lambda: files(reader))
    assert load(beside)["highlights"][0]["note"] == "Which lamps?"

    again.locator('[data-action="save"]').click()
    expect(again.locator('[data-action="save"]')).to_have_attribute("aria-pressed", "true")
    until(lambda: not files(reader))
    (inside,) = (reader.home / "library").glob("[!.]*lamps*/highlights.json")
    assert load(inside)[0]["quote"]["exact"] == WORDS
    item = again.evaluate(
        "(url) => chrome.runtime.sendMessage({ kind: 'ask', request: { action: 'saved', url } })", address
    )
    opened = notes_ready(reader.open(f"{again.url.split('#')[0]}#item={item['result']['item']['id']}"))
    assert noted(opened, 1) == ["[4]"]
    opened.locator('[data-action="notes"]').click()
    opened.locator(".notes-panel").get_by_role("button", name="Remove").click()
    assert noted(opened, 0) == []
    expect(opened.locator(".notes-panel")).to_contain_text("Select text and choose a colour")
    until(lambda: not inside.exists())


@pytest.mark.sample("close")
@pytest.mark.parametrize("leave", ["back", "close"])
def test_unfinished_note_is_stored_when_the_reader_is_closed(reader: Jingdu, site: Site, leave: str) -> None:
    """With the toolbar button, which keeps the focus in the field, or by closing the tab."""
    address = site.put(prose.english(12, f"The lamps, {leave}"), f"/left-{leave}.html")
    tab = notes_ready(reader.read(address))
    write(tab, 4, "Half a thought")
    if leave == "close":
        until(lambda: any("Half a thought" in path.read_text("utf-8") for path in files(reader)))
        tab.close()
    else:
        reader.click(tab)
        tab.wait_for_url(address)
    assert noted(notes_ready(reader.read(address)), 1) == ["[4]"]
