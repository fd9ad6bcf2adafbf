"""Fixtures: real host processes and the real command line."""

import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.support.forked import run_forked
from tests.support.host_process import Port, golden

HTML: str = golden("extract.request")["html"]
Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def port(start: Callable[..., Port]) -> Port:
    """A new host process, in a temporary home directory."""
    return start()


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs ``jingdu`` in a temporary home directory, in which page.html is the golden page."""
    (tmp_path / "page.html").write_text(HTML, encoding="utf-8")
    return partial(run_forked, tmp_path)


def printed(result: subprocess.CompletedProcess[bytes]) -> str:
    assert (result.returncode, result.stderr) == (0, b"")
    return result.stdout.decode()
