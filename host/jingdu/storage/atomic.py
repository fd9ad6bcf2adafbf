"""Files that are whole and on the disk, or not there: temporary file, fsync, rename, fsync of the folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from jingdu.storage import stale_files

TEMPORARY: Final = ".jingdu-new-"
"""Prefix of the names of temporary files and folders."""


def write_new(path: Path, data: bytes) -> None:
    """Writes a new file and syncs it; for folders that are not in place yet."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(file, left) :]
        os.fsync(file)
    finally:
        os.close(file)


def replace(
    path: Path, data: bytes, temporary: Path | None = None, *, check: Callable[[], object] = lambda: None
) -> None:
    """Replaces a file as a whole.

    The temporary file is in ``temporary``, a folder of the same disk whose owner removes stale ones; by default in
    the file's own folder, where stale ones are removed first. ``check`` runs before the rename; if it raises, the
    file stays as it was.
    """
    if temporary is None:
        stale_files.clear(path.parent, TEMPORARY)
    written = (temporary or path.parent) / f"{TEMPORARY}{stale_files.mark()}-{path.name}"
    with suppress(FileNotFoundError):
        written.unlink()
    try:
        write_new(written, data)
        check()
        os.replace(written, path)
    except BaseException:
        with suppress(OSError):
            written.unlink()
        raise
    sync(path.parent)


def sync_file(path: Path) -> None:
    """Syncs a file's content; the target of a link is not ours to sync."""
    if path.is_symlink():
        return
    file = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def make(folder: Path, *, parents: bool = True, mode: int = 0o700) -> None:
    """Makes a folder, and those above it, durably; an existing one is left as it is."""
    if folder.is_dir():
        return
    if parents and not folder.parent.is_dir():
        make(folder.parent, mode=mode)
    folder.mkdir(mode=mode, exist_ok=True)
    sync(folder.parent)


def sync_tree(folder: Path) -> None:
    """Syncs the names in a folder and in all folders in it."""
    for here, _, _ in os.walk(folder):
        sync(Path(here))


def sync(folder: Path) -> None:
    """Syncs the names in a folder; Windows has no such call and does it itself."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
