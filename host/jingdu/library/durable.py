"""Files that are whole and on the disk, or not there: temporary file, fsync, rename, fsync of the folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

TEMPORARY: Final = ".jingdu-new-"
"""How the names of what is being written begin."""


def write_new(path: Path, data: bytes) -> None:
    """A file in a folder that is not in place yet: fsync, no rename."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def replace(path: Path, data: bytes, room: Path | None = None) -> None:
    """Replaces a file as a whole.

    It is written in ``room``, a folder of the same disk, whose owner clears it of what a kill leaves.
    """
    temporary = (room or path.parent) / f"{TEMPORARY}{os.getpid()}-{path.name}"
    with suppress(FileNotFoundError):
        temporary.unlink()
    try:
        write_new(temporary, data)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync(path.parent)


def sync(folder: Path) -> None:
    """Makes the names in a folder durable; Windows has no such call and does it itself."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
