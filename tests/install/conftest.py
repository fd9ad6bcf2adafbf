"""Simulated computers, so that the paths of each system can be tested on any system."""

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
    """Creates a computer with an empty home directory and PATH."""
    monkeypatch.setattr("install.computer.MORE_PROGRAMS", ())

    def make(system: str, **env: str) -> Computer:
        return Computer(system, tmp_path / "home", {"PATH": str(tmp_path / "bin"), **env})

    return make


@pytest.fixture
def ours(tmp_path: Path) -> Extension:
    """An extension with short ids."""
    return Extension(tmp_path / "extension", "0.1.0", "abcdefghijklmnopabcdefghijklmnop", "jingdu@jingdu.org")


@pytest.fixture(scope="session")
def fetched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The locked packages for this system and Python, as fetched by set-up."""
    folder = tmp_path_factory.mktemp("fetched")
    command = [sys.executable, str(CHECKOUT / "install/setup.py"), "--fetch", str(folder)]
    subprocess.run(command, check=True, timeout=900, capture_output=True)
    return folder


Make = Callable[..., Computer]
"""Creates a computer from a system and environment variables."""


class MemoryRegistry:
    """A Windows registry in memory."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self.values.get(key)

    def set(self, key: str, value: str) -> None:
        self.values[key] = value

    def delete(self, key: str) -> None:
        self.values.pop(key, None)
