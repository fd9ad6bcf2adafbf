"""The Pythons of this computer that Jingdu supports, each with the host's dependencies."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.runner import home

LOCK: Final = home.ROOT / "install" / "requirements.lock"
FOLDER: Final = home.FOLDER / "pythons"
"""The environments; they are made once for each version and lock."""
_ASK: Final = "import sys, platform as p; print(p.python_implementation(), p.python_version(), sys.executable)"
_SECONDS: Final = 600


def found() -> dict[str, Path]:
    """Version → program, of each CPython from 3.11 on; the one that runs the tests comes first."""
    versions = {sys.version.split()[0]: Path(sys.executable)}
    for program in _candidates():
        version = _version(program)
        if version:
            versions.setdefault(version, program)
    return versions


def _candidates() -> Iterator[Path]:
    names = ["python3", *(f"python3.{minor}" for minor in range(11, 20))]
    for folder in (*os.get_exec_path(), "/usr/bin"):
        yield from (Path(folder, name) for name in names if "shims" not in folder)
    yield from sorted(Path.home().glob(".pyenv/versions/*/bin/python3"))


def _version(program: Path) -> str | None:
    """The version of a CPython that Jingdu supports."""
    if not os.access(program, os.X_OK):
        return None
    ended = subprocess.run([program, "-I", "-c", _ASK], capture_output=True, check=False, text=True, timeout=60)
    kind, version = (ended.stdout.split() or ["", "0.0"])[:2]
    supported = tuple(map(int, version.split(".")[:2])) >= (3, 11) and version.replace(".", "").isdigit()
    return version if ended.returncode == 0 and kind == "CPython" and supported else None


def prepared(version: str, program: Path) -> Path | None:
    """A Python of that version which can import the host; None where its packages cannot be installed."""
    if program == Path(sys.executable):
        return program
    folder = FOLDER / f"{version}-{hashlib.sha256(LOCK.read_bytes()).hexdigest()[:12]}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (folder / "whole").exists():
        shutil.rmtree(folder, ignore_errors=True)
        made = _uv("venv", "--python", program, folder) and _uv("pip", "install", "--python", python, "-r", LOCK)
        if not made:
            return None
        (folder / "whole").touch()
    return python


def _uv(*arguments: str | Path) -> bool:
    command = [home.tool("uv"), *arguments, "--quiet"]
    return subprocess.run(command, check=False, timeout=_SECONDS).returncode == 0
