"""Fixtures for tests that drive a real Chromium and the real host process."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Playwright

from tests.support.chromium import REAL_HOST, Jingdu, jingdu
from tests.support.firefox import PROGRAM, Firefox, firefox
from tests.support.web_site import Site, serving


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """A local web site."""
    with serving() as running:
        yield running


@pytest.fixture(scope="session")
def shared(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jingdu]:
    """One browser with the real host, for tests that do not change its state."""
    with jingdu(playwright, tmp_path_factory.mktemp("profile")) as running:
        yield running


@pytest.fixture(scope="session")
def spare(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jingdu]:
    """One browser for tests that need a host of their own."""
    with jingdu(playwright, tmp_path_factory.mktemp("spare")) as running:
        yield running


@pytest.fixture
def browser_with(spare: Jingdu, tmp_path: Path) -> Iterator[Callable[..., Jingdu]]:
    """A browser with a host of its own: ``browser_with(command)``; None means no host."""
    yield lambda command=REAL_HOST: spare.with_host(command, tmp_path / "home")
    spare.close_tabs()


@pytest.fixture
def fresh_browser(playwright: Playwright, tmp_path: Path) -> Iterator[Callable[..., Jingdu]]:
    """Starts a new browser: ``fresh_browser(command)``."""
    with ExitStack() as stack:
        yield lambda *command: stack.enter_context(jingdu(playwright, tmp_path / "profile", *command))


@pytest.fixture
def reader(shared: Jingdu) -> Iterator[Jingdu]:
    """The shared browser; closes the test's tabs afterwards."""
    yield shared
    shared.close_tabs()


@pytest.fixture(scope="session")
def shared_fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """One Firefox with the real host, for tests that do not change its state."""
    if not PROGRAM:
        pytest.skip("Firefox not found; install firefox-esr or set JINGDU_FIREFOX")
    with firefox(PROGRAM, tmp_path_factory.mktemp("fox"), REAL_HOST) as running:
        yield running


@pytest.fixture
def fox(shared_fox: Firefox) -> Iterator[Firefox]:
    """The shared Firefox; one empty tab remains after the test."""
    yield shared_fox
    shared_fox.reset()


@pytest.fixture
def context(shared: Jingdu) -> BrowserContext:
    """Makes the fixtures of pytest-playwright use the shared browser."""
    return shared.context
