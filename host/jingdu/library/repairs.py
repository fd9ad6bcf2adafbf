"""Damaged settings: found, and replaced by what is known elsewhere."""

from __future__ import annotations

import json
import os
from pathlib import Path

from jingdu.library import place
from jingdu.sites import settings as learning
from jingdu.storage import private


def settings_files() -> list[Path]:
    """The library's and the reader's."""
    return [Path(private.data()) / "library.json", Path(learning.place())]


def is_damaged(path: Path) -> bool:
    """Whether a file of settings exists that Jingdu did not write; raises ``OSError`` where the disk fails."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return False
    except (ValueError, RecursionError):
        return True
    return not isinstance(found, dict)


def settings(path: Path) -> None:
    """Renames damaged settings, and chooses the library's folder again if it is certain; raises ``OSError``.

    It is where a library was kept in exactly one folder other than the usual one.
    """
    number = next(number for number in range(1000) if not os.path.lexists(_aside(path, number)))
    os.rename(path, _aside(path, number))
    if path.name == "library.json" and not place.is_named():
        usual = place.folder()
        known = [folder for folder in place.known() if folder != usual and folder.is_dir()]
        if len(known) == 1:
            place.change(folder=str(known[0]))


def _aside(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.damaged{number or ''}")
