"""Fixtures: an empty library in a temporary home directory."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.indexes import close_all


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty library; settings and state are in the same temporary home directory."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    folder = tmp_path / "home" / "净读 library"
    monkeypatch.setenv("JINGDU_LIBRARY", str(folder))
    yield folder
    close_all()
