"""Fixtures, options and hooks for all tests: browsers, ``--long``, the order of files."""

import os
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import settings

from tests.runner.browsers import VARIABLES, installed
from tests.support.host_process import Port

LONGEST: Final = ("tests/browser/", "tests/reader/", "tests/library_page/", "tests/hostile/pages/")
"""Folders that run first, because they take longest."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--long``."""
    parser.addoption("--long", action="store_true", help="run all cases instead of samples; takes hours")


@pytest.fixture(scope="session")
def long_run(pytestconfig: pytest.Config) -> bool:
    """Whether ``--long`` is set."""
    return bool(pytestconfig.getoption("--long"))


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home directory for this process."""
    for name in ("HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "JINGDU_LIBRARY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Port]]:
    """Starts the host, or another command, in an empty home; kills it after the test."""
    with ExitStack() as stack:
        yield lambda *command: stack.enter_context(Port(tmp_path, *command))


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Restores SIGINT for child processes; a shell ignores it for background jobs."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True)
def _no_recent_pages() -> None:
    """Clears the cache of recently read pages."""
    if recent := sys.modules.get("jingdu.handlers.reading"):
        recent._recent.clear()


def pytest_configure(config: pytest.Config) -> None:
    """Sets English messages, the hypothesis profile and the variables for the installed browsers.

    OpenMP is limited to one thread, because competing threads make training four times as slow.
    """
    os.environ["LANGUAGE"] = "en"
    os.environ["OMP_NUM_THREADS"] = "1"
    settings.register_profile("sample", max_examples=25, deadline=None, derandomize=True)
    settings.register_profile("long", max_examples=200, deadline=None)
    settings.load_profile("long" if config.getoption("--long") else "sample")
    for name, variable in VARIABLES.items():
        program = installed(name)
        if program:
            os.environ[variable] = str(program)


def pytest_report_header() -> list[str]:
    """Prints the browsers of this run."""
    return [f"{name}: {os.environ.get(variable, 'none')}" for name, variable in VARIABLES.items()]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects ``long`` tests, skips tests that need a missing Chromium, moves slow files to the start."""
    _check_samples(items)
    if not config.getoption("--long"):
        config.hook.pytest_deselected(items=[item for item in items if _is_long(item)])
        items[:] = [item for item in items if not _is_long(item)]
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (not item.nodeid.startswith(LONGEST), item.path not in slow))
    if "JINGDU_CHROMIUM" in os.environ:
        return
    skip = pytest.mark.skip(reason="no Chromium; install chromium or set JINGDU_CHROMIUM")
    for item in items:
        if "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker(skip)


def _case(item: pytest.Item) -> str:
    """The id of an item's parameters, without the browser name that pytest-playwright adds."""
    spec = getattr(item, "callspec", None)
    return spec.id.removeprefix("chromium-").removesuffix("-chromium") if spec else ""


def _is_long(item: pytest.Item) -> bool:
    sample = item.get_closest_marker("sample")
    return bool(item.get_closest_marker("long") or (sample and _case(item) not in sample.args))


def _check_samples(items: list[pytest.Item]) -> None:
    """Raises UsageError if a ``sample`` marker names an unknown case."""
    cases: dict[tuple[str, tuple[str, ...]], set[str]] = defaultdict(set)
    for item in items:
        if sample := item.get_closest_marker("sample"):
            cases[item.nodeid.partition("[")[0], sample.args].add(_case(item))
    for (test, names), found in cases.items():
        if len(found) > 1 and not found.issuperset(names):
            raise pytest.UsageError(f"{test} has no case {', '.join(set(names) - found)}; cases: {', '.join(found)}")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Assigns whole files to workers and keeps a worker in one folder, so that few workers start its browsers."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class ByFolder(LoadFileScheduling):
        def _assign_work_unit(self, node: Any) -> None:
            self.workqueue.move_to_end(self._next_file(node), last=False)
            super()._assign_work_unit(node)

        def _next_file(self, node: Any) -> str:
            """A file of the worker's current folder, else of a folder without a worker, else any."""
            taken = {worker: {str(Path(file).parent) for file in files} for worker, files in self.assigned_work.items()}
            own, others = taken.get(node, set()), set[str]().union(*taken.values())
            folders = {file: str(Path(file).parent) for file in self.workqueue}
            return min(folders, key=lambda file: (folders[file] not in own, folders[file] in others))

    return ByFolder(config, log)
