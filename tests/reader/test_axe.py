"""axe-core finds no violations in any theme, on any screen; all text has enough contrast to its background."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.support.reader_page import ORIGIN, draw, notes_ready, until
from tests.support.samples import STATES, THEMES, article_answer, state_answer

pytestmark = pytest.mark.slow


def _violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {node['html'][:120]}" for rule in found for node in rule["nodes"]]


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["zh", "en", "ar", "rich"])
def test_articles_pass_axe(page: Page, name: str, theme: str) -> None:
    draw(page, article_answer(name), theme=theme)
    assert _violations(page) == []


@pytest.mark.sample("host_missing-en")
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("state", STATES)
def test_screens_pass_axe(open_page: Callable[..., Page], state: str, language: str) -> None:
    page = open_page(language)
    draw(page, state_answer(state), theme=THEMES[STATES.index(state) % len(THEMES)])
    assert _violations(page) == []


@pytest.mark.sample("dark-onboarding")
@pytest.mark.parametrize("extension_page", ["onboarding", "privacy", "options", "library", "question"])
@pytest.mark.parametrize("theme", THEMES)
def test_other_extension_pages_pass_axe(page: Page, theme: str, extension_page: str) -> None:
    folder = {"privacy": "onboarding", "question": "save"}.get(extension_page, extension_page)
    page.goto(f"{ORIGIN}/{folder}/{extension_page}.html")
    page.wait_for_selector("main > *")
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    assert _violations(page) == []


@pytest.mark.long
def test_picture_without_alternative_text_passes_axe(page: Page) -> None:
    draw(page, article_answer("en", html='<p>Text.</p><img src="https://pictures.example/a.png" alt="">'))
    page.wait_for_selector("img[data-large]")
    assert _violations(page) == []


@pytest.mark.long
def test_narrow_pages_pass_axe(open_page: Callable[..., Page]) -> None:
    """At 320 pixels, frames scroll and must be reachable by keyboard."""
    page = open_page(width=320)
    draw(page, article_answer("rich"), theme="light")
    assert page.locator(".wide[tabindex='0']").count() >= 1
    assert _violations(page) == []


@pytest.mark.sample("dark")
@pytest.mark.parametrize("theme", THEMES)
def test_overlays_and_reading_aids_pass_axe(page: Page, theme: str) -> None:
    """Focus mode dims all but one paragraph, at the start of the text and further down; then the line guide is on."""
    draw(page, article_answer("rich"), theme=theme)
    page.wait_for_selector("pre .code-key")
    page.evaluate("import('/reader/enhancements/footnotes.js').then(() => 1)")  # else the reference jumps to its note
    found = _violations(page)
    for opener, opened in (
        ('[data-action="look"]', ".look-panel:popover-open"),
        ("a[href='#jd-n1']", ".footnote-box:popover-open"),
        ("article img[data-large]", ".picture-box[open]"),
    ):
        page.locator(opener).first.press("Enter")
        page.wait_for_selector(opened)
        found += _violations(page)
        page.keyboard.press("Escape")
    notes_ready(page)
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.press("f")
    page.wait_for_selector(".text > p.current")
    found += _violations(page)
    page.evaluate("document.querySelector('figcaption').scrollIntoView({ block: 'start', behavior: 'instant' })")
    page.wait_for_selector(".text > p:not(.current)")
    page.keyboard.press("r")
    page.wait_for_selector(".line-guide")
    found += _violations(page)
    page.set_viewport_size({"width": 500, "height": 700})
    page.locator('[data-action="outline"]').press("Enter")
    page.wait_for_selector(".outline:popover-open")
    assert found + _violations(page) == []


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
def test_panels_opened_by_letter_pass_axe(page: Page, theme: str) -> None:
    draw(page, article_answer("rich"), theme=theme)
    notes_ready(page)
    found = []
    for letter, opened in (
        ("h", ".note-box:not([hidden])"),
        ("m", ".notes-panel:not([hidden])"),
        ("l", ".speech-bar"),
        ("?", "dialog[open]"),
    ):
        page.keyboard.press(letter)
        page.wait_for_selector(opened)
        found += _violations(page)
        page.keyboard.press("Escape")
        page.wait_for_selector(opened, state="detached" if letter == "l" else "hidden")
    assert found == []


TEXT_COLOURS = {
    "ground": "ink muted dim link visited",
    "shade": "ink muted dim link visited code-key code-str code-num code-name",
    "mark": "ink",
    "key": "on-key",
    **dict.fromkeys(("note-yellow", "note-green", "note-blue", "note-pink", "spoken"), "ink muted link visited"),
}
"""Background → text colours used on it."""

CONTRAST = """(pairs) => pairs.map(([ink, ground]) => {
  const probe = document.body.appendChild(document.createElement("i"));
  const light = (name) => {
    probe.style.color = `var(--${name})`;
    const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((one) => one / 255);
    const [r, g, b] = parts.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [light(ink), light(ground)];
  probe.remove();
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
})"""
"""The contrast ratio of each pair of text and background colour, as WCAG 2.2 defines it."""


def test_text_and_controls_have_enough_contrast(page: Page) -> None:
    """In each theme, at least 4.5:1 for all text, and 3:1 for the borders of buttons and the focus ring."""
    draw(page, article_answer("en"))
    until(page, "getComputedStyle(document.documentElement).getPropertyValue('--note-yellow')")  # loaded late
    for theme in THEMES:
        page.evaluate("(theme) => void (document.documentElement.dataset.theme = theme)", theme)
        pairs = [(ink, ground) for ground, inks in TEXT_COLOURS.items() for ink in inks.split()]
        contrasts = zip(pairs, page.evaluate(CONTRAST, pairs), strict=True)
        assert [pair for pair, contrast in contrasts if contrast < 4.5] == [], theme
        assert min(page.evaluate(CONTRAST, [[edge, "ground"] for edge in ("edge", "key")])) >= 3, theme


def test_the_system_theme_follows_the_system(page: Page) -> None:
    draw(page, article_answer("en"))
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    page.emulate_media(color_scheme="light")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) == "rgb(28, 27, 34)"
