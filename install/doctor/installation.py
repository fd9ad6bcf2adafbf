"""The installation that is examined."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from install import identity, launcher, register
from install.browsers import Found, find
from install.computer import WINDOWS, Computer
from install.identity import CHECKOUT, Extension
from install.record import FILE_NAME, Record
from install.registry import Registry
from install.registry import this as this_registry
from install.steps import setup_command
from install.trouble import INSTALL, Trouble

HOST_FOLDERS: Final = ("chosen", "index", "libraries", "locks", "received", "sites")
"""What the host makes in the data folder for itself."""
_PATIENCE: Final = 300.0
"""Seconds that an interpreter may take to say something."""


@dataclass
class Installation:
    """Everything the checks ask for, found out once."""

    computer: Computer
    registry: Registry
    extension: Extension
    """The extension that fits the installer: its ids and version."""
    setup: str
    """The command that sets up again."""

    @classmethod
    def this(cls, computer: Computer, *, here: bool = False) -> Installation:
        """The one on this computer; ``here``: the host may be installed in this Python. Raises `Trouble`."""
        setup = again(computer, here=here) + (" --system" if computer.shared else "")
        return cls(computer, this_registry(shared=computer.shared), _extension(computer), setup)

    def anew(self) -> Installation:
        """The same, with nothing of what was found out before."""
        return replace(self)

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

    @property
    def jingdu(self) -> str:
        """The command line of this installation, for the shell."""
        if self.python is None:
            return "jingdu"
        program = self.python.with_name("jingdu.exe" if self.computer.system == WINDOWS else "jingdu")
        return shlex.quote(str(program)) if program.exists() else f"{shlex.quote(str(self.python))} -I -m jingdu"

    @property
    def loaded_from(self) -> Path:
        """The folder that browsers load the extension from: our copy of it, or the checkout's."""
        own = self.computer.data / "extension"
        script = script_of(self.record.command)
        if script is None or str(own) in self.record.trees:
            return own if str(own) in self.record.trees else self.extension.folder
        return script.parents[1] / "extension"

    def launch(self, python: Path) -> None:
        """Writes the launcher anew."""
        register.launch(self.computer, python, self.record)
        self.__dict__.pop("python", None)

    def register(self) -> None:
        """Writes the manifests and registry keys anew."""
        register.register(self.computer, self.found, self.start, self.extension, self.record, self.registry)

    def record_anew(self) -> None:
        """Writes down what is there, where the list of it is lost or out of date."""
        for name in HOST_FOLDERS:
            self.record.tree(self.computer.data / name)
        for environment in environments(self.computer):
            self.record.tree(environment)
        if (own := self.computer.data / "extension").is_dir():
            self.record.tree(own)
        self.record.file(self.start)
        self.register()
        self.record.command = self.setup.removesuffix(" --system")
        self.record.save()

    def run(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        """Runs the host's interpreter as the launcher does; raises OSError or TimeoutExpired."""
        assert self.python is not None
        command = [str(self.python), "-I", *arguments]
        env, folder = dict(self.computer.env), self.start.parent
        return subprocess.run(
            command, check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, env=env, cwd=folder
        )

    def spare_environment(self) -> Path | None:
        """The interpreter of a whole environment, the newest."""
        whole = [one for one in environments(self.computer) if (one / "whole").exists()]
        pythons = [interpreter(self.computer, one) for one in sorted(whole, key=os.path.getmtime, reverse=True)]
        return next((python for python in pythons if python.exists()), None)


def environments(computer: Computer) -> list[Path]:
    """The environments that set-up made."""
    folder = computer.data / "environments"
    return [one for one in sorted(folder.iterdir()) if one.is_dir()] if folder.is_dir() else []


def interpreter(computer: Computer, environment: Path) -> Path:
    """Where the Python of an environment is."""
    return environment / ("Scripts/python.exe" if computer.system == WINDOWS else "bin/python")


def script_of(command: str) -> Path | None:
    """The ``setup.py`` that a command runs; None where it runs none."""
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    return next((Path(word) for word in words if word.endswith("setup.py")), None)


def again(computer: Computer, *, here: bool) -> str:
    """What to type to set up again: as it was done before, or as the host's package tells where it came from."""
    recorded = Record.load(computer.data).command
    script = script_of(recorded)
    if recorded and (script is None or script.is_file()):
        return recorded
    for checkout in (*_origins(computer), *(() if here else (CHECKOUT,))):
        if (checkout / "install" / "setup.py").is_file():
            return setup_command(checkout=checkout)
    return setup_command(here=here)


def _origins(computer: Computer) -> Iterator[Path]:
    """The checkouts that the environments were made of (PEP 610)."""
    for file in _inside(environments(computer), "jingdu-*.dist-info/direct_url.json"):
        try:
            yield Path(url2pathname(urlsplit(json.loads(file.read_bytes())["url"]).path))
        except (OSError, ValueError, KeyError, TypeError):
            continue


def _extension(computer: Computer) -> Extension:
    """The extension beside this installer, or, where that is gone, the copy within the host's package."""
    try:
        return identity.extension()
    except Trouble:
        if copy := packaged(computer):
            return identity.extension(copy.parent)
        raise Trouble(INSTALL, "Jingdu's extension is gone from this computer; fetch all of Jingdu again.") from None


def packaged(computer: Computer) -> Path | None:
    """The copy of the extension within the host's package."""
    here = [Path(path) for path in sys.path if path.endswith("-packages")]
    manifests = _inside([*environments(computer), *here], "jingdu/packaged/extension/manifest.json")
    return next((manifest.parent for manifest in manifests), None)


def _inside(folders: list[Path], pattern: str) -> Iterator[Path]:
    """Files in environments, or in the folders of their packages."""
    for folder in folders:
        for packages in (*folder.glob("lib/python*/site-packages"), folder / "Lib" / "site-packages", folder):
            yield from sorted(packages.glob(pattern))


def last_line(output: bytes) -> str:
    """What a program said last."""
    lines = output.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].strip() if lines else "it said nothing"
