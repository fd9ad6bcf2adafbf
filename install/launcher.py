"""The program a host manifest names: starts the host with one certain interpreter."""

from __future__ import annotations

import os
import re
from pathlib import Path

from install.computer import WINDOWS


def name(system: str) -> str:
    """Its file name; Windows starts only .exe and .bat."""
    return "jingdu-host.bat" if system == WINDOWS else "jingdu-host"


def text(system: str, python: Path, folder: Path) -> bytes:
    """Its content, for the interpreter ``python`` and a launcher in ``folder``.

    ``-I`` keeps the browser's environment and working directory out of the host's imports.
    """
    return _batch(python, folder) if system == WINDOWS else _shell(python)


def interpreter(system: str, content: bytes, folder: Path) -> Path | None:
    """The interpreter that a launcher of ours in ``folder`` starts; None where the content is not ours."""
    if system == WINDOWS:
        named = re.search(rb'"([^"]+)" -I -m jingdu\.host', content)
        if named is None:
            return None
        path = named[1].decode("utf-8", "replace").replace("%~dp0", f"{folder}\\").replace("%%", "%")
        return Path(path.replace("\\", "/"))
    quoted = re.search(rb"exec '(.+)' -I -m jingdu\.host", content, re.DOTALL)
    return Path(os.fsdecode(quoted[1].replace(b"'\\''", b"'"))) if quoted else None


def _shell(python: Path) -> bytes:
    quoted = os.fsencode(python).replace(b"'", b"'\\''")
    comment = b"# Starts Jingdu's host for the browser; written by install/setup.py."
    return b"#!/bin/sh\n" + comment + b"\nexec '" + quoted + b'\' -I -m jingdu.host "$@"\n'


def _batch(python: Path, folder: Path) -> bytes:
    """``%~dp0`` is the launcher's own folder, absolute and in Unicode, so that no name has to be written out.

    An interpreter outside of it (pipx, uv) must be: in UTF-8, which code page 65001 is, with each per cent sign
    doubled. Browsers start the console hidden, and Python has no window of its own.
    """
    before, command = "", str(python).replace("/", "\\").replace("%", "%%")
    if python.is_relative_to(folder):
        command = "%~dp0" + str(python.relative_to(folder)).replace("/", "\\")
    else:
        before = "chcp 65001 >nul\r\n"
    comment = "rem Starts Jingdu's host for the browser; written by install/setup.py."
    return f'@echo off\r\n{comment}\r\n{before}"{command}" -I -m jingdu.host %*\r\n'.encode()
