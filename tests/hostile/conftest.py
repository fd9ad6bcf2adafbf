"""What the hostile suite's tests share: the figures that the run prints at its end, and the browsers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from chromium import REAL_HOST
from firefox import Firefox, firefox
from tests.browser.conftest import browser_with, reader, shared, site
from tests.hostile.figures import Figures
from tests.library.conftest import library  # noqa: F401  # a fixture

__all__ = ["browser_with", "reader", "shared", "site"]

_FIGURES = pytest.StashKey[Figures]()


def pytest_configure(config: pytest.Config) -> None:
    """One set of figures a run."""
    config.stash[_FIGURES] = Figures()


@pytest.fixture(scope="session")
def figures(pytestconfig: pytest.Config) -> Figures:
    """The run's figures, to add to."""
    return pytestconfig.stash[_FIGURES]


@pytest.fixture
def fox(tmp_path: Path) -> Iterator[Firefox]:
    """A Firefox with ours in it."""
    if "JINGDU_FIREFOX" not in os.environ:
        pytest.skip("no Firefox here; install firefox, or name one in JINGDU_FIREFOX")
    with firefox(os.environ["JINGDU_FIREFOX"], tmp_path, REAL_HOST) as running:
        yield running


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints the figures."""
    lines = config.stash[_FIGURES].lines()
    if lines:
        terminalreporter.section("hostile pages, faults and bounds")
    for line in lines:
        terminalreporter.write_line(line)
