"""Small JSON files in the user's data folder: replaced as a whole, readable by the user only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from jingdu.storage import atomic, private

NO_FILE: Final = (FileNotFoundError, NotADirectoryError, IsADirectoryError)
"""What the system raises where there is no file of ours; any other error is the disk's, and the file may be there."""


def read(path: Path) -> Any:
    """The value in a file; None where there is no file or it is damaged. Raises ``OSError`` where the disk fails."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (*NO_FILE, ValueError, RecursionError):
        return None


def write(path: Path, value: object) -> None:
    """Writes a value, durably; makes the folder. Raises ``OSError``."""
    private.folder(path.parent)
    atomic.replace(path, (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode())
