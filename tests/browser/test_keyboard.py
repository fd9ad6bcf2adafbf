# ruff: noqa: E501 - one key per line
"""Keyboard access to every feature of the reader and the other extension pages, in both browsers."""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import pytest
from playwright.sync_api import Error, Page

from tests.reader.aloud import VOICE
from tests.support import prose
from tests.support.chromium import Jingdu
from tests.support.firefox import SPECIAL, Firefox
from tests.support.pictures import png
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

BODY = (
    "".join(f"<h2>Part {n}</h2>{prose.paragraphs(prose.ENGLISH, 2)}" for n in range(3))
    + '<p>A mark<sup><a href="#n" id="m">1</a></sup> and a picture.</p><p><img src="/p.png" width="600" height="338" alt="A"></p>'
    f"<pre><code>{'lamps = 1; ' * 40}</code></pre>{prose.paragraphs(prose.ENGLISH, 2)}<ol><li id=n>Which lamps?</li></ol>"
)


class Keys(NamedTuple):
    """A browser tab driven by the keyboard."""

    press: Callable[[list[str]], None]
    run: Callable[[str], object]
    focus: Callable[[], None]
    """Moves the focus from the browser's toolbars to the page."""

    def wait(self, code: str) -> None:
        until(lambda: self.run(code), failure=f"timed out waiting for {code}")


def chromium_keys(page: Page) -> Keys:
    """Drives a page in Chromium."""

    def run(code: str) -> object:
        with suppress(Error):  # the page is being unloaded
            return page.evaluate(code)
        return None

    def press(pressed: list[str]) -> None:
        for key in pressed:
            page.keyboard.press(key)

    return Keys(press, run, lambda: None)


@pytest.fixture(params=["chromium", "firefox"])
def keys(request: pytest.FixtureRequest, site: Site) -> Keys:
    """The reader with an article in each browser, with the focus in the page."""
    site.put(png(600, 338), "/p.png", "image/png")
    address = site.put(prose.page(TITLE, BODY))
    if request.param == "chromium":
        reader: Jingdu = request.getfixturevalue("reader")
        return chromium_keys(reader.read(address))
    fox: Firefox = request.getfixturevalue("fox")
    fox.open(address)
    fox.click()
    fox.wait_for("location.protocol !== 'http:' && document.querySelector('main article') !== null")
    fox.focus_page()
    return Keys(lambda pressed: fox.keys("".join(SPECIAL.get(key, key) for key in pressed)), fox.run, fox.focus_page)


IS_READY = """document.querySelector('[data-action=why][aria-disabled=false]') && document.querySelector('img[data-large]')
  && document.querySelector('.code-copy') && document.querySelector('[data-action=notes]:not([aria-disabled=true])')"""
OUTLINE = "document.querySelector('[data-action=outline]').getAttribute('aria-expanded')"
SHORTCUTS = (
    ("?", "document.querySelector('dialog[open]')"), ("Escape", "!document.querySelector('dialog')"),
    ("f", "document.documentElement.classList.contains('mode-focus')"),
    ("j", "document.querySelector('.current')"), ("k", "document.querySelector('.current')"),
    ("f", "!document.documentElement.classList.contains('mode-focus')"),
    ("r", "document.querySelector('.line-guide')"), ("r", "!document.querySelector('.line-guide')"),
    ("G", "scrollY > 100"), ("g", "scrollY === 0"),
    ("t", "document.documentElement.dataset.theme === 'light'"),
    ("+", "document.documentElement.dataset.size === '1'"), ("-", "document.documentElement.dataset.size === '0'"),
    ("j", "true"), ("h", "CSS.highlights.size > 0 && document.querySelector('.note-box')"),
    ("u", "![...CSS.highlights.values()].some((one) => one.size)"),
    ("n", "document.activeElement.id === 'note-text'"), ("Escape", "document.activeElement.id !== 'note-text'"),
    ("u", "![...CSS.highlights.values()].some((one) => one.size)"),
    ("m", "document.querySelector('.notes-panel:not([hidden])')"), ("Escape", "!document.querySelector('.notes-panel:not([hidden])')"),
    ("o", f"{OUTLINE} === 'false'"), ("o", f"{OUTLINE} === 'true'"),
    ("l", "said.length === 1"), (".", "said[1].text !== said[0].text"), (",", "said[2].text === said[0].text"),
    (">", "said.at(-1).rate > 1"), ("<", "said.length === 5 && said[4].rate === 1"),
    ("Escape", "!document.querySelector('.speech-bar')"),
    ("w", "document.querySelector('.why-banner')"), ("Escape", "!document.querySelector('.why-banner')"),
    ("s", "document.querySelector('.save-panel')?.textContent.includes('could not be saved')"),  # the last message is about the picture
    ("Escape", "document.querySelector('.save-panel[hidden]')"),
)  # fmt: skip
"""Key → condition that holds afterwards."""
ACTIVATED = (
    ("[data-action=look]", "document.querySelector('.look-panel:popover-open')", "!document.querySelector(':popover-open')"),
    ("[data-action=names]", "!('names' in document.documentElement.dataset)", "true"),
    ("[data-action=names]", "'names' in document.documentElement.dataset", "true"),
    ("article a[href='#jd-n']", "document.querySelector('.footnote-box:popover-open')", "!document.querySelector(':popover-open')"),
    ("img[data-large]", "document.querySelector('.picture-box[open]')", "!document.querySelector('.picture-box[open]')"),
    (".code-wrap", "document.querySelector('main.code-wrapped')", "true"),
    (".code-copy", "document.querySelector('.code-copy[data-done]')", "true"),
)  # fmt: skip
"""Focused element → condition after Enter → condition after Escape."""
PANELS = (
    ("w", "document.querySelector('.why-banner')"), ("l", "document.querySelector('.speech-bar')"),
    ("m", "document.querySelector('.notes-panel:not([hidden])')"), ("h", "document.querySelector('.note-box:not([hidden])')"),
    ("Enter", "document.querySelector('.look-panel:popover-open')"),
)  # fmt: skip
"""Key → panel that it opens on top of the others; Enter opens the settings."""
LINE, ZOOMED = (
    "document.documentElement.dataset.line",
    "document.querySelector('.picture-stage img')?.style.transform.includes('1.4')",
)
READER_STEPS = (
    ("[data-action=look]", "Enter", "document.activeElement.closest('.look-panel:popover-open')"),
    (".look-panel [type=range]", "ArrowRight", f"{LINE} === '1'"), (".look-reset", "Enter", f"{LINE} === '0'"),
    ("#aid-focus", " ", "document.querySelector('.mode-focus')"), ("#aid-focus", " ", "!document.querySelector('.mode-focus')"),
    (":focus", "Escape", "!document.querySelector(':popover-open')"),
    ("article a[href='#jd-n']", "Enter", "document.activeElement.closest('.footnote-box')"), (":focus", "Tab", "document.activeElement.matches('.footnote-whole')"),
    (":focus", "Tab", "document.activeElement.matches('img[data-large]')"), (":focus", "Escape", "!document.querySelector(':popover-open')"),
    ("img[data-large]", "Enter", "document.querySelector('.picture-box[open]')"), (":focus", "+", ZOOMED), (":focus", "0", f"!{ZOOMED}"),
    (":focus", "Escape", "!document.querySelector('.picture-box[open]')"),
    (".outline li:last-child a", "Enter", "document.activeElement.localName === 'h2'"),
)  # fmt: skip
"""Focused element of the reader, key → condition afterwards, in sequence."""
TITLE = "The keys of the harbour"
LISTED = f"[...document.querySelectorAll('.row a.title')].some((one) => one.textContent === '{TITLE}')"
DIALOG, SELECTED = "document.querySelector('dialog[open]')", "document.querySelector('.bulk:not([hidden])')"
CARDS = "document.documentElement.dataset.list === 'cards'"
FAVOURITE = "document.querySelector('.row [data-do=favourite]').getAttribute('aria-pressed') === 'true'"
IN_ROW = "document.activeElement.closest('.row')"
LIBRARY_SHORTCUTS = (
    ("?", DIALOG), ("Escape", f"!{DIALOG}"),
    ("/", "document.activeElement.id === 'search'"), ("Tab", "document.activeElement.matches('select')"), ("Tab", "document.activeElement.matches('button')"),
    ("v", CARDS), ("v", f"!({CARDS})"),
    ("j", IN_ROW), ("i", DIALOG), ("Escape", f"!{DIALOG}"), ("t", DIALOG), ("Escape", f"!{DIALOG}"),
    ("x", SELECTED), ("Escape", f"!{SELECTED}"), ("*", SELECTED), ("Escape", f"!{SELECTED}"),
    ("End", IN_ROW), ("Home", IN_ROW), ("r", "document.querySelector('.row.is-read')"), ("u", "!document.querySelector('.row.is-read')"),
    ("f", FAVOURITE), ("u", f"!({FAVOURITE})"), ("e", f"!{LISTED}"), ("u", LISTED), ("#", f"!{LISTED}"), ("u", LISTED),
    ("I", DIALOG), ("Escape", f"!{DIALOG}"), ("j", IN_ROW), ("Enter", "document.querySelector('main article')"),
)  # fmt: skip
"""Key → condition afterwards, in the library, whose first article is the test's."""
THEME = "document.querySelector('[type=radio]:checked').value"
OPTIONS_STEPS = (
    ("#join-pages", " ", "!document.querySelector('#join-pages').checked"), ("#join-pages", " ", "document.querySelector('#join-pages').checked"),
    ("[type=radio]:checked", "ArrowRight", f"{THEME} !== 'system'"), (".look-reset", "Enter", f"{THEME} === 'system'"),
    (".connection button", "Enter", "document.querySelectorAll('.links li').length > 3 && document.activeElement.matches('.connection button')"),
)  # fmt: skip
"""Focused element of the options page, key → condition afterwards, in sequence."""
MARK_FOCUSED = (
    "window.isMarked ||= (addEventListener('focusin', ({ target }) => (target.dataset.reached = '')), true), "
    "document.hasFocus() || window.focus()"
)
"""Marks each element that gets the focus; moves the focus from the browser's toolbars back to the page."""
UNREACHED = """[...document.querySelectorAll("button, a[href], input, select, textarea, summary, [tabindex='0']")].filter((one) =>
  one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0 && !one.matches(":disabled, [type=radio], [data-reached]"))"""


def test_reader_features(keys: Keys) -> None:
    """By shortcut, or by Enter on the focused element; Escape closes what was opened; `b` goes back to the page."""
    keys.wait(IS_READY)
    keys.run(VOICE)
    keys.run("document.documentElement.dataset.names = ''")  # hidden after a few presses, also of earlier tests
    for key, result in SHORTCUTS:
        keys.press([key])
        keys.wait(result)
    for element, opened, closed in ACTIVATED:
        keys.run(f'document.querySelector("{element}").focus()')
        keys.press(["Enter"])
        keys.wait(opened)
        keys.press(["Escape"])
        keys.wait(closed)
    press_in_turn(keys, READER_STEPS)
    remove = "[...document.querySelectorAll('.save-panel button')].find((one) => one.textContent === 'Remove')"
    keys.press(["s"])
    keys.wait(remove)
    keys.run(f"{remove}.focus()")
    keys.press(["Enter"])
    keys.wait("document.querySelector('[data-action=save][aria-pressed=false]')")
    keys.press(["b"])
    keys.wait("location.protocol === 'http:'")


@pytest.mark.sample("chromium")
def test_escape_closes_the_topmost_panel(keys: Keys) -> None:
    keys.wait(IS_READY)
    keys.run(VOICE)
    for key, opened in PANELS:
        if key == "Enter":
            keys.run("document.querySelector('[data-action=look]').focus()")
        keys.press([key])
        keys.wait(opened)
    panels = [opened for _, opened in PANELS]
    while panels:
        assert all(keys.run(f"!!{opened}") for opened in panels), panels
        keys.press(["Escape"])
        keys.wait(f"!{panels.pop()}")


@pytest.mark.sample("chromium")
def test_tab_reaches_every_control(keys: Keys) -> None:
    """In the reader and the other extension pages."""
    keys.wait(IS_READY)
    expect_all_reachable(keys)
    for path in ("options/options.html", "library/library.html", "onboarding/onboarding.html"):
        go_to(keys, path)
        keys.focus()
        expect_all_reachable(keys)


@pytest.mark.sample("chromium")
def test_library_and_options_features(keys: Keys) -> None:
    keys.wait(IS_READY)
    keys.press(["s"])
    keys.wait("document.querySelector('[data-action=save][aria-pressed=true]')")
    go_to(keys, "library/library.html")
    keys.wait(LISTED)
    for key, result in LIBRARY_SHORTCUTS:
        keys.press([key])
        keys.wait(result)
    go_to(keys, "options/options.html")
    press_in_turn(keys, OPTIONS_STEPS)


def press_in_turn(keys: Keys, steps: tuple[tuple[str, str, str], ...]) -> None:
    """Focuses each element and presses its key."""
    for element, key, result in steps:
        keys.wait(f'document.querySelector("{element}:not(:disabled)")')
        keys.run(f'document.querySelector("{element}")?.focus()')
        keys.press([key])
        keys.wait(result)


def go_to(keys: Keys, path: str) -> None:
    """Navigates the tab to another page of the extension."""
    keys.run(f"location.href = new URL('../{path}', location).href")
    keys.wait(f"location.pathname === '/{path}' && document.querySelector('main > *') !== null")


def expect_all_reachable(keys: Keys) -> None:
    """Presses Tab until every control, including those drawn late, has had the focus."""
    keys.run(f"document.activeElement.blur(), {MARK_FOCUSED}")
    assert keys.run(f"{UNREACHED}.length > 1")

    def press_tabs() -> bool:
        keys.run(MARK_FOCUSED)  # again, because the page may reload
        keys.press(["Tab"] * 5)
        return keys.run(f"{UNREACHED}.length === 0") is True

    try:
        until(press_tabs)
    except AssertionError:
        pytest.fail(str(keys.run(f"{UNREACHED}.map((one) => one.outerHTML).join()")))
