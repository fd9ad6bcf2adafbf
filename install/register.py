"""Registers the host: a launcher, manifests that refer to it, and on Windows registry keys that refer to these."""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from install.browsers import Found
from install.computer import WINDOWS, Computer
from install.console import FILES, SetupError
from install.extension import Extension
from jingdu.i18n import gettext as _

if sys.platform == "win32":
    import winreg

HOST_NAME: Final = "org.jingdu.host"
FILE_NAME: Final = f"{HOST_NAME}.json"
WRITTEN: Final = b"written by install/setup.py."
"""In the comment of each script that set-up writes."""
_HOST: Final = "Starts Jingdu's host for the browser", "-I -m jingdu.host"
_COMMAND: Final = "Jingdu's command line", "-P -m jingdu"
"""Comment and arguments of the interpreter; ``-P`` keeps the working directory out of the imports."""


class Registry:
    """Default values of keys in the Windows registry, of this user or of all users (``shared``)."""

    def __init__(self, *, shared: bool = False) -> None:
        self.hive = "HKEY_LOCAL_MACHINE" if shared else "HKEY_CURRENT_USER"

    def get(self, key: str) -> str | None:
        """A key's default value; None if the key does not exist."""
        if sys.platform == "win32":
            with suppress(FileNotFoundError):
                return winreg.QueryValue(getattr(winreg, self.hive), key)
        return None

    def set(self, key: str, value: str) -> None:
        if sys.platform == "win32":
            with winreg.CreateKey(getattr(winreg, self.hive), key) as handle:
                winreg.SetValueEx(handle, "", 0, winreg.REG_SZ, value)

    def delete(self, key: str) -> None:
        if sys.platform == "win32":
            with suppress(FileNotFoundError):
                winreg.DeleteKey(getattr(winreg, self.hive), key)


@dataclass(frozen=True)
class Registration:
    family: str
    manifest: Path


def manifest(family: str, launcher: Path, extension: Extension) -> dict[str, Any]:
    """A manifest for a browser family; Firefox refuses unknown keys."""
    return {
        "name": HOST_NAME,
        "description": "Jingdu 净读 finds the article in a page",
        "path": str(launcher),
        "type": "stdio",
        **extension.allowed(family),
    }


def manifest_text(family: str, launcher: Path, extension: Extension) -> bytes:
    """The manifest's JSON; raises `SetupError` if the launcher's path is not UTF-8."""
    content = json.dumps(manifest(family, launcher, extension), ensure_ascii=False, indent=2)
    try:
        return content.encode("utf-8") + b"\n"
    except UnicodeEncodeError as error:
        message = "The name of the folder {folder!r} is not UTF-8, so browsers cannot find it; rename it."
        raise SetupError(FILES, _(message, folder=str(launcher.parent))) from error


def own_manifest(computer: Computer, family: str) -> Path:
    return computer.data / "manifests" / family / FILE_NAME


def registry_key(found: Found) -> str:
    """The key in which a browser on Windows looks for the host."""
    return rf"{found.place.registry}\{HOST_NAME}"


def command_text(system: str, python: Path, folder: Path) -> bytes:
    """The script ``jingdu`` in ``folder``, which starts the command line with the interpreter ``python``."""
    return _script(system, python, folder, *_COMMAND)


def launcher_text(system: str, python: Path, folder: Path) -> bytes:
    """The launcher, a script in ``folder`` that starts the host with the interpreter ``python``.

    ``-I`` keeps the browser's environment and working directory out of the host's imports. On Windows ``%~dp0`` is the
    launcher's folder, so that no Unicode path is written. Only an interpreter outside of it (pipx, uv) has its path
    written, in UTF-8 (code page 65001) with doubled percent signs. Browsers hide the console.
    """
    return _script(system, python, folder, *_HOST)


def _script(system: str, python: Path, folder: Path, what: str, start: str) -> bytes:
    comment = f"{what}; {WRITTEN.decode()}"
    if system != WINDOWS:
        quoted = os.fsencode(python).replace(b"'", b"'\\''")
        return f"#!/bin/sh\n# {comment}\nexec '".encode() + quoted + f'\' {start} "$@"\n'.encode()
    if python.is_relative_to(folder):
        before, command = "", "%~dp0" + str(python.relative_to(folder)).replace("/", "\\")
    else:
        before, command = "chcp 65001 >nul\r\n", str(python).replace("/", "\\").replace("%", "%%")
    return f'@echo off\r\nrem {comment}\r\n{before}"{command}" {start} %*\r\n'.encode()


def launched(system: str, content: bytes, folder: Path) -> Path | None:
    """The interpreter that a launcher in ``folder`` starts; None if its content is not ours."""
    if system == WINDOWS:
        named = re.search(rb'"([^"]+)" -I -m jingdu\.host', content)
        text = named[1].decode("utf-8", "replace").replace("%~dp0", f"{folder}\\").replace("%%", "%") if named else ""
        return Path(text.replace("\\", "/")) if named else None
    quoted = re.search(rb"exec '(.+)' -I -m jingdu\.host", content, re.DOTALL)
    return Path(os.fsdecode(quoted[1].replace(b"'\\''", b"'"))) if quoted else None
