"""Other programs: started with a log, their words shown only when they fail."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from jingdu.i18n import gettext as _

_UNWANTED: Final = frozenset(
    {"PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP", "PIP_PREFIX", "PIP_ROOT", "PIP_TARGET", "PIP_CONSTRAINT"}
    | {"PIP_BUILD_CONSTRAINT", "PIP_REQUIREMENT", "PIP_NO_BINARY", "PIP_ONLY_BINARY", "PIP_PRE", "PIP_DEST"}
)
"""Variables that would send what we install elsewhere, make us import something else, or add to the lock files."""

_SBIN: Final = "/usr/local/sbin:/usr/sbin:/sbin"
"""dpkg refuses to work without these in PATH."""


_QUOTED: Final = 4
"""Lines of a failed command's output that are shown."""


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """The user's variables, among them pip's (mirrors, proxies, certificates), without those that mislead.

    pip keeps nothing in a cache that is left behind, unless the user named one.
    """
    kept = {name: value for name, value in env.items() if name not in _UNWANTED}
    cache = {} if kept.get("PIP_CACHE_DIR") else {"PIP_NO_CACHE_DIR": "1"}
    return {**kept, **cache, "PIP_USER": "0", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def run(
    command: Sequence[str | Path], log: Path, env: Mapping[str, str], watch: Callable[[str], None] | None = None
) -> bool:
    """Runs a command without standard input; ``log`` and ``watch`` get its output. Did it succeed?"""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as file:
        file.write(f"\n$ {' '.join(map(str, command))}\n".encode("utf-8", "backslashreplace"))
        file.flush()
        try:
            with subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(env)
            ) as process:
                assert process.stdout
                for line in process.stdout:
                    file.write(line)
                    if watch:
                        watch(line.decode("utf-8", "replace"))
        except OSError as error:
            file.write(f"{error}\n".encode("utf-8", "backslashreplace"))
            return False
    return process.returncode == 0


def system_environment(env: Mapping[str, str]) -> dict[str, str]:
    """For the system's package manager: never asks, finds dpkg's helpers."""
    path = env.get("PATH", os.defpath)
    return {**env, "PATH": f"{path}:{_SBIN}", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}


def last_output(log: Path) -> str:
    """What the last command said."""
    return log.read_text("utf-8", "replace").rsplit("\n$ ", 1)[-1].partition("\n")[2]


def with_log(sentence: str, log: Path, *, quoted: bool = True) -> str:
    """A sentence about a command that failed, with the end of its output, errors first, and where all of it is."""
    lines = [line for line in last_output(log).splitlines() if line.strip()] if quoted else []
    errors = [line for line in lines if line.lower().startswith("error")]
    return "\n".join([sentence, *(errors or lines)[-_QUOTED:], _("The full log is {path}.", path=log)])
