"""Computers that are made up, so that each system's places can be tested on any."""

from __future__ import annotations

from pathlib import Path

import pytest

from install.computer import Computer
from install.extension import Extension
from tests.install.made_up import Make


@pytest.fixture
def computer(tmp_path: Path) -> Make:
    """Makes a computer of a system, with a home and a PATH that hold nothing."""

    def make(system: str, **env: str) -> Computer:
        return Computer(system, tmp_path / "home", {"PATH": str(tmp_path / "bin"), **env})

    return make


@pytest.fixture
def ours(tmp_path: Path) -> Extension:
    """An extension's ids, short enough to read."""
    return Extension(tmp_path / "extension", "0.1.0", "abcdefghijklmnopabcdefghijklmnop", "jingdu@jingdu.org")
