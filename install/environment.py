"""The host's private environment: a folder of its own for each state of the sources.

An environment is built under its final name, because environments can't be moved, and is
whole once the stamp is in it. The launcher is what is swapped. So a killed set-up leaves
the old host working, and the next run builds anew what has no stamp.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from install import commands, files
from install.computer import WINDOWS, Computer
from install.pip import HOST, Pip
from install.record import Record
from install.trouble import INSTALL, PYTHON, Trouble
from jingdu.i18n import gettext as _

_STAMP: Final = "whole"
_PATIENCE: Final = 300.0
"""Seconds for looking through an environment: a busy computer must not make it look broken."""


def fingerprint(checkout: Path) -> str:
    """Names the state of the host's sources and of the Python that set-up was started with."""
    digest = hashlib.sha256(f"{sys.version}\n{sys.base_prefix}\n".encode("utf-8", "surrogateescape"))
    for path in _sources(checkout):
        digest.update(f"{path.relative_to(checkout).as_posix()}\n".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def interpreter(environment: Path, system: str) -> Path:
    """Where an environment's Python lies."""
    return environment / ("Scripts/python.exe" if system == WINDOWS else "bin/python")


def _sources(checkout: Path) -> Iterator[Path]:
    """What the installed host is made of; of the extension, which it carries along, what names it."""
    yield from (checkout / "pyproject.toml", checkout / "extension" / "manifest.json")
    for path in sorted([*(checkout / "host").rglob("*"), *(checkout / "install").rglob("*")]):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


class Environments:
    """The environments in the data folder; with ``wheels``, a folder, they are made without a network."""

    def __init__(self, computer: Computer, record: Record, wheels: Path | None = None) -> None:
        self.computer = computer
        self.record = record
        self.wheels = wheels
        self.folder = computer.data / "environments"
        self.log = computer.data / "setup.log"

    def python(self, environment: Path) -> Path:
        """The interpreter of an environment."""
        return interpreter(environment, self.computer.system)

    def ready(self, checkout: Path) -> Path | None:
        """The environment of these sources, when it is whole and works."""
        made = sorted(self.folder.glob(f"{fingerprint(checkout)}*"), reverse=True)
        return next(filter(self._works, made), None)

    def new(self, checkout: Path, *, anew: bool = False) -> Path:
        """Where the environment of these sources is made; ``anew``: beside the one in use, which keeps working."""
        environment = self.folder / fingerprint(checkout)
        if not anew:
            return environment
        places = (environment.with_name(f"{environment.name}-{number:03}") for number in range(1, 1000))
        taken = [place.name for place in self.folder.glob(f"{environment.name}*")]
        return next(place for place in places if place.name > max(taken, default=""))

    def make(self, environment: Path, checkout: Path, progress: Callable[[str], None]) -> None:
        """Builds the environment of these sources; raises Trouble when that fails."""
        files.remove(environment)
        self._build(environment, checkout, progress)
        if not self._imports(environment):
            raise self._failed(INSTALL, _("The host was installed but does not start"))
        files.write(environment / _STAMP, b"")

    def tidy(self, *keep: Path) -> None:
        """Removes the environments of earlier sources; what Windows holds open stays for the next run."""
        for path in [Path(tree) for tree in self.record.trees]:
            if path.parent == self.folder and path not in keep:
                try:
                    files.remove(path)
                except Trouble:
                    continue
                self.record.forget_tree(path)

    def in_use(self, launcher: Path) -> list[Path]:
        """The environments a launcher starts, which a running browser may be using."""
        try:
            text = launcher.read_bytes()
        except OSError:
            return []
        trees = [Path(tree) for tree in self.record.trees]
        return [path for path in trees if path.parent == self.folder and os.fsencode(path.name) in text]

    def _build(self, environment: Path, checkout: Path, progress: Callable[[str], None]) -> None:
        progress(_("making its environment"))
        clean = commands.environment(self.computer.env)
        with files.trouble("write", environment):
            if not commands.run([sys.executable, "-I", "-m", "venv", environment], self.log, clean):
                raise self._failed(PYTHON, _("Python could not make an environment"))
        tools = environment / "building"
        pip = Pip(self.python(environment), self.log, clean, self.wheels, progress)
        pip.bring_tools(tools)
        pip.install(HOST, tools)
        pip.install_checkout(checkout, tools)
        pip.uninstall("setuptools")  # comes with Python 3.11's environments, and slows jieba's import
        files.remove(tools)

    def _works(self, environment: Path) -> bool:
        return (environment / _STAMP).exists() and self._imports(environment)

    def _imports(self, environment: Path) -> bool:
        command: list[str | Path] = [self.python(environment), "-I", "-m", "jingdu.checks", "--quick"]
        try:
            done = subprocess.run(
                command, check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0

    def _failed(self, code: int, sentence: str) -> Trouble:
        return Trouble(code, commands.with_log(sentence, self.log))
