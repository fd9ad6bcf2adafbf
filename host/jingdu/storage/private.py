"""The user's data folder, and folders and small JSON files that only the user may read."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

NO_FILE: Final = (FileNotFoundError, NotADirectoryError, IsADirectoryError)
"""What the system raises where there is no file of ours; any other error is the disk's, and the file may be there."""

DAMAGE: Final = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What reading values out of a damaged file of JSON raises."""


def data() -> str:
    """The folder for a program's data on this system; set-up uses the same one."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local"), "Jingdu")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "Jingdu")
    share = os.environ.get("XDG_DATA_HOME", "")
    return os.path.join(share if os.path.isabs(share) else os.path.join(home, ".local", "share"), "jingdu")


def folder(path: str | os.PathLike[str]) -> None:
    """Makes a folder, and missing ones above it, readable by the user only; raises ``OSError``.

    An existing folder is closed to others; the existing folders above it are the user's and left alone.
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
        found = os.stat(name)
        if found.st_uid == os.getuid() and found.st_mode & 0o077:
            with suppress(OSError):
                os.chmod(name, 0o700)


def read_json(path: Path) -> Any:
    """The value in a file; None where there is no file or it is damaged. Raises ``OSError`` where the disk fails."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (*NO_FILE, ValueError, RecursionError):
        return None


def write_json(path: Path, value: object) -> None:
    """Replaces a file, durably; makes its folder. Raises ``OSError``."""
    from jingdu.storage import atomic

    folder(path.parent)
    atomic.replace(path, (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode())


def set_aside(path: Path) -> None:
    """Renames what cannot be used to ``….damaged``, numbered where that is there already; raises ``OSError``."""
    names = (path.with_name(f"{path.name}.damaged{number or ''}") for number in range(1000))
    path.rename(next(name for name in names if not os.path.lexists(name)))
