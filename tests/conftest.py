"""What all tests share: the browsers that are here, ``--long``, and the order in which the files start."""

from __future__ import annotations

import os
import sys
from typing import Any, Final

import pytest

from tests.runner.browsers import VARIABLES, installed
from tests.support.figures import Figures

_FIGURES = pytest.StashKey[Figures]()


TOGETHER: Final = ("tests/hostile/pages/",)
"""Folders whose files run in one worker, since they share what takes long to make."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--long``: everything instead of samples; takes hours."""
    parser.addoption("--long", action="store_true", help="long runs: all fuzzed cases, kills and faults")


@pytest.fixture(scope="session")
def long_run(pytestconfig: pytest.Config) -> bool:
    """Whether this run takes hours rather than minutes."""
    return bool(pytestconfig.getoption("--long"))


@pytest.fixture(scope="session")
def figures(pytestconfig: pytest.Config) -> Figures:
    """The run's figures, to add to; printed when it ends."""
    return pytestconfig.stash[_FIGURES]


@pytest.fixture(autouse=True)
def _no_recent_pages() -> None:
    """No page that another test has read in this process is taken for parsed."""
    if recent := sys.modules.get("jingdu.handlers.recent"):
        recent._recent.clear()


def pytest_configure(config: pytest.Config) -> None:
    """Names the browsers that are here by the variables tests/run.py names them by; messages are English."""
    os.environ["LANGUAGE"] = "en"
    config.stash[_FIGURES] = Figures()
    for name, variable in VARIABLES.items():
        program = installed(name)
        if program:
            os.environ[variable] = str(program)


def pytest_report_header() -> list[str]:
    """Which browsers this run drives."""
    return [f"{name}: {os.environ.get(variable, 'none')}" for name, variable in VARIABLES.items()]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects what is ``long``, skips what needs a Chromium where there is none, starts slow files first."""
    if not config.getoption("--long"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
    if "JINGDU_CHROMIUM" in os.environ:
        return
    skip = pytest.mark.skip(reason="no Chromium here; install chromium, or name one in JINGDU_CHROMIUM")
    for item in items:
        if "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker(skip)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A worker takes whole files, and the folders of `TOGETHER` whole."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class ByFile(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            folder = next((folder for folder in TOGETHER if nodeid.startswith(folder)), None)
            return folder or super()._split_scope(nodeid)

    return ByFile(config, log)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker hands its figures to the process that prints them."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        figures = session.config.stash[_FIGURES]
        output["figures"] = [figures.sums, figures.worsts]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Takes a worker's figures."""
    if found := getattr(node, "workeroutput", {}).get("figures"):
        node.config.stash[_FIGURES].take(*found)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints the figures."""
    lines = config.stash[_FIGURES].lines()
    if lines:
        terminalreporter.section("hostile pages, faults and bounds")
    for line in lines:
        terminalreporter.write_line(line)
