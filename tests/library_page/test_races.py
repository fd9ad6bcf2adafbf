"""Races: late replies, repeated keys, views left before they are drawn. The last action wins and none is lost.

The tests hold back requests of the page, or their replies, and release them in a chosen order.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support import prose
from tests.support.chromium import REAL_HOST, state
from tests.support.library_page import Shelf, found, press_save, rows, titles
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

LAMPS = "Every evening the keeper of the lamps walks the long wall with a ladder and a can of oil, and counts aloud."
HOLD = """(action) => {  // holds replies to this action until `release(n)` is called
  const real = chrome.runtime.sendMessage.bind(chrome.runtime);
  globalThis.held = [];
  globalThis.release = (place) => held[place]();
  chrome.runtime.sendMessage = async (message) => {
    const name = message.request?.action ?? message.kind;
    if (name !== action || globalThis.free) return real(message);
    const gate = new Promise((go) => held.push(go));
    const answer = await real(message);
    await gate;
    return answer;
  };
}"""


def hold(page: Page, action: str) -> None:
    page.evaluate(HOLD, action)


def wait_until_held(page: Page, number: int) -> None:
    """Waits until ``number`` replies are held."""
    until(lambda: page.evaluate("held.length") >= number)


def release(page: Page, place: int) -> None:
    page.evaluate("(place) => release(place)", place)


def test_key_pressed_twice_acts_twice(page: Page, library: Shelf) -> None:
    """Marks and unmarks a favourite, without a redraw in between."""
    page.keyboard.press("j")
    hold(page, "edit_items")
    page.keyboard.type("ff")
    wait_until_held(page, 1)
    release(page, 0)
    wait_until_held(page, 2)
    release(page, 1)
    expect(page.locator(".toast")).to_contain_text("Removed from favourites: 1")
    expect(rows(page).first.get_by_role("button", name="Favourite")).to_have_attribute("aria-pressed", "false")
    articles = [path / "article.md" for path in library.articles()]
    assert not [path for path in articles if "favourite: true" in path.read_text("utf-8")]


def test_undo_waits_for_the_pending_action(page: Page) -> None:
    page.keyboard.press("j")
    hold(page, "trash_items")
    page.keyboard.type("##u")
    wait_until_held(page, 1)
    expect(page.locator(".toast")).not_to_contain_text("Nothing to undo")
    release(page, 0)
    expect(page.locator(".toast")).to_contain_text("Undone")
    expect(rows(page)).to_have_count(3)


INDEX_IN_PROGRESS = """() => {
  const real = chrome.runtime.sendMessage.bind(chrome.runtime);
  globalThis.times = [];
  chrome.runtime.sendMessage = async (message) => {
    const reply = await real(message);
    if (message.request?.action !== "library") return reply;
    times.push(performance.now());
    return { ...reply, result: { ...reply.result, indexing: { done: 1, total: 9 } } };
  };
  dispatchEvent(new Event("focus"));
}"""
"""From now on every list reports that the index is being built; ``times`` has the time of each reply."""


def test_page_polls_slowly_while_the_index_is_built(page: Page) -> None:
    """The companion app builds the index only after a second without a request."""
    page.evaluate(INDEX_IN_PROGRESS)
    expect(page.locator(".found")).to_contain_text("indexing 1 of 9")
    until(lambda: page.evaluate("times.length > 1"))
    first, second, *_ = page.evaluate("times")
    assert second - first > 2500


@pytest.mark.long
def test_a_late_selection_never_applies_to_another_view(page: Page) -> None:
    hold(page, "library")
    page.keyboard.press("*")
    wait_until_held(page, 1)
    page.get_by_role("link", name="Archive").click()
    wait_until_held(page, 2)
    release(page, 1)
    expect(page.locator('[data-state="empty"]')).to_be_visible()
    release(page, 0)
    page.wait_for_timeout(300)
    expect(page.locator(".bulk")).to_be_hidden()


@pytest.mark.long
def test_an_older_reply_never_replaces_a_newer_view(page: Page) -> None:
    """Favourites are requested, then everything, then a refresh; the replies arrive in reverse order."""
    hold(page, "library")
    page.get_by_role("link", name="Favourites").click()
    wait_until_held(page, 1)
    page.get_by_role("link", name="Everything", exact=True).click()
    wait_until_held(page, 2)
    page.evaluate("dispatchEvent(new Event('focus'))")
    wait_until_held(page, 3)
    for place in (2, 1, 0):
        release(page, place)
        found(page, 3)
    page.wait_for_timeout(300)
    assert len(titles(page)) == 3
    expect(page.get_by_role("link", name="Everything", exact=True)).to_have_attribute("aria-current", "page")


def test_edit_and_undo_keep_changes_of_another_window(page: Page, library: Shelf) -> None:
    """A tag that another window added while the dialog was open is kept."""
    page.keyboard.type("ji")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Tags").fill("mine, ")
    item = rows(page).first.get_attribute("data-id")
    change = (
        "(item) => chrome.runtime.sendMessage({ kind: 'ask', request: { action: 'edit_items', items: [item], changes: "
    )
    page.evaluate(change + "{ add_tags: ['theirs'] } } })", item)
    dialog.get_by_role("button", name="Save changes").click()
    expect(rows(page).first.locator(".tag")).to_have_count(2)
    expect(page.locator(".toast")).to_contain_text("Changes saved")
    expect(rows(page).first).to_be_focused()
    page.keyboard.press("u")
    expect(page.locator(".toast")).to_contain_text("Undone")
    expect(rows(page).first.locator(".tag")).to_have_text(["theirs"])
    page.evaluate(change + "{ remove_tags: ['theirs'] } } })", item)


COUNT_REQUESTS = """(action) => {  // counts requests with this action
  const real = chrome.runtime.sendMessage.bind(chrome.runtime);
  globalThis.asked = 0;
  chrome.runtime.sendMessage = async (message) => {
    if (message.request?.action === action) globalThis.asked += 1;
    return real(message);
  };
}"""


def test_repeated_presses_fetch_missing_pictures_once(library: Shelf, site: Site) -> None:
    picture = '<p><img src="/gone.png" alt="gone"></p>'
    library.save_read(site.put(prose.page("More lamps", prose.paragraphs(LAMPS, 5) + picture))).close()
    page = library.show()
    rows(page).filter(has_text="More lamps").locator('[data-do="details"]').click()
    again = page.get_by_role("dialog").locator(".lacks").get_by_role("button")
    again.wait_for()
    page.evaluate(COUNT_REQUESTS, "start_job")
    again.evaluate("(button) => { button.click(); button.click(); button.click(); }")
    expect(page.get_by_role("dialog").locator(".lacks [role=status]")).to_contain_text("The address leads to")
    assert page.evaluate("asked") == 1
    again.click()
    until(lambda: page.evaluate("asked") == 2)


RETRY_TWICE = """() => {  // holds the reply to the first retry, and the whole second retry, until released
  const real = chrome.runtime.sendMessage.bind(chrome.runtime);
  const gate = () => new Promise((go) => held.push(go));
  globalThis.held = [];
  chrome.runtime.sendMessage = async (message) => {
    if (message.kind !== "retry") return real(message);
    if (held.length) return gate().then(() => real(message));
    const [answer] = await Promise.all([real(message), gate()]);
    return answer;
  };
  const button = [...document.querySelectorAll("main button")].find((one) => one.textContent === "Try again");
  button.click();
  button.click();
}"""


@pytest.mark.long
def test_an_older_reply_never_replaces_the_newer_article(shelf_with: Callable[..., Shelf], site: Site) -> None:
    """After two presses of “Try again”, the first reply (no host) arrives after the article."""
    shelf = shelf_with(None)
    page = shelf.read(site.put(prose.english()))
    assert state(page) == "host_missing"
    page.evaluate(RETRY_TWICE)
    wait_until_held(page, 2)
    shelf.register(REAL_HOST)
    page.evaluate("held[1]()")
    expect(page.locator("main article")).to_be_visible()
    page.evaluate("held[0]()")
    page.wait_for_timeout(300)
    expect(page.locator("main article")).to_be_visible()


HOLD_SAVED = """() => {  // holds the notices of a completed save
  const real = chrome.runtime.sendMessage.bind(chrome.runtime);
  globalThis.release = null;
  const released = new Promise((go) => (globalThis.go = go));
  chrome.runtime.sendMessage = async (message) => {
    if (message.notice?.tone === "done") {
      globalThis.release ??= go;
      await released;
    }
    return real(message);
  };
}"""


@pytest.mark.long
def test_closed_panel_stays_closed_while_pictures_are_fetched(library: Shelf, site: Site) -> None:
    text = prose.paragraphs("A glazier carries green panes over the frozen canal.", 9)
    html = prose.page("Green panes", f'{text}<p><img src="/gone.png" alt="gone"></p>')
    reader = library.read(site.put(html))
    library.worker.evaluate(HOLD_SAVED)
    press_save(reader)
    until(lambda: library.worker.evaluate("release !== null"))
    shown = reader.locator(".save-panel:not([hidden])")
    expect(shown).to_be_visible()
    reader.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    library.worker.evaluate("go()")
    expect(shown).to_contain_text("The address leads to this computer")  # the failure is shown, once
    reader.get_by_role("button", name="Undo").click()
    expect(reader.locator('.toolbar [data-action="save"]')).to_have_attribute("aria-pressed", "false")
