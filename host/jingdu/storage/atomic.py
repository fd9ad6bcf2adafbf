"""Files that are whole and on the disk, or not there: temporary file, fsync, rename, fsync of the folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

TEMPORARY: Final = ".jingdu-new-"
"""How the names of what is being written begin."""


def write_new(path: Path, data: bytes) -> None:
    """A file in a folder that is not in place yet: fsync, no rename."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(file, left) :]
        os.fsync(file)
    finally:
        os.close(file)


def replace(
    path: Path, data: bytes, room: Path | None = None, *, check: Callable[[], object] = lambda: None
) -> None:  # fmt: skip
    """Replaces a file as a whole.

    It is written in ``room``, a folder of the same disk, whose owner clears it of what a kill leaves. At the last
    moment ``check`` may raise, and the file stays as it was.
    """
    temporary = (room or path.parent) / f"{TEMPORARY}{os.getpid()}-{path.name}"
    with suppress(FileNotFoundError):
        temporary.unlink()
    try:
        write_new(temporary, data)
        check()
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync(path.parent)


def sync_file(path: Path) -> None:
    """Makes what a file holds durable; a link's is elsewhere."""
    if path.is_symlink():
        return
    file = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def make(folder: Path, *, parents: bool = True, mode: int = 0o700) -> None:
    """Makes a folder, and those above it, durably; one that is there is left as it is."""
    if folder.is_dir():
        return
    if parents and not folder.parent.is_dir():
        make(folder.parent, mode=mode)
    folder.mkdir(mode=mode, exist_ok=True)
    sync(folder.parent)


def sync_tree(folder: Path) -> None:
    """Makes the names in a folder and in all folders in it durable."""
    for here, _, _ in os.walk(folder):
        sync(Path(here))


def sync(folder: Path) -> None:
    """Makes the names in a folder durable; Windows has no such call and does it itself."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
