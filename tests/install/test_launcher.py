"""The launcher starts its interpreter whatever the path is made of."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from install import files
from install.computer import LINUX, WINDOWS
from install.register import launcher_text

NAMES = ["plain", "with space", "it's quoted", 'double"quoted', "净读 用户", "$HOME `id` \\n", "new\nline"]


def test_its_text_on_windows_finds_the_interpreter_from_its_own_folder() -> None:
    folder = Path("/C/Users/王 五/AppData/Local/Jingdu")
    text = launcher_text(WINDOWS, folder / "environments/0123/Scripts/python.exe", folder)
    assert text == (
        b"@echo off\r\n"
        b"rem Starts Jingdu's host for the browser; written by install/setup.py.\r\n"
        b'"%~dp0environments\\0123\\Scripts\\python.exe" -I -m jingdu.host %*\r\n'
    )


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
@pytest.mark.parametrize("name", NAMES, ids=[ascii(name) for name in NAMES])
def test_it_starts_a_program_with_the_browsers_arguments(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    files.write(folder / "python", b'#!/bin/sh\nprintf "%s|" "$@"\n', executable=True)
    path = folder / "jingdu-host"
    files.write(path, launcher_text(LINUX, folder / "python", folder), executable=True)
    done = subprocess.run([path, "chrome-extension://abc/", "a b"], check=True, capture_output=True, text=True)
    assert done.stdout == "-I|-m|jingdu.host|chrome-extension://abc/|a b|"
