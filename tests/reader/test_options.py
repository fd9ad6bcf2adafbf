"""The options page: the reading settings with a sample that follows them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support.reader_page import ORIGIN, until

OPTIONS = f"{ORIGIN}/options/options.html"


def _size(page: Page) -> float:
    size: float = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.sample .text p')).fontSize)")
    return size


def test_the_sample_follows_and_the_choice_is_kept(page: Page) -> None:
    """Larger text and another theme show in the sample at once and are written down."""
    page.goto(OPTIONS)
    before = _size(page)
    page.get_by_role("button", name="Larger text").click()
    assert _size(page) > before
    page.get_by_role("radio", name="High contrast").check()
    assert page.evaluate("getComputedStyle(document.querySelector('.sample p')).color") == "rgb(255, 255, 255)"
    until(page, "chrome.storage.sync.get('look').then(({ look }) => look?.theme === 'contrast' && look.size === '1')")


def test_vertical_text_is_shown_in_the_sample_alone(open_page: Callable[..., Page]) -> None:
    """The page goes on as it was; the Chinese sample is set vertically."""
    page = open_page("zh")
    page.goto(OPTIONS)
    page.get_by_role("checkbox", name="竖排").check()
    assert page.evaluate("getComputedStyle(document.querySelector('.sample article')).writingMode") == "vertical-rl"
    assert page.evaluate("getComputedStyle(document.documentElement).writingMode") == "horizontal-tb"
    expect(page.locator(".sample")).to_be_in_viewport()


@pytest.mark.sample("en-320")
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_accessible_and_within_the_window(open_page: Callable[..., Page], language: str, width: int) -> None:
    """Axe finds nothing; nothing is cut off."""
    page = open_page(language, width=width)
    page.goto(OPTIONS)
    expect(page.locator(".look-fields")).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
