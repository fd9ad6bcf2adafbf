"""Other programs: started with a log, their words shown only when they fail."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

_UNWANTED: Final = frozenset(
    {"PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP", "PIP_PREFIX", "PIP_ROOT", "PIP_TARGET", "PIP_CONSTRAINT"}
    | {"PIP_BUILD_CONSTRAINT", "PIP_REQUIREMENT", "PIP_NO_BINARY", "PIP_ONLY_BINARY", "PIP_PRE", "PIP_DEST"}
)
"""Variables that would send what we install elsewhere, make us import something else, or add to the lock files."""

_SBIN: Final = "/usr/local/sbin:/usr/sbin:/sbin"
"""dpkg refuses to work without these in PATH."""


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """The user's variables, among them pip's (mirrors, proxies, certificates), without those that mislead."""
    kept = {name: value for name, value in env.items() if name not in _UNWANTED}
    return {**kept, "PIP_USER": "0", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def run(command: Sequence[str | Path], log: Path, env: Mapping[str, str]) -> bool:
    """Runs a command without standard input, adds what it says to ``log``; did it succeed?"""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as file:
        file.write(f"\n$ {' '.join(map(str, command))}\n".encode("utf-8", "backslashreplace"))
        file.flush()
        try:
            done = subprocess.run(
                command, check=False, stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=dict(env)
            )
        except OSError as error:
            file.write(f"{error}\n".encode("utf-8", "backslashreplace"))
            return False
    return done.returncode == 0


def system_environment(env: Mapping[str, str]) -> dict[str, str]:
    """For the system's package manager: never asks, finds dpkg's helpers."""
    path = env.get("PATH", os.defpath)
    return {**env, "PATH": f"{path}:{_SBIN}", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}


def last_output(log: Path) -> str:
    """What the last command said."""
    return log.read_text("utf-8", "replace").rsplit("\n$ ", 1)[-1].partition("\n")[2]


def last_words(log: Path, lines: int = 4) -> str:
    """The end of a log, errors before the rest, to be shown under a failure."""
    text = last_output(log).splitlines()
    errors = [line for line in text if line.lower().startswith("error")]
    return "\n".join((errors or [line for line in text if line.strip()])[-lines:])
