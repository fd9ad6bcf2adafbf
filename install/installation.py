"""An installation: its record, launcher and manifests, which set-up writes and the doctor examines and repairs."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from install import extension as extensions
from install import files, launcher
from install.browsers import CHROMIUM, FIREFOX, Found, find
from install.computer import WINDOWS, Computer
from install.environment import STAMP, environments, interpreter
from install.environment import folder as environments_folder
from install.errors import INSTALL, SetupError, map_os_errors
from install.extension import CHECKOUT, Extension
from install.record import FILE_NAME, Record
from install.register import FILE_NAME as MANIFEST
from install.register import Registration, Registry, manifest_text, own_manifest, registry_key
from jingdu.i18n import gettext as _
from jingdu.i18n import language

HOST_FOLDERS = ("chosen", "corrections", "index", "libraries", "locks", "received", "sites")
"""What the host creates in the data folder for itself: nothing that can't be made again, or is the user's work."""
_TIMEOUT: Final = 300.0
"""Seconds that an interpreter may take to answer."""


@dataclass
class Installation:
    """What is installed on a computer, found out once."""

    computer: Computer
    registry: Registry
    extension: Extension
    """The extension that fits the installer: its ids and version."""
    setup: str
    """The command that sets up again."""

    @classmethod
    def this(cls, computer: Computer, *, here: bool = False) -> Installation:
        """The one on this computer; ``here``: the host may be installed in this Python. Raises `SetupError`."""
        setup = _setup_again(computer, here=here) + (" --system" if computer.shared else "")
        return cls(computer, Registry(shared=computer.shared), _extension(computer), setup)

    @cached_property
    def record(self) -> Record:
        return Record.load(self.computer.data)

    @property
    def record_file(self) -> Path:
        return self.computer.data / FILE_NAME

    @property
    def start(self) -> Path:
        """The launcher."""
        return self.computer.data / launcher.name(self.computer.system)

    @cached_property
    def python(self) -> Path | None:
        """The interpreter that the launcher names; None where it names none."""
        try:
            return launcher.interpreter(self.computer.system, self.start.read_bytes(), self.start.parent)
        except OSError:
            return None

    @cached_property
    def found(self) -> list[Found]:
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
        own, script = self.computer.data / "extension", script_of(self.record.command)
        if str(own) in self.record.trees:
            return own
        return script.parents[1] / "extension" if script else self.extension.folder

    def launch(self, python: Path) -> None:
        """Writes the launcher for an interpreter; from now on browsers start that one."""
        self.record.file(self.start)
        files.write(self.start, launcher.text(self.computer.system, python, self.start.parent), executable=True)
        self.python = python

    def register(self) -> list[Registration]:
        """Writes the manifests and registry keys; returns what the browsers found will read.

        Our own two copies are what the registry points to, and what the proof uses when no browser is there.
        """
        own = [Registration(family, own_manifest(self.computer, family)) for family in (CHROMIUM, FIREFOX)]
        registrations = [one for item in self.found for one in self._registrations(item)]
        for one in dict.fromkeys((*own, *registrations)):
            self.write_manifest(one)
        return list(dict.fromkeys(registrations)) or own

    def write_manifest(self, one: Registration) -> None:
        """A manifest that allows all ids of the extension, also those that the user gave."""
        self.record.file(one.manifest)
        extension = self.extension.allowing(*self.record.extension_ids)
        files.write(one.manifest, manifest_text(one.family, self.start, extension))

    def _registrations(self, item: Found) -> list[Registration]:
        """The manifests that a browser reads; on Windows its registry key is set to our own one."""
        family = item.browser.family
        if self.computer.system != WINDOWS:
            return [Registration(family, folder / MANIFEST) for folder in item.manifests(self.computer)]
        key, manifest = registry_key(item), own_manifest(self.computer, family)
        self.record.key(key)
        with map_os_errors("write", key):
            if self.registry.get(key) != str(manifest):
                self.registry.set(key, str(manifest))
        return [Registration(family, manifest)]

    def rebuild_record(self) -> None:
        """Records what is there, where the list of it is lost or out of date."""
        own = self.computer.data / "extension"
        folders = [self.computer.data / name for name in HOST_FOLDERS]
        for tree in (*folders, environments_folder(self.computer), *([own] if own.is_dir() else [])):
            self.record.tree(tree)
        self.record.file(self.start)
        self.register()
        self.record.command = self.setup.removesuffix(" --system")
        self.record.save()

    def run(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        """Runs the host's interpreter as the launcher does; raises ``OSError``, also where it does not answer."""
        assert self.python is not None
        try:
            return subprocess.run(
                [str(self.python), "-I", *arguments],
                check=False,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_TIMEOUT,
                env={**self.computer.env, "LANGUAGE": language()},
                cwd=self.start.parent,
            )
        except subprocess.TimeoutExpired:
            raise OSError(_("it does not answer")) from None

    def spare_environment(self) -> Path | None:
        """The interpreter of a whole environment, the newest."""
        whole = [one for one in environments(self.computer) if (one / STAMP).exists()]
        newest = sorted(whole, key=os.path.getmtime, reverse=True)
        pythons = (interpreter(one, self.computer.system) for one in newest)
        return next((python for python in pythons if python.exists()), None)


def setup_command(*, here: bool = False, checkout: Path = CHECKOUT) -> str:
    """What to type to set up again: from the package, or from a checkout, this one unless another is named."""
    if here:
        return "jingdu setup"
    python = "py" if sys.platform == "win32" else "python3"
    return f"{python} {shlex.quote(str(checkout / 'install' / 'setup.py'))}"


def script_of(command: str) -> Path | None:
    """The ``setup.py`` that a command runs; None where it runs none."""
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    return next((Path(word) for word in words if word.endswith("setup.py")), None)


def _setup_again(computer: Computer, *, here: bool) -> str:
    """What to type to set up again: as it was done before, or by the checkout that the host's package came from."""
    recorded = Record.load(computer.data).command
    script = script_of(recorded)
    if recorded and (script is None or script.is_file()):
        return recorded
    checkouts = (*_origins(computer), *(() if here else (CHECKOUT,)))
    found = (checkout for checkout in checkouts if (checkout / "install" / "setup.py").is_file())
    checkout = next(found, None)
    return setup_command(checkout=checkout) if checkout else setup_command(here=here)


def _origins(computer: Computer) -> Iterator[Path]:
    """The checkouts that the environments were made of (PEP 610)."""
    for file in _in_packages(environments(computer), "jingdu-*.dist-info/direct_url.json"):
        try:
            yield Path(url2pathname(urlsplit(json.loads(file.read_bytes())["url"]).path))
        except (OSError, ValueError, KeyError, TypeError):
            continue


def _extension(computer: Computer) -> Extension:
    """The extension beside this installer, or, where that is gone, the copy within the host's package."""
    try:
        return extensions.extension()
    except SetupError:
        if copy := packaged_extension(computer):
            return extensions.extension(copy.parent)
        message = "Jingdu's extension is gone from this computer; download all of Jingdu again."
        raise SetupError(INSTALL, _(message)) from None


def packaged_extension(computer: Computer) -> Path | None:
    """The copy of the extension within the host's package."""
    here = [Path(path) for path in sys.path if path.endswith("-packages")]
    manifests = _in_packages([*environments(computer), *here], "jingdu/packaged/extension/manifest.json")
    return next((manifest.parent for manifest in manifests), None)


def _in_packages(folders: list[Path], pattern: str) -> Iterator[Path]:
    """Files in environments, or in the folders of their packages."""
    for folder in folders:
        for packages in (*folder.glob("lib/python*/site-packages"), folder / "Lib" / "site-packages", folder):
            yield from sorted(packages.glob(pattern))
