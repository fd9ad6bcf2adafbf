"""What all tests share: which browsers there are, and that their lack is told."""

from __future__ import annotations

import os

import pytest

from tests.runner.browsers import VARIABLES, installed


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--long``: the long runs of the hostile suite instead of their samples."""
    parser.addoption("--long", action="store_true", help="long runs: all fuzzed cases, kills and faults")


@pytest.fixture(scope="session")
def long_run(pytestconfig: pytest.Config) -> bool:
    """Whether this run is to take hours rather than minutes."""
    return bool(pytestconfig.getoption("--long"))


def pytest_configure() -> None:
    """Names the browsers that are here by the variables tests/run.py names them by; messages are English."""
    os.environ["LANGUAGE"] = "en"
    for name, variable in VARIABLES.items():
        program = installed(name)
        if program:
            os.environ[variable] = str(program)


def pytest_report_header() -> list[str]:
    """Which browsers this run drives."""
    return [f"{name}: {os.environ.get(variable, 'none')}" for name, variable in VARIABLES.items()]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips, with the reason, what drives Chromium where there is none."""
    if "JINGDU_CHROMIUM" in os.environ:
        return
    skip = pytest.mark.skip(reason="no Chromium here; install chromium, or name one in JINGDU_CHROMIUM")
    for item in items:
        if "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker(skip)
