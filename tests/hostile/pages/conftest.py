"""Fixtures: the hostile pages and their articles, the canary server, and monitored browsers."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright

from tests.hostile.pages import hostile_library
from tests.hostile.pages.canary import Canary, listening
from tests.hostile.pages.chain import Read, read_all
from tests.hostile.pages.generator import Hostile, corpus, generated
from tests.hostile.pages.watching import Watch
from tests.hostile.pages.watching_firefox import Watched
from tests.support.chromium import ID, REAL_HOST, first_page, launch
from tests.support.firefox import PROGRAM, firefox

SEED = 7
SAMPLE, LONG = 80, 20_000
"""Generated pages in the default run and with ``--long``."""
OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
"""Chromium's option to resolve no host but this machine."""


@pytest.fixture(scope="session")
def canary() -> Iterator[Canary]:
    """The server that all addresses of the corpus point to."""
    with listening() as running:
        yield running


@pytest.fixture(scope="session")
def hostile(canary: Canary, long_run: bool) -> list[Hostile]:
    """The hostile pages: the corpus and generated variants."""
    return [*corpus(canary.origin), *generated(canary.origin, LONG if long_run else SAMPLE, SEED)]


@pytest.fixture(scope="session")
def articles(hostile: list[Hostile]) -> list[Read]:
    """The articles that the host extracts from the hostile pages."""
    return list(read_all(hostile))


@pytest.fixture(scope="session")
def exported(canary: Canary, articles: list[Read], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a library of hostile articles and its exports ``out.html`` and ``book``."""
    home = tmp_path_factory.mktemp("exported")
    with hostile_library.library(home):
        hostile_library.save_all(articles, canary.origin)
        hostile_library.export_library("html", home / "out").rename(home / "out.html")
        with zipfile.ZipFile(hostile_library.export_library("epub", home / "out")) as book:
            book.extractall(home / "book")
    return home


@pytest.fixture(scope="session")
def watch(playwright: Playwright, canary: Canary, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watch]:
    """A monitored Chromium with the extension, whose network is limited to the canary."""
    context = launch(playwright, tmp_path_factory.mktemp("watched"), args=(OFFLINE,))
    first_page(context).close()
    yield Watch(
        context, canary, f"chrome-extension://{ID}/", f"{canary.origin}/extension/", f"{canary.origin}/favicon.ico"
    )
    context.close()


@pytest.fixture(scope="session")
def watched(canary: Canary, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A monitored Firefox with the extension and the real host."""
    with firefox(PROGRAM, tmp_path_factory.mktemp("firefox"), REAL_HOST) as browser:
        yield Watched(browser, canary)


@pytest.fixture
def tab(watch: Watch) -> Iterator[Page]:
    """A new tab; earlier events are discarded."""
    page = watch.new_page()
    watch.take()
    yield page
    page.close()
