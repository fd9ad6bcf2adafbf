"""Fixtures: a web site, a shared browser with a filled library, and browsers with an empty library."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright

from tests.support.chromium import REAL_HOST
from tests.support.library_page import Shelf, settled, shelf
from tests.support.pictures import png
from tests.support.stories import CHINESE, ENGLISH, PICTURED
from tests.support.web_site import Site, serving


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """A local web site with one picture."""
    with serving() as running:
        running.put(png(600, 338), "/clock.png", "image/png")
        yield running


@pytest.fixture(scope="session")
def filled(playwright: Playwright, site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A browser whose library has three articles: Chinese, English, and one with a picture."""
    with shelf(playwright, tmp_path_factory.mktemp("filled")) as running:
        for html in (CHINESE, ENGLISH):
            running.save_read(site.put(html)).close()
        page = running.open(site.put(PICTURED))
        assert running.sign(running.press(page)) == "✓"
        page.close()
        yield running


@pytest.fixture
def library(filled: Shelf) -> Iterator[Shelf]:
    """The shared browser; closes the test's tabs afterwards."""
    yield filled
    filled.close_tabs()


@pytest.fixture
def page(library: Shelf) -> Page:
    """The library page, listing the three articles."""
    page = library.show()
    settled(page)
    return page


@pytest.fixture(scope="session")
def spare(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """One browser for tests that need a library of their own."""
    with shelf(playwright, tmp_path_factory.mktemp("spare") / "profile") as running:
        yield running


@pytest.fixture
def shelf_with(spare: Shelf, playwright: Playwright, tmp_path: Path) -> Iterator[Callable[..., Shelf]]:
    """A browser with an empty library: ``shelf_with(command)``; options such as ``language`` start a new browser."""
    with ExitStack() as stack:

        def start(command: tuple[str, ...] | None = REAL_HOST, **options: Any) -> Shelf:
            if options:
                return stack.enter_context(shelf(playwright, tmp_path / "profile", command, **options))
            return spare.with_host(command, tmp_path / "home")

        yield start
    spare.close_tabs()
