"""Fixtures: pages in a Chromium with the extension, one browser per language."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright

from tests.support.reader_page import AGAIN, ORIGIN, browser, draw, perform
from tests.support.samples import article_answer, state_answer

FORGET = """async () => {
  await chrome.storage.local.clear();
  const { look } = await chrome.storage.sync.get("look").catch(() => ({}));
  if (look) await chrome.storage.sync.clear();
  localStorage.clear();
}"""

Contexts = Callable[[str], BrowserContext]
Opener = Callable[..., Page]


def forget(context: BrowserContext) -> None:
    """Clears settings and reading positions; call it after tabs are closed, because they store positions."""
    context.pages[0].evaluate(FORGET)


@pytest.fixture(scope="session")
def contexts(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contexts]:
    """One browser per language, started on demand."""
    with ExitStack() as stack:

        @cache
        def started(language: str) -> BrowserContext:
            profile = tmp_path_factory.mktemp(language)
            context = stack.enter_context(browser(playwright, profile, {"zh": "zh-CN"}.get(language, language)))
            context.pages[0].goto(f"{ORIGIN}/manifest.json")  # stays open for `forget`
            return context

        yield started


@pytest.fixture
def open_page(contexts: Contexts) -> Iterator[Opener]:
    """Opens tabs; closes them and clears the settings after the test."""
    opened: list[Page] = []

    def opener(language: str = "en", width: int = 1280, height: int = 900) -> Page:
        page = contexts(language).new_page()
        page.set_viewport_size({"width": width, "height": height})
        opened.append(page)
        return page

    yield opener
    used = {page.context for page in opened if page.url.startswith("chrome-extension:")}
    for page in opened:
        page.close()
    for context in used:
        forget(context)


@pytest.fixture
def page(open_page: Opener) -> Page:
    """An English tab, 1280 pixels wide."""
    return open_page()


@pytest.fixture(scope="module")
def still(contexts: Contexts) -> Iterator[Callable[..., Page]]:
    """Articles that are drawn once, by name and HTML, for tests that only inspect them, at any width."""
    with ExitStack() as stack:
        context = contexts("en")
        stack.callback(forget, context)

        @cache
        def drawn(name: str, html: str | None = None) -> Page:
            page = context.new_page()
            stack.callback(page.close)
            draw(page, article_answer(name, **({} if html is None else {"html": html})))
            return page

        def sized(name: str, html: str | None = None, width: int = 1280) -> Page:
            page = drawn(name, html)
            page.bring_to_front()  # background tabs are not rendered
            page.set_viewport_size({"width": width, "height": 900})
            return page

        yield sized


@pytest.fixture(scope="module")
def drawn(contexts: Contexts) -> Iterator[Callable[..., Page]]:
    """Draws one article after another without reloading the page, for tests that only inspect them."""
    context = contexts("en")
    page = context.new_page()
    perform(page, {"open": state_answer("stopped")})

    def show(name: str, width: int = 1280, **changes: Any) -> Page:
        page.bring_to_front()
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(AGAIN, article_answer(name, **changes))
        return page

    yield show
    page.close()
    forget(context)


@pytest.fixture(scope="module")
def tab(contexts: Contexts) -> Iterator[Page]:
    """An extension page, in which modules can be imported."""
    page = contexts("en").new_page()
    page.goto(f"{ORIGIN}/onboarding/privacy.html")
    yield page
    page.close()
