"""The library at --uninstall: it stays, unless its user says so twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from install import say
from install.trouble import FILES, Trouble

_FOUND: Final = """
import json
from jingdu.library import place, store
kept = [item.id for where in (False, True) for item in store.items(trashed=where)] if place.folder().is_dir() else []
print(json.dumps([str(place.folder()), len(kept)]))
"""
_REMOVED: Final = """
from jingdu.library import folders, place, store
store.delete([item.id for where in (False, True) for item in store.items(trashed=where)])
for folder in (place.folder() / folders.TRASH, place.folder()):
    try:
        folder.rmdir()
    except OSError:
        pass  # somebody else's files are in it: they stay
"""


def found(python: Path | None) -> tuple[str, int] | None:
    """The library's folder and how many articles are in it, as the host tells; None where it can't be asked."""
    try:
        folder, count = json.loads(_asked(python, _FOUND))
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return str(folder), int(count)


def remove(python: Path | None, *, agreed: bool) -> None:
    """Removes every article, asking once more unless ``agreed``; other files in the folder stay.

    Raises `Trouble` where the host can't be asked, or its user does not agree.
    """
    known = found(python)
    if known is None:
        raise Trouble(FILES, "The host does not answer, so its library was left alone; remove that folder by hand.")
    folder, count = known
    if not agreed and not _confirmed(folder, count):
        raise Trouble(FILES, f"Nothing was removed; the library is in {folder}.")
    try:
        _asked(python, _REMOVED)
    except (OSError, subprocess.SubprocessError) as error:
        raise Trouble(
            FILES, f"The library could not be removed; remove {folder} by hand, then run this again."
        ) from error
    say.step("removed", f"{count} articles of the library in {folder}")


def _confirmed(folder: str, count: int) -> bool:
    if not sys.stdin.isatty():
        return False
    say.line(f"The library in {folder} holds {count} articles. They can't be brought back.")
    return input("Type “remove the library” to remove them all: ").strip() == "remove the library"


def _asked(python: Path | None, code: str) -> str:
    if python is None:
        raise OSError("no interpreter")
    done = subprocess.run([str(python), "-I", "-c", code], check=True, capture_output=True, timeout=600)
    return done.stdout.decode("utf-8")
