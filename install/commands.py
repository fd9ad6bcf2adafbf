"""Other programs: run with a log; their output is shown only when they fail."""

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
"""Variables that would install elsewhere, import something else, or add to the lock files."""
_SBIN: Final = "/usr/local/sbin:/usr/sbin:/sbin"
"""dpkg refuses to work without these in PATH."""
_QUOTED: Final = 4
"""Lines of a failed command's output that are shown."""


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """The user's variables, among them pip's (mirrors, proxies, certificates), without those that mislead.

    pip keeps no cache, unless the user named a folder for it.
    """
    kept = {name: value for name, value in env.items() if name not in _UNWANTED}
    cache = {} if kept.get("PIP_CACHE_DIR") else {"PIP_NO_CACHE_DIR": "1"}
    return {**kept, **cache, "PIP_USER": "0", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def system_environment(env: Mapping[str, str]) -> dict[str, str]:
    """For the system's package manager: never asks, finds dpkg's helpers."""
    path = env.get("PATH", os.defpath)
    return {**env, "PATH": f"{path}:{_SBIN}", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}


def run(
    command: Sequence[str | Path], log: Path, env: Mapping[str, str], watch: Callable[[str], None] | None = None
) -> bool:
    """Runs a command without standard input; ``log`` and ``watch`` get its output. Whether it succeeded."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
        print(f"\n$ {' '.join(map(str, command))}", file=file, flush=True)
        try:
            with subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=dict(env),
                encoding="utf-8",
                errors="replace",
            ) as process:
                assert process.stdout
                for line in process.stdout:
                    file.write(line)
                    if watch:
                        watch(line)
        except OSError as error:
            print(error, file=file)
            return False
    return process.returncode == 0


def last_output(log: Path) -> str:
    return log.read_text("utf-8", "replace").rsplit("\n$ ", 1)[-1].partition("\n")[2]


def with_log(sentence: str, log: Path, *, quoted: bool = True) -> str:
    """A sentence about a command that failed, with the end of its output, errors first, and where the log is."""
    lines = [line for line in last_output(log).splitlines() if line.strip()] if quoted else []
    errors = [line for line in lines if line.lower().startswith("error")]
    return "\n".join([sentence, *(errors or lines)[-_QUOTED:], _("The full log is {path}.", path=log)])
