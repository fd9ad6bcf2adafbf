"""The user's data folder, private folders, and small JSON files in them."""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from jingdu.storage import atomic

NO_FILE: Final = (FileNotFoundError, NotADirectoryError, IsADirectoryError)
"""Exceptions that mean that a file does not exist; after any other ``OSError`` it may exist."""

DAMAGE: Final = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""Exceptions raised by parsing a damaged JSON file."""


def data() -> str:
    """The user's data folder of Jingdu on this system; set-up uses the same one."""
    if sys.platform == "win32":
        return os.path.join(base_folder("LOCALAPPDATA", "AppData/Local"), "Jingdu")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Application Support/Jingdu")
    return os.path.join(base_folder("XDG_DATA_HOME", ".local/share"), "jingdu")


def base_folder(variable: str, default: str) -> str:
    """The folder that an environment variable names, by default ``default`` in the user's home.

    A relative path is ignored, as the XDG specification requires.
    """
    folder = os.environ.get(variable, "")
    return folder if os.path.isabs(folder) else os.path.join(os.path.expanduser("~"), default)


def make_folder(path: str | os.PathLike[str]) -> None:
    """Creates a folder, and missing parents, that only the user may read; raises ``OSError``.

    The permissions of an existing folder are restricted, but not its parents' permissions.
    """
    created = Path(path)
    atomic.make_folder(created)
    if sys.platform != "win32":
        status = created.stat()
        if status.st_uid == os.getuid() and status.st_mode & 0o077:
            with suppress(OSError):
                created.chmod(0o700)


def read_json(path: Path) -> Any:
    """The value in a file; None if it is missing or damaged. Raises ``OSError`` if the disk fails."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (*NO_FILE, ValueError, RecursionError):
        return None


def write_json(path: Path, value: object) -> None:
    """Replaces a file atomically and durably, and creates its folder; raises ``OSError``."""
    make_folder(path.parent)
    atomic.replace(path, (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode())


def set_aside(path: Path) -> None:
    """Renames a damaged file to ``….damaged``, with a number if that exists; raises ``OSError``."""
    names = (path.with_name(f"{path.name}.damaged{number or ''}") for number in range(1000))
    path.rename(next(name for name in names if not os.path.lexists(name)))
