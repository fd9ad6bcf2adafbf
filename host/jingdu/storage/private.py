"""Folders for the user's eyes only."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def folder(path: str | os.PathLike[str]) -> None:
    """Makes a folder of ours, and those above it that are missing, all readable by the user only.

    One of ours that is there and that others may look into is closed to them; what is above it, and was there before,
    is the user's own and left alone. Raises ``OSError`` where it can't be made.
    """
    name = os.path.abspath(path)
    if not os.path.isdir(name):
        parent = os.path.dirname(name)
        if not os.path.isdir(parent):
            folder(parent)
        with suppress(FileExistsError):  # another host has just made it
            os.mkdir(name, 0o700)
        if not os.path.isdir(name):
            raise NotADirectoryError(name)
    elif sys.platform != "win32":
        _close(name)


def _close(name: str) -> None:
    found = os.stat(name)
    if found.st_uid == os.getuid() and found.st_mode & 0o077:
        with suppress(OSError):
            os.chmod(name, 0o700)
