"""The environment the checks run in: .venv-tests, made anew when pyproject.toml or the Python changes."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from install import commands, debian
from install.trouble import INSTALL, PYTHON, Trouble

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / ".venv-tests"
LOG: Final = FOLDER / "making.log"
_STAMP: Final = FOLDER / "whole"
_BIN: Final = FOLDER / "venv" / ("Scripts" if os.name == "nt" else "bin")
PYTHON_THERE: Final = _BIN / ("python.exe" if os.name == "nt" else "python")


def make(env: Mapping[str, str]) -> None:
    """Makes the environment unless it is there; raises Trouble."""
    if _STAMP.exists() and _STAMP.read_text("utf-8") == _state() and PYTHON_THERE.exists():
        return
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    debian.ensure_venv(LOG, env)
    if not commands.run([sys.executable, "-I", "-m", "venv", FOLDER / "venv"], LOG, commands.environment(env)):
        raise _failed(PYTHON, "Python could not make an environment")
    _pip(["--upgrade", "pip"], env)
    if not _pip(["--editable", f"{ROOT}[test,learn]"], env):
        raise _failed(INSTALL, "pip could not install what the tests need")
    if not _pip(["--editable", f"{ROOT}[peers]"], env):
        print("Peers: not installed, the tests that compare with them will be skipped", flush=True)
    if not _pip(
        ["--only-binary", "atheris", "--editable", f"{ROOT}[fuzz]"], env
    ):  # building it takes clang and an hour
        print(
            "atheris: not to be had for this system or Python, the test that fuzzes with it will be skipped", flush=True
        )
    _STAMP.write_text(_state(), "utf-8")


def tool(name: str) -> Path:
    """A program of the environment."""
    return _BIN / (f"{name}.exe" if os.name == "nt" else name)


def _pip(arguments: list[str | Path], env: Mapping[str, str]) -> bool:
    command = [PYTHON_THERE, "-I", "-m", "pip", "install", "--quiet", *arguments]
    return commands.run(command, LOG, commands.environment(env))


def _state() -> str:
    state = sys.version.encode() + (ROOT / "pyproject.toml").read_bytes() + str(ROOT).encode()
    return hashlib.sha256(state).hexdigest()


def _failed(code: int, sentence: str) -> Trouble:
    return Trouble(code, f"{sentence}\n{commands.last_words(LOG)}\nThe whole story is in {LOG}.")
