"""The program a host manifest names: starts the host with one certain interpreter."""

from __future__ import annotations

import os
from pathlib import Path

from install.computer import WINDOWS


def name(system: str) -> str:
    """Its file name; Windows starts only .exe and .bat."""
    return "jingdu-host.bat" if system == WINDOWS else "jingdu-host"


def text(system: str, python: Path, folder: Path) -> bytes:
    """Its content, for the interpreter ``python`` and a launcher that lies in ``folder``.

    ``-I`` keeps the browser's environment and working directory out of the host's imports.
    """
    return _batch(python, folder) if system == WINDOWS else _shell(python)


def _shell(python: Path) -> bytes:
    quoted = os.fsencode(python).replace(b"'", b"'\\''")
    lines = (
        b"#!/bin/sh",
        b"# Starts Jingdu's host for the browser; written by install/setup.py.",
        b"exec '" + quoted + b'\' -I -m jingdu.host "$@"',
    )
    return b"\n".join(lines) + b"\n"


def _batch(python: Path, folder: Path) -> bytes:
    """``%~dp0`` is the launcher's own folder, absolute and in Unicode.

    Written out, a user name in Chinese would be read in the console's code page and get lost.
    """
    inside = str(python.relative_to(folder)).replace("/", "\\")
    lines = (
        "@echo off",
        "rem Starts Jingdu's host for the browser; written by install/setup.py.",
        f'"%~dp0{inside}" -I -m jingdu.host %*',
    )
    return ("\r\n".join(lines) + "\r\n").encode("ascii")
