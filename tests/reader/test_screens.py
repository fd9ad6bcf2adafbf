"""The screens without an article: their text, and the requests that their buttons send.

A script simulates the background; the causes of the states are tested in tests/browser/test_states.py.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.chromium import EXTENSION
from tests.support.reader_page import KEY, ORIGIN, READER, perform, until
from tests.support.samples import PAGE, STATES, article_answer, state_answer

Opener = Callable[..., Page]

WORDS = {
    language: {
        key: entry["message"]
        for key, entry in json.loads(
            (EXTENSION / "_locales" / folder / "messages.json").read_text(encoding="utf-8")
        ).items()
    }
    for language, folder in (("en", "en"), ("zh", "zh_CN"))
}

BUTTONS = {
    "host_missing": ["copyAction", "retryAction", "backAction", "testAction"],
    "host_too_old": ["copyAction", "retryAction", "backAction", "testAction"],
    "extension_too_old": ["retryAction", "backAction"],
    "restricted": ["backAction"],
    "no_article": ["everythingAction", "backAction"],
    "host_crashed": ["copyAction", "retryAction", "backAction", "testAction"],
    "timeout": ["retryAction", "backAction"],
    "page_too_large": ["backAction"],
    "stopped": ["retryAction", "backAction"],
    "interrupted": ["retryAction", "backAction"],
    "internal": ["retryAction", "backAction", "testAction"],
    "gone": ["backAction"],
}


def _requests(page: Page) -> Any:
    return page.evaluate("globalThis.asked")


@pytest.mark.sample("en")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_state_has_its_screen(open_page: Opener, language: str, long_run: bool) -> None:
    page = open_page(language)
    words = WORDS[language]
    for state in STATES if long_run else ("host_missing", "no_article", "restricted", "stopped"):
        perform(page, {"open": state_answer(state)})
        expect(page.locator("main h1")).to_have_text(words[f"heading_{state}"])
        expect(page.locator(".screen > p").first).to_have_text(words[f"text_{state}"])
        assert page.locator("main button:visible").all_inner_texts() == [words[key] for key in BUTTONS[state]]
        assert page.title() == words[f"heading_{state}"]
    assert page.evaluate("document.documentElement.lang") == words["uiLanguage"]


def test_setup_command_is_copied_and_connection_is_tested(page: Page) -> None:
    checks = [
        {"name": "launcher", "state": "fault", "said": "The launcher is gone.", "cure": "Run: jingdu setup"},
        {"name": "log", "state": "unknown", "said": "not checked until “launcher” is fixed", "cure": ""},
    ]
    perform(page, {"open": state_answer("host_missing"), "doctor": {"state": "links", "links": checks}})
    command = page.locator(".command code").inner_text()
    assert "pip install" in command and command.endswith("jingdu setup")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".command [role=status]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == command
    page.get_by_role("button", name="Test the connection").click()
    skipped = "not checked until “The program that the browser starts” is fixed"
    expect(page.locator(".links .said")).to_have_text(["The launcher is gone.", skipped])
    assert _requests(page)[-1]["kind"] == "doctor"


LINES = """(words) => words.map((word) => {
  const range = new Range();
  range.selectNodeContents(word);
  return range.getClientRects().length;
})"""
"""The number of lines that each word spans."""


def test_setup_command_wraps_between_words(page: Page) -> None:
    perform(page, {"open": state_answer("host_missing")})
    for width in range(300, 460, 8):
        page.set_viewport_size({"width": width, "height": 800})
        assert {*page.locator(".command code > span").evaluate_all(LINES)} == {1}


@pytest.mark.long
def test_setup_command_on_windows(page: Page) -> None:
    """Windows has the py launcher, and a PowerShell without "&&"."""
    perform(page, {"open": state_answer("host_missing")})
    agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36"
    command = page.evaluate(
        "async ([origin, agent]) => (await import(origin + '/shared/command.js')).setupCommand(agent)", [ORIGIN, agent]
    )
    assert command.startswith("py -m pip install") and "&&" not in command


def test_focus_moves_when_the_fix_button_is_hidden(page: Page) -> None:
    check = {"name": "launcher", "state": "fault", "said": "The launcher is gone.", "cure": "", "fixable": True}
    perform(page, {"open": state_answer("host_crashed"), "doctor": {"state": "links", "links": [check]}})
    page.get_by_role("button", name="Test the connection").press("Enter")
    fixed = [{**check, "state": "good", "fixable": False}]
    page.locator(".links .fault").wait_for()
    page.evaluate("(links) => { chrome.runtime.sendMessage = async () => ({ state: 'links', links }) }", fixed)
    page.get_by_role("button", name="Fix automatically").press("Enter")
    expect(page.get_by_text("All checks passed.")).to_be_visible()
    expect(page.get_by_role("button", name="Fix automatically")).to_be_hidden()
    expect(page.get_by_role("button", name="Test the connection")).to_be_focused()


@pytest.mark.sample("timeout-Try again-retry-900")
@pytest.mark.parametrize(
    ("state", "button", "kind", "delay"),
    [
        ("host_missing", "Try again", "retry", 0),
        ("timeout", "Try again", "retry", 900),
        ("no_article", "Show it anyway", "everything", 0),
    ],
)
def test_buttons_send_requests_to_the_background(page: Page, state: str, button: str, kind: str, delay: int) -> None:
    """The request has the key; the reply replaces the screen and gets the focus, also after "Reading…"."""
    perform(page, {"open": state_answer(state), kind: {**article_answer("en"), "delay": delay}})
    page.get_by_role("button", name=button).click()
    expect(page.locator("article h1")).to_be_focused()
    sent = [message for message in _requests(page) if message["kind"] in ("open", kind)]
    assert sent == [{"kind": "open", "key": KEY}, {"kind": kind, "key": KEY}]


@pytest.mark.long
def test_a_failed_retry_shows_the_same_screen(page: Page) -> None:
    """The heading gets the focus, so that screen readers announce the result."""
    perform(page, {"open": state_answer("host_missing")})
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("main h1")).to_be_focused()
    assert len(_requests(page)) == 2


RECORD_STATES = """
globalThis.seen = [];
new MutationObserver(() => {
  const state = document.querySelector("main [data-state]")?.dataset.state;
  if (state && seen.at(-1) !== state) seen.push(state);
}).observe(document, { childList: true, subtree: true });
"""


NO_LONG_TIMERS = """(() => {  // timers of 100 ms and more never fire, because a busy machine may be slow
  const real = globalThis.setTimeout;
  globalThis.setTimeout = (act, time = 0, ...rest) => (time < 100 ? real(act, time, ...rest) : 0);
})()"""


@pytest.mark.sample("0-seen0")
@pytest.mark.parametrize(("delay", "seen"), [(0, ["gone"]), (900, ["reading", "gone"])])
def test_reading_screen_is_shown_only_after_a_delay(page: Page, delay: int, seen: list[str]) -> None:
    page.add_init_script(RECORD_STATES if delay else RECORD_STATES + NO_LONG_TIMERS)
    perform(page, {"open": {**state_answer("gone"), "delay": delay}})
    expect(page.locator("main [data-state=gone] h1")).to_be_visible()
    assert page.evaluate("seen") == seen


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        ({"state": "internal", "message": "<b>what</b> & where"}, "<b>what</b> & where"),
        ({"state": "a_code_of_the_future", "message": "later"}, "later"),
        ({"state": "a_code_of_the_future"}, "a_code_of_the_future"),
        ({"reject": "The message port closed before a response was received."}, "The message port closed"),
        ({"state": "article"}, "article"),
    ],
    ids=["message", "unknown code", "unknown, no message", "no reply", "no article in it"],
)
@pytest.mark.sample("unknown code")
def test_unknown_replies_are_shown_as_internal(page: Page, answer: dict[str, Any], detail: str) -> None:
    perform(page, {"open": answer})
    expect(page.locator("main h1")).to_have_text(WORDS["en"]["heading_internal"])
    expect(page.locator(".detail")).to_contain_text(detail)
    assert page.locator(".detail b").count() == 0


def test_without_history_back_goes_to_the_address(page: Page) -> None:
    """A tab that was opened on the reader itself has no history."""
    original = "<title>original</title><p style='height:9000px'>x"
    page.context.route(PAGE["url"], lambda route: route.fulfill(body=original, content_type="text/html"))
    page.add_init_script("Object.defineProperty(History.prototype, 'length', { get: () => 1 })")
    perform(page, {"open": state_answer("no_article")})
    page.locator("main").get_by_role("button", name="Back to the page").click()
    page.wait_for_url(PAGE["url"])


@pytest.mark.sample("javascript:globalThis.ran=1")
@pytest.mark.parametrize("url", ["javascript:globalThis.ran=1", "chrome://version/", None])
def test_back_is_hidden_without_a_web_address(page: Page, url: str | None) -> None:
    page.add_init_script("Object.defineProperty(History.prototype, 'length', { get: () => 1 })")
    perform(page, {"open": {"state": "gone", "page": {"url": url}}})
    expect(page.get_by_role("button", name="Text and colours")).to_be_visible()
    assert page.get_by_role("button", name="Back to the page").count() == 0


def test_changed_key_in_the_address_loads_another_page(page: Page) -> None:
    """Only the fragment of the address changes, which does not reload the page by itself."""
    perform(page, {"open": state_answer("gone")})
    other = "11111111-1111-4111-8111-111111111111"
    with page.expect_event("load"):
        page.evaluate(f"location.hash = '{other}'")
    assert _requests(page) == [{"kind": "open", "key": other}]
    assert page.url == f"{READER}#{other}"


EDGES = "['h1', '.save-panel'].map((one) => document.querySelector(one).getBoundingClientRect())"


def test_save_button_closes_the_panel_of_a_failed_save(page: Page) -> None:
    """The panel is beside the title or below it."""
    perform(page, {"open": article_answer("en"), "save": {"state": "page_too_large"}})
    panel, save = page.locator(".save-panel"), page.locator('.toolbar [data-action="save"]')
    panel.wait_for(state="attached")
    save.click()
    expect(panel).to_have_attribute("data-tone", "fault")
    expect(panel.get_by_role("button")).to_have_count(0)
    for width in (390, 768, 1000, 1280, 1900):
        page.set_viewport_size({"width": width, "height": 800})
        until(page, f"(([title, panel]) => panel.right <= title.left || title.bottom <= panel.top)({EDGES})")
    save.click()
    expect(panel).to_be_hidden()
    save.click()
    page.locator('[data-action="look"]').click()  # its panel would cover the save panel
    expect(panel).to_be_hidden()
