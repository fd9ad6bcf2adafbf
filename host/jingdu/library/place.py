"""Where the library is, and its settings: one small JSON in the user's data folder."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from pathlib import Path
from typing import Final, NamedTuple

from jingdu.sites import store
from jingdu.storage import os_errors, private, stale_files

VARIABLE: Final = "JINGDU_LIBRARY"
"""Names the library's folder, whatever the settings say."""
NAME: Final = "Jingdu"
NO_FILE: Final = (FileNotFoundError, NotADirectoryError, IsADirectoryError)
"""What the system says where no file of ours is; any other error is the disk's, and nothing is missing for it."""


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


def was_made(library: Path) -> bool:
    """Whether a library was kept in this folder, which need not be there now."""
    return os.path.exists(_mark(library))


def remember(library: Path) -> None:
    """Notes that a library is kept in this folder."""
    if not was_made(library):
        private.folder(os.path.dirname(_mark(library)))
        store.write(_mark(library), f"{library}\n")


def known() -> list[Path]:
    """The folders in which a library was kept, which need not be there now."""
    found = []
    for mark in sorted(Path(store.data(), "libraries").glob("*")):
        try:
            found.append(Path(mark.read_text("utf-8").removesuffix("\n")))
        except (OSError, ValueError):
            continue
    return found


def clear_left() -> None:
    """Removes what a kill left half-written of what is kept elsewhere about libraries."""
    for folder in (store.data(), os.path.join(store.data(), "libraries")):
        stale_files.clear(folder, ".tmp")


def _mark(library: Path) -> str:
    return os.path.join(store.data(), "libraries", name(library))


def name(library: Path) -> str:
    """A name for what is kept elsewhere about the library in this folder."""
    return hashlib.sha256(os.fsencode(os.path.realpath(library))).hexdigest()[:20]


def is_named() -> bool:
    """Whether the user chose the folder."""
    return bool(os.environ.get(VARIABLE) or settings().folder)


def settings() -> Settings:
    """The settings; what is missing or of another type has its default.

    Raises the faults of the library where there may be some that the disk does not give: they name its folder.
    """
    try:
        told = json.loads(Path(_file()).read_text("utf-8"))
    except (*NO_FILE, ValueError, RecursionError):
        return Settings()
    except OSError as error:
        raise os_errors.fault(error) from error
    kinds = {"folder": str} | dict.fromkeys(("fetch_pictures", "allow_198_18", "interests"), bool)
    named = told if isinstance(told, dict) else {}
    fitting = {name: named[name] for name, kind in kinds.items() if isinstance(named.get(name), kind)}
    if not _is_path(fitting.get("folder", "")):
        del fitting["folder"]
    return Settings(**fitting)


def _is_path(named: str) -> bool:
    """Whether the system could have such a path."""
    try:
        return b"\0" not in os.fsencode(named)
    except UnicodeEncodeError:
        return False


def change(**changes: object) -> Settings:
    """Changes some settings; raises ``OSError`` where they cannot be written, and the faults of the library."""
    from jingdu.storage.lock import locked

    private.folder(store.data())
    with locked(Path(_file())):  # another host may be changing others
        changed = settings()._replace(**changes)  # type: ignore[arg-type]
        store.write(_file(), json.dumps(changed._asdict(), ensure_ascii=False) + "\n")
    return changed


def _file() -> str:
    return os.path.join(store.data(), "library.json")


def _documents() -> Path:
    """The folder of the user's documents, where the system tells it."""
    home = Path.home()
    if sys.platform in ("win32", "darwin"):
        return home / "Documents"
    config = os.environ.get("XDG_CONFIG_HOME", "")
    told = Path(config if os.path.isabs(config) else home / ".config", "user-dirs.dirs")
    try:
        named = re.search(r'^XDG_DOCUMENTS_DIR="(.+)"', told.read_text("utf-8"), re.MULTILINE)
    except (OSError, ValueError):
        named = None
    place = Path(named[1].replace("$HOME", str(home))) if named else home / "Documents"
    return place if place.is_absolute() and place != home else home / "Documents"
