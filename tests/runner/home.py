"""The environment of the checks, .venv-tests; rebuilt when the locks or the Python change."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from install import commands
from install.console import PYTHON, SetupError
from install.pip import BUILD, Pip

_NAMES: Final = {"PIP_INDEX_URL": "UV_DEFAULT_INDEX", "PIP_EXTRA_INDEX_URL": "UV_INDEX", "PIP_CERT": "SSL_CERT_FILE"}
"""pip's variables → uv's, since uv does not read pip's."""


class UvOrPip(Pip):
    """Installs with uv; falls back to pip, for example behind a mirror that only pip is configured for."""

    def __init__(self, uv: Path, pip: Pip) -> None:
        super().__init__(pip.python, pip.log, pip.env)
        self._uv = uv

    def _run(self, what: str, arguments: Sequence[str | Path], tools: Path | None) -> None:
        command: list[str | Path] = [self._uv, "pip", what, "--quiet", "--python", self.python, *arguments]
        command = [word for word in command if word != "--use-pep517"]  # uv's default
        if not commands.run(command, self.log, _environment(self.env, tools)):
            super()._run(what, arguments, tools)


def _environment(env: Mapping[str, str], tools: Path | None) -> dict[str, str]:
    """Environment variables for uv, which uses the system's certificates, as pip does."""
    named = {ours: env[name] for name, ours in _NAMES.items() if name in env and ours not in env}
    return {"UV_SYSTEM_CERTS": "1", **env, **named, **({"PYTHONPATH": str(tools)} if tools else {})}


ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / ".venv-tests"
LOCK: Final = ROOT / "tests" / "requirements.lock"
"""The dependencies of the host and the tests."""
PEERS: Final = ROOT / "tests" / "peers.lock"
OPTIONAL: Final = {PEERS: "Peers: not installed, the tests that compare with them will be skipped"}
"""Locks that may fail to install → the message printed in that case."""
LOG: Final = FOLDER / "making.log"
_STAMP: Final = FOLDER / "whole"
_BIN: Final = FOLDER / "venv" / ("Scripts" if os.name == "nt" else "bin")
VENV_PYTHON: Final = _BIN / ("python.exe" if os.name == "nt" else "python")


def make(env: Mapping[str, str]) -> None:
    """Builds the environment unless it is up to date; raises SetupError."""
    if _STAMP.exists() and _STAMP.read_text("utf-8") == _state() and VENV_PYTHON.exists():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    _STAMP.unlink(missing_ok=True)
    for name in ("venv", "building"):
        shutil.rmtree(FOLDER / name, ignore_errors=True)
    commands.ensure_venv(LOG, env)
    if not commands.run([sys.executable, "-I", "-m", "venv", FOLDER / "venv"], LOG, commands.clean_environment(env)):
        raise _failed(PYTHON, "Python could not make an environment")
    tools = FOLDER / "building"
    installer = _installer(env)
    installer.install_tools(tools)
    installer.install(LOCK, tools)
    for lock, sentence in OPTIONAL.items():
        try:
            installer.install(lock, tools)
        except SetupError:
            print(sentence, flush=True)
    installer.install_checkout(ROOT, tools, editable=True)
    _STAMP.write_text(_state(), "utf-8")


def tool(name: str) -> Path:
    """The path of a program in the environment."""
    return _BIN / (f"{name}.exe" if os.name == "nt" else name)


def _installer(env: Mapping[str, str]) -> Pip:
    """uv if it can be installed, since it is several times as fast as pip."""
    pip = Pip(VENV_PYTHON, LOG, commands.clean_environment(env))
    requirement = FOLDER / "uv.lock"
    requirement.write_text(_requirement("uv"), "utf-8")
    try:
        pip.install(requirement, FOLDER)
    except SetupError:
        return pip
    return UvOrPip(tool("uv"), pip)


def _requirement(name: str) -> str:
    """The lines of one package in the lock, with checksums."""
    found = re.search(rf"^{name}==.*(?:\n[ ]+--hash.*)*", LOCK.read_text("utf-8"), re.MULTILINE)
    return found[0].rstrip("\\ ") if found else ""


def _state() -> str:
    sources = (ROOT / "pyproject.toml", BUILD, LOCK, *OPTIONAL)
    state = b"".join(path.read_bytes() for path in sources)
    return hashlib.sha256(sys.version.encode() + state + str(ROOT).encode()).hexdigest()


def _failed(code: int, sentence: str) -> SetupError:
    return SetupError(code, commands.with_log(sentence, LOG))
