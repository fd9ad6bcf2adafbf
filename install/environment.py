"""The host's private environments, one folder per state of the sources.

An environment is built under its final name, because it can't be moved, and is complete once it has a stamp; then the
launcher is replaced. A killed set-up leaves the old host working; the next one rebuilds an environment without a stamp.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from install import commands, console, files
from install.computer import WINDOWS, Computer
from install.console import INSTALL, PYTHON, SetupError, map_os_errors
from install.extension import CHECKOUT
from install.pip import BUILD, HOST, Pip
from jingdu.i18n import gettext as _, ngettext

STAMP: Final = "whole"
TIMEOUT: Final = 300.0
"""Seconds to wait for an interpreter, which may be slow on a busy computer."""
_NEEDED: Final = 32 * 1024 * 1024
"""Bytes that an empty environment needs."""


def fingerprint(checkout: Path) -> str:
    """A digest of the host's sources and of the Python that runs set-up.

    Of the extension, which is packaged with the host, only the manifest is included.
    """
    digest = hashlib.sha256(f"{sys.version}\n{sys.base_prefix}\n".encode("utf-8", "surrogateescape"))
    sources = sorted([*(checkout / "host").rglob("*"), *(checkout / "install").rglob("*")])
    for path in (checkout / "pyproject.toml", checkout / "extension" / "manifest.json", *sources):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(checkout).as_posix()}\n".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def interpreter(environment: Path, system: str) -> Path:
    return environment / ("Scripts/python.exe" if system == WINDOWS else "bin/python")


def environments(computer: Computer) -> list[Path]:
    """The folders of all environments, complete or not."""
    return sorted(path for path in (computer.data / "environments").glob("*") if path.is_dir())


def ready(computer: Computer) -> Path | None:
    """The newest environment of these sources that is complete and works; None if there is none."""
    made = sorted((computer.data / "environments").glob(f"{fingerprint(CHECKOUT)}*"), reverse=True)
    return next((one for one in made if (one / STAMP).exists() and _works(computer, one)), None)


def make(computer: Computer, wheels: Path | None, progress: Callable[[str], None], *, beside: bool = False) -> Path:
    """Builds an environment from the sources, offline from ``wheels`` if given; raises `SetupError`.

    ``beside`` builds it next to the current one, which keeps working.
    """
    name = fingerprint(CHECKOUT)
    taken = max((place.name for place in (computer.data / "environments").glob(f"{name}*")), default="")
    number = int(taken.partition("-")[2] or 0) + 1
    environment = computer.data / "environments" / (f"{name}-{number:03}" if beside else name)
    files.remove(environment)
    progress(_("creating its environment"))
    env, log, tools = commands.clean_environment(computer.env), computer.data / "setup.log", environment / "building"
    with map_os_errors("write", environment):
        _make_venv(environment, log, env)
    pip = Pip(interpreter(environment, computer.system), log, env, wheels, progress)
    pip.install_tools(tools)
    pip.install(HOST, tools)
    pip.install_checkout(CHECKOUT, tools)
    pip.uninstall("setuptools")  # comes with Python 3.11's environments, and slows jieba's import
    files.remove(tools)
    if not _works(computer, environment):
        message = (
            "The companion app is installed but does not start; run set-up again, and report it if that does not help"
        )
        raise SetupError(INSTALL, commands.with_log(_(message), log))
    files.write(environment / STAMP, b"")
    return environment


def tidy(computer: Computer, *keep: Path) -> None:
    """Removes all environments except ``keep`` and the one that runs this code; files that are in use stay."""
    for path in environments(computer):
        if path not in keep and not path.samefile(sys.prefix):
            with suppress(SetupError):
                files.remove(path)


def is_current(computer: Computer) -> bool:
    """Whether this code runs in one of the environments."""
    return any(path.samefile(sys.prefix) for path in environments(computer))


def _works(computer: Computer, environment: Path) -> bool:
    """Whether the files of an environment are unchanged and it can read a page."""
    command: list[str | Path] = [interpreter(environment, computer.system), "-I", "-m", "jingdu.checks", "--quick"]
    try:
        done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _make_venv(environment: Path, log: Path, env: dict[str, str]) -> None:
    if not commands.run([sys.executable, "-I", "-m", "venv", environment], log, env):
        if shutil.disk_usage(log.parent).free < _NEEDED:  # venv does not say so
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        message = "Python could not create an environment; run set-up with another Python, 3.11 or newer"
        raise SetupError(PYTHON, commands.with_log(_(message), log))


def fetch(folder: Path, computer: Computer) -> list[str]:
    """--fetch: downloads the files that --wheels needs on this system and Python into ``folder``; returns the names."""
    log, env = folder / "fetch.log", commands.clean_environment(computer.env)
    with map_os_errors("write", folder):
        folder.mkdir(parents=True, exist_ok=True)
    scratch = tempfile.TemporaryDirectory(prefix="jingdu-fetch-", ignore_cleanup_errors=True)
    with scratch as place, console.progress(_("Download")) as show:
        commands.ensure_venv(log, computer.env)
        _make_venv(Path(place, "venv"), log, env)
        python, tools = interpreter(Path(place, "venv"), computer.system), Path(place, "tools")
        pip = Pip(python, log, env, progress=show)
        pip.download(folder, BUILD)
        Pip(python, log, env, wheels=folder).install_tools(tools)
        pip.download(folder, HOST, tools)
        log.unlink()
    names = sorted(path.name for path in folder.iterdir())
    one = "{n} file in {folder}; install from it with: python3 install/setup.py --wheels {folder}"
    many = "{n} files in {folder}; install from them with: python3 install/setup.py --wheels {folder}"
    console.line(ngettext(one, many, len(names), folder=folder))
    return names
