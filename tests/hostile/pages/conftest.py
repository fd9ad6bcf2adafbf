"""Fixtures: the hostile pages of this run, the canary, and one Chromium that is watched."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright

from tests.hostile.pages import hostile_library
from tests.hostile.pages.canary import Canary, listening
from tests.hostile.pages.chain import Read, readings
from tests.hostile.pages.generator import Hostile, corpus, generated
from tests.hostile.pages.watching import Watch
from tests.hostile.pages.watching_firefox import Watched
from tests.support.chromium import ID, REAL_HOST, first_page, launch
from tests.support.firefox import PROGRAM, firefox

SEED = 7
SAMPLE, LONG = 80, 20_000
"""Pages generated in every run, and in the long one."""
OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
"""Chromium's option to reach this machine only."""


@pytest.fixture(scope="session")
def canary() -> Iterator[Canary]:
    """The server that every address of the corpus leads to."""
    with listening() as running:
        yield running


@pytest.fixture(scope="session")
def hostile(canary: Canary, long_run: bool) -> list[Hostile]:
    """The hostile pages of this run: the corpus, and what the generator makes of it."""
    return [*corpus(canary.origin), *generated(canary.origin, LONG if long_run else SAMPLE, SEED)]


@pytest.fixture(scope="session")
def articles(hostile: list[Hostile]) -> list[Read]:
    """What the host makes of them."""
    return list(readings(hostile))


@pytest.fixture(scope="session")
def kept(canary: Canary, articles: list[Read], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of hostile articles, and beside it what was exported of it: ``out.html``, ``book``."""
    home = tmp_path_factory.mktemp("kept")
    with hostile_library.library(home):
        hostile_library.keep(articles, canary.origin)
        hostile_library.exported("html", home / "out").rename(home / "out.html")
        with zipfile.ZipFile(hostile_library.exported("epub", home / "out")) as book:
            book.extractall(home / "book")
    return home


@pytest.fixture(scope="session")
def watch(playwright: Playwright, canary: Canary, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watch]:
    """A Chromium with the extension that reaches nothing but the canary, and is watched."""
    context = launch(playwright, tmp_path_factory.mktemp("watched"), args=(OFFLINE,))
    first_page(context).close()
    yield Watch(
        context, canary, f"chrome-extension://{ID}/", f"{canary.origin}/extension/", f"{canary.origin}/favicon.ico"
    )
    context.close()


@pytest.fixture(scope="session")
def watched(canary: Canary, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A Firefox with the extension and the real host, watched."""
    with firefox(PROGRAM, tmp_path_factory.mktemp("firefox"), REAL_HOST) as browser:
        yield Watched(browser, canary)


@pytest.fixture
def tab(watch: Watch) -> Iterator[Page]:
    """A tab; what was noticed before it does not count."""
    page = watch.new_page()
    watch.take()
    yield page
    page.close()
