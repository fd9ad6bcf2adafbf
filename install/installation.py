"""An installation: its record, launcher and manifests, which set-up writes and the doctor examines and repairs."""

from __future__ import annotations

import errno
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from install import environment, extension as extensions, files, register
from install.browsers import CHROMIUM, FIREFOX, Found, find
from install.computer import WINDOWS, Computer
from install.console import INSTALL, SetupError, map_os_errors
from install.extension import CHECKOUT, Extension
from install.files import Record
from install.register import Registration, Registry
from jingdu.i18n import gettext as _, language

HOST_FOLDERS: Final = ("chosen", "corrections", "index", "libraries", "locks", "received", "sites")
"""Folders that the host creates in the data folder and can create again."""


@dataclass
class Installation:
    """What is installed on a computer."""

    computer: Computer
    registry: Registry
    extension: Extension
    """The extension that fits the installer: its ids and version."""
    setup_command: str
    named_browsers: Sequence[str] = ()

    @classmethod
    def this(cls, computer: Computer, *, here: bool = False) -> Installation:
        """The installation on this computer, with ``here`` possibly in this Python; raises `SetupError`."""
        setup = _setup_again(computer, here=here) + (" --system" if computer.shared else "")
        return cls(computer, Registry(shared=computer.shared), _extension(computer), setup)

    @cached_property
    def record(self) -> Record:
        return Record.load(self.computer.data)

    @cached_property
    def launcher(self) -> Path:
        """The launcher; Windows starts only .exe and .bat."""
        return self.computer.data / ("jingdu-host.bat" if self.computer.system == WINDOWS else "jingdu-host")

    @property
    def command(self) -> Path:
        """The script that starts the command line: in a folder of programs, on Windows in the data folder."""
        if self.computer.system == WINDOWS:
            return self.computer.data / "jingdu.bat"
        folder = "{root}/usr/local" if self.computer.shared else "{home}/.local"
        return self.computer.place(f"{folder}/bin/jingdu")

    @property
    def owns_command(self) -> bool:
        """Whether `command` is a script of ours, or nothing is in its place yet."""
        with suppress(OSError):
            return register.WRITTEN in self.command.read_bytes()
        return not os.path.lexists(self.command)

    @cached_property
    def python(self) -> Path | None:
        """The interpreter that the launcher starts; None if there is no valid launcher."""
        with suppress(OSError):
            return register.launched(self.computer.system, self.launcher.read_bytes(), self.launcher.parent)
        return None

    @cached_property
    def found(self) -> list[Found]:
        """The browsers that are found, or that the user named."""
        return find(self.computer, self.named_browsers)

    @property
    def loaded_from(self) -> Path:
        """The folder from which browsers load the extension: our copy or the checkout's."""
        own, script = self.computer.data / "extension", script_of(self.record.command)
        if str(own) in self.record.trees:
            return own
        return script.parents[1] / "extension" if script else self.extension.folder

    def write_launcher(self, python: Path) -> None:
        """Writes the launcher for an interpreter, which browsers start from now on, and `command` if it is ours."""
        self.record.note("files", self.launcher)
        text = register.launcher_text(self.computer.system, python, self.launcher.parent)
        files.write(self.launcher, text, executable=True)
        self.python = python
        if self.owns_command:
            self.record.note("files", self.command)
            text = register.command_text(self.computer.system, python, self.command.parent)
            with suppress(SetupError):  # the environment has the command too
                files.write(self.command, text, executable=True)

    def register(self) -> tuple[list[Registration], dict[str, str]]:
        """Registers the host with every browser; raises `SetupError` if our own copies cannot be written.

        Returns the manifests that browsers read, or our own copies if there are none, and what prevented the others:
        browser → message.
        """
        own, registrations, failures = self.own_registrations(), dict[Registration, None](), dict[str, str]()
        for one in own:
            self.write_manifest(one)
        for item in self.found:
            try:
                registrations |= dict.fromkeys(self.register_with(item))
            except SetupError as error:
                failures[item.browser.name] = str(error)
        return list(registrations) or own, failures

    def own_registrations(self) -> list[Registration]:
        """Our own copies of the manifests, one per browser family, in the data folder."""
        families = (CHROMIUM, FIREFOX)
        return [Registration(family, register.own_manifest(self.computer, family)) for family in families]

    def write_manifest(self, one: Registration) -> None:
        """Writes a manifest that allows all ids of the extension, including the user's."""
        self.record.note("files", one.manifest)
        ids = (*self.extension.store_ids, *self.record.extension_ids)
        extension = replace(self.extension, store_ids=ids)
        files.write(one.manifest, register.manifest_text(one.family, self.launcher, extension))

    def register_with(self, item: Found) -> list[Registration]:
        """Writes and returns a browser's manifests, on Windows our own copy, which its registry key names."""
        family, places = item.browser.family, [register.own_manifest(self.computer, item.browser.family)]
        if self.computer.system != WINDOWS:
            places = [folder / register.FILE_NAME for folder in item.manifests(self.computer)]
        registrations = [Registration(family, place) for place in places]
        for one in registrations:
            self.write_manifest(one)
        if self.computer.system == WINDOWS:
            key, manifest = register.registry_key(item), str(places[0])
            self.record.note("keys", key)
            with map_os_errors("write", key):
                if self.registry.get(key) != manifest:
                    self.registry.set(key, manifest)
        return registrations

    def rebuild_record(self) -> None:
        """Records all installed files again, if the record is lost or out of date."""
        own = self.computer.data / "extension"
        folders = [self.computer.data / name for name in HOST_FOLDERS]
        self.record.note("trees", *folders, self.computer.data / "environments", *([own] if own.is_dir() else []))
        self.record.note("files", self.launcher)
        self.register()
        self.record.command = self.setup_command.removesuffix(" --system")
        self.record.save()

    def run(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        """Runs the host's interpreter as the launcher does; raises ``OSError``, also after a timeout."""
        command = [str(self.python), "-I", *arguments]
        env = {**self.computer.env, "LANGUAGE": language()}
        quiet, folder = subprocess.DEVNULL, self.launcher.parent
        try:
            return subprocess.run(
                command, check=False, stdin=quiet, capture_output=True, timeout=environment.TIMEOUT, env=env, cwd=folder
            )
        except subprocess.TimeoutExpired:
            raise OSError(errno.ETIMEDOUT, _("it does not answer"), command[0]) from None

    def spare_environment(self) -> Path | None:
        """The interpreter of the newest complete environment; None if there is none."""
        whole = [one for one in environment.environments(self.computer) if (one / environment.STAMP).exists()]
        newest = sorted(whole, key=os.path.getmtime, reverse=True)
        pythons = (environment.interpreter(one, self.computer.system) for one in newest)
        return next((python for python in pythons if python.exists()), None)


def setup_command(*, here: bool = False, checkout: Path = CHECKOUT) -> str:
    """The command that sets up again, of the installed package with ``here``, else of a checkout."""
    if here:
        return "jingdu setup"
    python = "py" if sys.platform == "win32" else "python3"
    return f"{python} {shlex.quote(str(checkout / 'install' / 'setup.py'))}"


def script_of(command: str) -> Path | None:
    """The ``setup.py`` that a command runs, if any."""
    with suppress(ValueError):
        return next((Path(word) for word in shlex.split(command) if word.endswith("setup.py")), None)
    return None


def _setup_again(computer: Computer, *, here: bool) -> str:
    """The recorded command that sets up again, or else one that runs the checkout from which the host was installed."""
    recorded = Record.load(computer.data).command
    script = script_of(recorded)
    if recorded and (script is None or script.is_file()):
        return recorded
    for checkout in (*_origins(computer), *(() if here else (CHECKOUT,))):
        if (checkout / "install" / "setup.py").is_file():
            return setup_command(checkout=checkout)
    return setup_command(here=here)


def _origins(computer: Computer) -> Iterator[Path]:
    """The checkouts from which the environments were built (PEP 610)."""
    for file in _in_packages(environment.environments(computer), "jingdu-*.dist-info/direct_url.json"):
        with suppress(OSError, ValueError, KeyError, TypeError):
            yield Path(url2pathname(urlsplit(json.loads(file.read_bytes())["url"]).path))


def _extension(computer: Computer) -> Extension:
    """The extension beside this installer, or else the copy in the host's package."""
    try:
        return extensions.extension()
    except SetupError:
        if copy := packaged_extension(computer):
            return extensions.extension(copy.parent)
        message = "Jingdu's extension is gone from this computer; download all of Jingdu again."
        raise SetupError(INSTALL, _(message)) from None


def packaged_extension(computer: Computer) -> Path | None:
    """The extension in the host's package, if it is there."""
    here = [Path(path) for path in sys.path if path.endswith("-packages")]
    places = [*environment.environments(computer), *here]
    manifests = _in_packages(places, "jingdu/packaged/extension/manifest.json")
    return next((manifest.parent for manifest in manifests), None)


def _in_packages(folders: list[Path], pattern: str) -> Iterator[Path]:
    for folder in folders:
        for packages in (*folder.glob("lib/python*/site-packages"), folder / "Lib" / "site-packages", folder):
            yield from sorted(packages.glob(pattern))
