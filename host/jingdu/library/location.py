"""The library's folder and settings, a JSON file in the user's data folder."""

import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from jingdu.faults import Fault
from jingdu.i18n import gettext as _
from jingdu.storage import atomic, lock, private

VARIABLE: Final = "JINGDU_LIBRARY"
"""Environment variable that overrides the folder in the settings."""
NAME: Final = "Jingdu"


class Settings(NamedTuple):
    folder: str | None = None
    """None: ``Documents/Jingdu``."""
    fetch_pictures: bool = True
    """Whether the host fetches pictures that the browser did not supply."""
    allow_198_18: bool = False
    """Whether to connect to 198.18.0.0/15, to which fake-IP proxies resolve every name."""
    interests: bool = True
    """Whether interests may be learned from read articles, and the list sorted by them."""


def folder() -> Path:
    """The library's folder, which may not exist yet; raises like `settings`."""
    return Path(chosen() or _documents() / NAME)


def data_file(name: str) -> Path:
    """A file with data about the library in the user's data folder."""
    return Path(private.data(), "libraries", f"{lock.name(folder())}.{name}.json")


def check() -> bool:
    """Whether there is a library; raises ``library_missing`` if there should be, as its disk may be unplugged."""
    library = folder()
    with atomic.map_os_errors():
        exists = library.is_dir()
        if not exists and (os.path.lexists(library) or _record(library).exists()):
            message = "{path} is a file, and the library needs a folder there; move the file, or choose another folder."
            raise Fault("library_missing", _(message, path=library) if library.is_file() else None)
    return exists


def remember(library: Path) -> None:
    """Records that this folder is a library, which is then expected to exist."""
    if not (record := _record(library)).exists():
        private.make_folder(record.parent)
        atomic.replace(record, os.fsencode(f"{library}\n"))


def known() -> list[Path]:
    """All folders that have ever been a library; they may no longer exist."""
    folders = []
    # beside the records, which `lock.name` names, are learned interests and tags
    for record in sorted(Path(private.data(), "libraries").glob("[!.]" * 20)):
        with suppress(OSError):
            folders.append(Path(os.fsdecode(record.read_bytes().removesuffix(b"\n"))))
    return folders


def _record(library: Path) -> Path:
    return Path(private.data(), "libraries", lock.name(library))


def chosen() -> str | None:
    """The folder that the user chose, by the variable or in the settings."""
    return os.environ.get(VARIABLE) or settings().folder


def settings() -> Settings:
    """The settings, with defaults for missing and invalid values.

    Raises a `Fault` ``library_*`` if the file exists but can't be read: without it the folder is unknown.
    """
    with atomic.map_os_errors():
        stored = private.read_json(_file())
    types = Settings.__annotations__ if isinstance(stored, dict) else {}
    valid = Settings(**{name: stored[name] for name in types if isinstance(stored.get(name, ...), types[name])})
    with suppress(UnicodeEncodeError):
        if b"\0" not in os.fsencode(valid.folder or ""):
            return valid
    return valid._replace(folder=None)


def change(**changes: object) -> None:
    """Changes some settings; raises like `settings`, and ``OSError`` if they can't be written."""
    with lock.locked(_file()):  # another host may be changing them too
        private.write_json(_file(), {**settings()._asdict(), **changes})


def _file() -> Path:
    return Path(private.data(), "library.json")


def _documents() -> Path:
    """The user's documents folder; on Linux as configured in ``user-dirs.dirs`` (xdg-user-dirs)."""
    home = Path.home()
    if sys.platform in ("win32", "darwin"):
        return home / "Documents"
    directories = Path(private.base_folder("XDG_CONFIG_HOME", ".config"), "user-dirs.dirs")
    named = None
    with suppress(OSError, ValueError):
        named = re.search(r'^XDG_DOCUMENTS_DIR="(.+)"', directories.read_text("utf-8"), re.M)
    place = Path(named[1].replace("$HOME", str(home))) if named else home / "Documents"
    return place if place.is_absolute() and place != home else home / "Documents"
