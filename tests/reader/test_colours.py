"""Contrast, computed for every pair of ink and ground in every theme."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.support.reader_page import draw
from tests.support.samples import article_answer

THEMES = ("light", "sepia", "dark", "black", "contrast")

PAIRS = [
    ("ink", "ground"),
    ("muted", "ground"),
    ("link", "ground"),
    ("visited", "ground"),
    ("ink", "shade"),
    ("muted", "shade"),
    ("link", "shade"),
    ("visited", "shade"),
    ("code-key", "shade"),
    ("code-str", "shade"),
    ("code-num", "shade"),
    ("code-name", "shade"),
    ("ink", "mark"),
    ("on-key", "key"),
]

READ_COLOUR = """(name) => {
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}"""


def _luminance(colour: str) -> float:
    """Relative luminance by WCAG 2.2."""
    channels = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(page: Page, ink: str, ground: str) -> float:
    lights = sorted(_luminance(page.evaluate(READ_COLOUR, name)) for name in (ink, ground))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def test_text_and_controls_have_enough_contrast(page: Page) -> None:
    """4.5 : 1 or more for all text, 3 : 1 or more for the edges of buttons and the focus ring, in each theme."""
    draw(page, article_answer("en"))
    for theme in THEMES:
        page.evaluate("(theme) => void (document.documentElement.dataset.theme = theme)", theme)
        contrasts = {pair: round(_contrast(page, *pair), 2) for pair in PAIRS}
        assert {pair: value for pair, value in contrasts.items() if value < 4.5} == {}, theme
        assert min(_contrast(page, "edge", "ground"), _contrast(page, "key", "ground")) >= 3, theme


def test_the_system_theme_follows_the_system(page: Page) -> None:
    """Without a choice of the user's, the system's setting counts, and changes take effect at once."""
    draw(page, article_answer("en"))
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    page.emulate_media(color_scheme="light")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) == "rgb(28, 27, 34)"
