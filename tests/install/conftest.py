"""Made-up computers, so that each system's paths can be tested on any."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from install.computer import Computer
from install.extension import CHECKOUT, Extension


@pytest.fixture
def computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes a computer of a system, with an empty home and PATH."""
    monkeypatch.setattr("install.computer.MORE_PROGRAMS", ())

    def make(system: str, **env: str) -> Computer:
        return Computer(system, tmp_path / "home", {"PATH": str(tmp_path / "bin"), **env})

    return make


@pytest.fixture
def ours(tmp_path: Path) -> Extension:
    """An extension's ids, short enough to read."""
    return Extension(tmp_path / "extension", "0.1.0", "abcdefghijklmnopabcdefghijklmnop", "jingdu@jingdu.org")


@pytest.fixture(scope="session")
def fetched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the locks name for this system and Python, as set-up fetches it."""
    folder = tmp_path_factory.mktemp("fetched")
    command = [sys.executable, str(CHECKOUT / "install/setup.py"), "--fetch", str(folder)]
    subprocess.run(command, check=True, timeout=900, capture_output=True)
    return folder


Make = Callable[..., Computer]
"""Makes a computer of a system, with variables of its environment."""


class Dictionary:
    """A registry on any system."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self.values.get(key)

    def set(self, key: str, value: str) -> None:
        self.values[key] = value

    def delete(self, key: str) -> None:
        self.values.pop(key, None)
