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
    """A web site on this machine."""
    with serving() as running:
        yield running


@pytest.fixture(scope="session")
def shared(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jingdu]:
    """One browser with the real host, for all tests that leave it as it was."""
    with jingdu(playwright, tmp_path_factory.mktemp("profile")) as running:
        yield running


@pytest.fixture(scope="session")
def spare(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jingdu]:
    """One browser for the tests that need hosts of their own."""
    with jingdu(playwright, tmp_path_factory.mktemp("spare")) as running:
        yield running


@pytest.fixture
def browser_with(spare: Jingdu, tmp_path: Path) -> Iterator[Callable[..., Jingdu]]:
    """A browser with a host of the test's own: ``browser_with(command)``, None for no host."""
    yield lambda command=REAL_HOST: spare.with_host(command, tmp_path / "home")
    spare.close_tabs()


@pytest.fixture
def fresh_browser(playwright: Playwright, tmp_path: Path) -> Iterator[Callable[..., Jingdu]]:
    """Starts a browser of the test's own: ``fresh_browser(command)``."""
    with ExitStack() as stack:
        yield lambda *command: stack.enter_context(jingdu(playwright, tmp_path / "profile", *command))


@pytest.fixture
def reader(shared: Jingdu) -> Iterator[Jingdu]:
    """The shared browser; the tabs a test opens are closed after it."""
    yield shared
    shared.close_tabs()


@pytest.fixture(scope="session")
def shared_fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """One Firefox with the real host, for all tests that leave it as it was."""
    if not PROGRAM:
        pytest.skip("no Firefox here; install firefox-esr, or name one in JINGDU_FIREFOX")
    with firefox(PROGRAM, tmp_path_factory.mktemp("fox"), REAL_HOST) as running:
        yield running


@pytest.fixture
def fox(shared_fox: Firefox) -> Iterator[Firefox]:
    """The shared Firefox; after the test one empty tab remains."""
    yield shared_fox
    shared_fox.reset()


@pytest.fixture
def context(shared: Jingdu) -> BrowserContext:
    """pytest-playwright's fixtures use the shared browser too."""
    return shared.context
