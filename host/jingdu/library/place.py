"""Where the library is, and its settings: one small JSON in the user's data folder."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Final, NamedTuple

from jingdu.storage import atomic, lock, private
from jingdu.storage.atomic import map_os_errors

VARIABLE: Final = "JINGDU_LIBRARY"
"""Names the library's folder, whatever the settings say."""
NAME: Final = "Jingdu"


class Settings(NamedTuple):
    """The user's choices about the library."""

    folder: str | None = None
    """None: ``Documents/Jingdu``."""
    fetch_pictures: bool = True
    """Whether the host fetches what the browser cannot give."""
    allow_198_18: bool = False
    """Whether addresses in 198.18.0.0/15 may be fetched from: fake-IP proxies put every name there."""
    interests: bool = True
    """Whether the list may be ordered by what the user reads."""


def folder() -> Path:
    """The library's folder, which need not exist yet; raises what `settings` raises."""
    return Path(os.environ.get(VARIABLE) or settings().folder or _documents() / NAME)


def data_file(name: str) -> Path:
    """A file about the library outside its folder."""
    return Path(private.data(), "libraries", f"{lock.name(folder())}.{name}.json")


def was_made(library: Path) -> bool:
    """Whether a library was kept in this folder, which may be missing now."""
    return os.path.exists(_mark(library))


def remember(library: Path) -> None:
    """Notes that a library is kept in this folder, and removes stale files about libraries."""
    mark = _mark(library)
    if was_made(library):
        for data in (private.data(), mark.parent):
            atomic.clear_stale(data, "")  # whatever has the mark of a process that ended
    else:
        private.folder(mark.parent)
        atomic.replace(mark, f"{library}\n".encode())


def known() -> list[Path]:
    """The folders in which a library was kept, which may be missing now."""
    found = []
    for mark in sorted(Path(private.data(), "libraries").glob("[!.]*")):
        try:
            found.append(Path(mark.read_text("utf-8").removesuffix("\n")))
        except (OSError, ValueError):
            continue
    return found


def _mark(library: Path) -> Path:
    return Path(private.data(), "libraries", lock.name(library))


def is_named() -> bool:
    """Whether the user chose the folder."""
    return bool(os.environ.get(VARIABLE) or settings().folder)


def settings() -> Settings:
    """The settings; what is missing or of another type has its default.

    Raises the faults of the library where there may be some that the disk does not give: they name its folder.
    """
    with map_os_errors():
        found = private.read_json(_file())
    kinds = {"folder": str} | dict.fromkeys(("fetch_pictures", "allow_198_18", "interests"), bool)
    named = found if isinstance(found, dict) else {}
    fitting = {name: named[name] for name, kind in kinds.items() if isinstance(named.get(name), kind)}
    try:
        is_path = "folder" not in fitting or b"\0" not in os.fsencode(fitting["folder"])
    except UnicodeEncodeError:
        is_path = False
    return Settings(**fitting) if is_path else Settings(**fitting)._replace(folder=None)


def change(**changes: object) -> None:
    """Changes some settings; raises ``OSError`` where they cannot be written, and the faults of the library."""
    with lock.locked(_file()):  # another host may be changing others
        private.write_json(_file(), {**settings()._asdict(), **changes})


def _file() -> Path:
    return Path(private.data(), "library.json")


def _documents() -> Path:
    home = Path.home()
    if sys.platform in ("win32", "darwin"):
        return home / "Documents"
    config = os.environ.get("XDG_CONFIG_HOME", "")
    directories = Path(config if os.path.isabs(config) else home / ".config", "user-dirs.dirs")
    try:
        named = re.search(r'^XDG_DOCUMENTS_DIR="(.+)"', directories.read_text("utf-8"), re.MULTILINE)
    except (OSError, ValueError):
        named = None
    place = Path(named[1].replace("$HOME", str(home))) if named else home / "Documents"
    return place if place.is_absolute() and place != home else home / "Documents"
