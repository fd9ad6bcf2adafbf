"""Runs other programs and logs their output, which is shown only after a failure; installs Debian's missing venv."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from install.console import PYTHON, SetupError, map_os_errors
from jingdu.i18n import gettext as _

_UNWANTED: Final = frozenset(
    "PYTHONHOME PYTHONPATH PYTHONSTARTUP PIP_PREFIX PIP_ROOT PIP_TARGET PIP_CONSTRAINT PIP_BUILD_CONSTRAINT "
    "PIP_REQUIREMENT PIP_NO_BINARY PIP_ONLY_BINARY PIP_PRE PIP_DEST".split()
)
"""Variables that change where pip installs, what Python imports, or what is installed."""

STOPPED: Final = "Stopped by signal"


def clean_environment(env: Mapping[str, str]) -> dict[str, str]:
    """The user's variables, including pip's (mirrors, proxies, certificates), without harmful ones.

    pip uses no cache, unless the user named a folder for it.
    """
    kept = {name: value for name, value in env.items() if name not in _UNWANTED}
    cache = {} if kept.get("PIP_CACHE_DIR") else {"PIP_NO_CACHE_DIR": "1"}
    return {**kept, **cache, "PIP_USER": "0", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def run(
    command: Sequence[str | Path], log: Path, env: Mapping[str, str], watch: Callable[[str], None] | None = None
) -> bool:
    """Runs a command without standard input; ``log`` and ``watch`` get its output. Returns whether it succeeded.

    Raises `SetupError` if the log cannot be written.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    with map_os_errors("write", log), log.open("a", encoding="utf-8", errors="backslashreplace") as file:
        print(f"\n$ {' '.join(map(str, command))}", file=file, flush=True)
        try:
            with subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(env),
                encoding="utf-8", errors="replace",
            ) as process:  # fmt: skip
                assert process.stdout
                for line in process.stdout:
                    file.write(line)
                    if watch:
                        watch(line)
        except OSError as error:
            print(error, file=file)
            return False
        if process.returncode < 0:
            print(STOPPED, -process.returncode, file=file)
    return process.returncode == 0


def last_output(log: Path) -> str:
    """The output of the last command in a log."""
    return log.read_text("utf-8", "replace").rsplit("\n$ ", 1)[-1].partition("\n")[2]


def with_log(sentence: str, log: Path, *, quoted: bool = True) -> str:
    """The message for a failed command: the end of its output, errors first, and the log's path."""
    lines = [line for line in last_output(log).splitlines() if line.strip()] if quoted else []
    errors = [line for line in lines if line.lower().startswith("error")]
    return "\n".join([sentence, *(errors or lines)[-4:], _("The full log is {path}.", path=log)])


def ensure_venv(log: Path, env: Mapping[str, str]) -> str | None:
    """Ensures that this Python can create environments; returns the package that was installed, if any.

    Raises `SetupError` with the command to run if only the user can install it.
    """
    if _has_venv():
        return None
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if not (has_apt() and sys.base_prefix == "/usr"):
        message = "{python} comes without venv or ensurepip; run set-up with a complete Python."
        raise SetupError(PYTHON, _(message, python=sys.executable))
    if not apt_install([package], log, env) or not _has_venv():
        command = f"{'' if os.geteuid() == 0 else 'sudo '}apt-get install {package}"
        message = "Python's venv is missing; install it with {command}, then try again."
        raise SetupError(PYTHON, _(message, command=command))
    return package


def _has_venv() -> bool:
    sys.path_importer_cache.clear()
    return all(find_spec(name) is not None for name in ("venv", "ensurepip"))


def has_apt() -> bool:
    return os.name != "nt" and shutil.which("apt-get", path=f"{os.environ.get('PATH', '')}:/usr/bin") is not None


def apt_install(packages: list[str], log: Path, env: Mapping[str, str]) -> bool:
    """Installs packages as root or by sudo without a password; returns whether that succeeded."""
    if not has_apt():
        return False
    path = f"{env.get('PATH', os.defpath)}:/usr/local/sbin:/usr/sbin:/sbin"  # dpkg refuses to work without these
    clean = {**env, "PATH": path, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    root = [] if os.geteuid() == 0 else ["sudo", "-n", "DEBIAN_FRONTEND=noninteractive"]
    if root and not run([*root, "true"], log, clean):
        return False
    run([*root, "apt-get", "update"], log, clean)
    return run([*root, "apt-get", "install", "-y", "--no-install-recommends", *packages], log, clean)
