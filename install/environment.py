"""The host's private environment: a folder of its own for each state of the sources.

An environment is built under its final name, because environments can't be moved, and is whole once the stamp is in it.
The launcher is what is swapped. So a killed set-up leaves the old host working, and the next run builds what has no
stamp again.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from install import commands, console, debian, files
from install.computer import WINDOWS, Computer
from install.errors import INSTALL, PYTHON, SetupError, map_os_errors
from install.extension import CHECKOUT
from install.pip import BUILD, HOST, Pip
from jingdu.i18n import gettext as _
from jingdu.i18n import ngettext

STAMP: Final = "whole"
_TIMEOUT: Final = 300.0
"""Seconds for checking an environment: on a busy computer it must not look broken."""


def fingerprint(checkout: Path) -> str:
    """Names the state of the host's sources and of the Python that set-up was started with."""
    digest = hashlib.sha256(f"{sys.version}\n{sys.base_prefix}\n".encode("utf-8", "surrogateescape"))
    for path in _sources(checkout):
        digest.update(f"{path.relative_to(checkout).as_posix()}\n".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _sources(checkout: Path) -> Iterator[Path]:
    """What the installed host is made of; of the extension, which it carries along, what names it."""
    yield from (checkout / "pyproject.toml", checkout / "extension" / "manifest.json")
    for path in sorted([*(checkout / "host").rglob("*"), *(checkout / "install").rglob("*")]):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


def interpreter(environment: Path, system: str) -> Path:
    return environment / ("Scripts/python.exe" if system == WINDOWS else "bin/python")


def folder(computer: Computer) -> Path:
    return computer.data / "environments"


def log(computer: Computer) -> Path:
    """What the programs printed that set-up ran."""
    return computer.data / "setup.log"


def environments(computer: Computer) -> list[Path]:
    """The environments that set-up made, whole or not."""
    place = folder(computer)
    return [one for one in sorted(place.iterdir()) if one.is_dir()] if place.is_dir() else []


def ready(computer: Computer) -> Path | None:
    """The environment of the checkout's sources, when it is whole and works."""
    made = sorted(folder(computer).glob(f"{fingerprint(CHECKOUT)}*"), reverse=True)
    return next((one for one in made if (one / STAMP).exists() and _works(computer, one)), None)


def new(computer: Computer, *, beside: bool = False) -> Path:
    """Where the environment of these sources is made; ``beside``: next to the one in use, which keeps working."""
    name = fingerprint(CHECKOUT)
    taken = max((place.name for place in folder(computer).glob(f"{name}*")), default="")
    number = int(taken.partition("-")[2] or 0) + 1
    return folder(computer) / (f"{name}-{number:03}" if beside else name)


def make(computer: Computer, environment: Path, wheels: Path | None, progress: Callable[[str], None]) -> None:
    """Builds an environment of these sources, from ``wheels`` without a network; raises `SetupError`."""
    files.remove(environment)
    progress(_("creating its environment"))
    clean, place = commands.environment(computer.env), log(computer)
    with map_os_errors("write", environment):
        _make_venv(environment, place, clean)
    tools = environment / "building"
    pip = Pip(interpreter(environment, computer.system), place, clean, wheels, progress)
    pip.bring_tools(tools)
    pip.install(HOST, tools)
    pip.install_checkout(CHECKOUT, tools)
    pip.uninstall("setuptools")  # comes with Python 3.11's environments, and slows jieba's import
    files.remove(tools)
    if not _works(computer, environment):
        raise SetupError(INSTALL, commands.with_log(_("The companion app was installed but does not start"), place))
    files.write(environment / STAMP, b"")


def tidy(computer: Computer, *keep: Path) -> None:
    """Removes the other environments; what Windows holds open stays for the next run."""
    for path in environments(computer):
        if path not in keep:
            with suppress(SetupError):
                files.remove(path)


def in_use(computer: Computer, launcher: Path) -> list[Path]:
    """The environments that a launcher starts, which a running browser may be using."""
    text = launcher.read_bytes() if launcher.is_file() else b""
    return [path for path in environments(computer) if os.fsencode(path.name) in text]


def _works(computer: Computer, environment: Path) -> bool:
    """Whether its files are those that were installed, and it reads a page."""
    command: list[str | Path] = [interpreter(environment, computer.system), "-I", "-m", "jingdu.checks", "--quick"]
    try:
        done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=_TIMEOUT)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _make_venv(environment: Path, log: Path, env: dict[str, str]) -> None:
    if not commands.run([sys.executable, "-I", "-m", "venv", environment], log, env):
        raise SetupError(PYTHON, commands.with_log(_("Python could not create an environment"), log))


def fetch(folder: Path, computer: Computer) -> list[str]:
    """--fetch: fills ``folder`` for --wheels, for this system and version of Python; returns the names."""
    log, env = folder / "fetch.log", commands.environment(computer.env)
    with map_os_errors("write", folder):
        folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="jingdu-fetch-", ignore_cleanup_errors=True) as scratch,
        console.Progress(_("Download")) as progress,
    ):
        debian.ensure_venv(log, computer.env)
        _make_venv(Path(scratch, "venv"), log, env)
        python, tools = interpreter(Path(scratch, "venv"), computer.system), Path(scratch, "tools")
        pip = Pip(python, log, env, progress=progress.show)
        pip.download(folder, BUILD)
        Pip(python, log, env, wheels=folder).bring_tools(tools)
        pip.download(folder, HOST, tools)
        log.unlink()
    names = sorted(path.name for path in folder.iterdir())
    one = "{n} file in {folder}; install from it with: python3 install/setup.py --wheels {folder}"
    many = "{n} files in {folder}; install from them with: python3 install/setup.py --wheels {folder}"
    console.line(ngettext(one, many, len(names), folder=folder))
    return names
