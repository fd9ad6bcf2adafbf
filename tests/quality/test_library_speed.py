"""The quick gate of `bench_library.py`, with room for a busy machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.quality.bench_library import queries
from tests.quality.host_search import host
from tests.quality.made_library import make
from tests.support.host_process import environment

FEW = 300
MOST = 12.0
"""Times what SQLite alone takes, which at so few articles is next to nothing."""


@pytest.mark.skipif(sys.platform != "linux", reason="the processor's time of another process, from /proc")
def test_a_search_through_the_host_takes_little_more_than_sqlite_alone(tmp_path: Path) -> None:
    """Facets, snippets and frames included; both are measured in the same run, and in time of the processor."""
    make(tmp_path / "library", FEW)
    variables = {"JINGDU_LIBRARY": str(tmp_path / "library"), "XDG_DATA_HOME": str(tmp_path / "data")}
    reindex = (sys.executable, "-P", "-m", "jingdu", "reindex", "--quiet")
    subprocess.run(reindex, env=environment(tmp_path) | variables, check=True)
    with host(tmp_path) as opened:
        costs = [opened.cost(one) for typed in queries().values() for one in typed[:2]]
        assert opened.memory() < 250 * 2**20
    assert sum(one.processor for one in costs) < MOST * sum(one.bare for one in costs)
