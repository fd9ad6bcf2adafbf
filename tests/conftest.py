"""What all tests share: the browsers that are here, ``--long``, and the order in which the files start."""

from __future__ import annotations

import os

import pytest

from tests.runner.browsers import VARIABLES, installed


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--long``: everything instead of samples; takes hours."""
    parser.addoption("--long", action="store_true", help="long runs: all fuzzed cases, kills and faults")


@pytest.fixture(scope="session")
def long_run(pytestconfig: pytest.Config) -> bool:
    """Whether this run takes hours rather than minutes."""
    return bool(pytestconfig.getoption("--long"))


def pytest_configure() -> None:
    """Names the browsers that are here by the variables tests/run.py names them by."""
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
