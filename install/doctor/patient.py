"""The installation that is looked at."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from install import launcher, register
from install.browsers import Found, find
from install.computer import WINDOWS, Computer
from install.identity import Extension
from install.record import FILE_NAME, Record
from install.registry import Registry

_PATIENCE: Final = 60.0
"""Seconds that an interpreter may take to say something."""


@dataclass
class Patient:
    """Everything the checks ask for, found out once."""

    computer: Computer
    registry: Registry
    extension: Extension
    setup: str
    """The command that sets up again."""

    @cached_property
    def record(self) -> Record:
        """What set-up wrote down."""
        return Record.load(self.computer.data)

    @property
    def record_file(self) -> Path:
        return self.computer.data / FILE_NAME

    @cached_property
    def start(self) -> Path:
        """The launcher's place."""
        return register.launcher_place(self.computer)

    @cached_property
    def python(self) -> Path | None:
        """The interpreter that the launcher names; None where it names none."""
        try:
            return launcher.interpreter(self.computer.system, self.start.read_bytes(), self.start.parent)
        except OSError:
            return None

    @cached_property
    def found(self) -> list[Found]:
        """The browsers that are here."""
        return find(self.computer)

    def launch(self, python: Path) -> None:
        """Writes the launcher anew."""
        register.launch(self.computer, python, self.record)
        self.__dict__.pop("python", None)

    def register(self) -> None:
        """Writes the manifests and registry keys anew."""
        register.register(self.computer, self.found, self.start, self.extension, self.record, self.registry)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        """Runs the host's interpreter as the launcher does; raises OSError or TimeoutExpired."""
        assert self.python is not None
        command = [str(self.python), "-I", *arguments]
        env, folder = dict(self.computer.env), self.start.parent
        return subprocess.run(
            command, check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, env=env, cwd=folder
        )

    @cached_property
    def inside(self) -> list[dict[str, Any]]:
        """What `jingdu.checks` says within the host's environment; raises ValueError where it says nothing."""
        done = self.run("-m", "jingdu.checks", self.extension.version)
        if done.returncode:
            raise ValueError(last_line(done.stderr))
        told: list[dict[str, Any]] = json.loads(done.stdout)
        return told

    def spare_environment(self) -> Path | None:
        """The interpreter of a whole environment that no launcher starts; the newest."""
        folder = self.computer.data / "environments"
        stamps = sorted(folder.glob("*/whole"), key=os.path.getmtime) if folder.is_dir() else []
        inner = "Scripts/python.exe" if self.computer.system == WINDOWS else "bin/python"
        pythons = [stamp.parent / inner for stamp in stamps]
        return next((python for python in reversed(pythons) if python.exists()), None)


def last_line(output: bytes) -> str:
    """What a program said last."""
    lines = output.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].strip() if lines else "it said nothing"
