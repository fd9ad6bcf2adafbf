"""Writes files atomically, and records them, so that exactly these files can be removed.

Files are recorded before they are created, so the record is complete even after a kill.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from install.console import FILES, SetupError, map_os_errors
from jingdu.i18n import gettext as _
from jingdu.storage import atomic, private
from jingdu.storage.lock import try_lock

RECORD: Final = "installed.json"


def write(path: Path, content: bytes, *, executable: bool = False) -> bool:
    """Replaces a file; False if nothing changes. A folder in its place is renamed."""
    mode = 0o755 if executable else 0o644
    with suppress(OSError):
        same_mode = os.name == "nt" or path.stat().st_mode & 0o777 == mode
        if same_mode and not path.is_symlink() and path.read_bytes() == content:
            return False
    with map_os_errors("write", path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir() and not path.is_symlink():
            private.set_aside(path)
        atomic.replace(path, content, mode=mode)
    return True


def missing_folders(path: Path) -> list[str]:
    """The missing parents of ``path``, outermost first."""
    return [str(folder) for folder in reversed(path.parents) if not folder.exists()]


def remove(path: Path) -> bool:
    """Removes a file or a folder with its content; False if it does not exist."""
    if not os.path.lexists(path):
        return False
    with map_os_errors("remove", path):
        delete(path)
    return True


def delete(path: Path) -> None:
    """Removes a file or a folder with its content, as far as possible; raises ``OSError``."""
    atomic.remove(path)
    if os.path.lexists(path):  # for the reason
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds a lock, which also ends with the process; raises `SetupError` if another set-up holds it."""
    with map_os_errors("write", path):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a")
    with file:
        if not try_lock(file.fileno()):
            raise SetupError(FILES, _("Another set-up is running; run this again when it has finished."))
        try:
            yield
        finally:
            with suppress(OSError):  # Windows can't remove an open file
                path.unlink()


@dataclass
class Record:
    """What was installed outside the checkout."""

    place: Path
    files: list[str] = field(default_factory=list)
    trees: list[str] = field(default_factory=list)
    """Folders that are removed with their content."""
    folders: list[str] = field(default_factory=list)
    """Folders that are removed if they are empty."""
    keys: list[str] = field(default_factory=list)
    """Registry keys under HKEY_CURRENT_USER, or HKEY_LOCAL_MACHINE for all users."""
    extension_ids: list[str] = field(default_factory=list)
    """Ids of --extension-id, which later set-ups allow too."""
    command: str = ""
    """The command that sets up again."""

    @classmethod
    def load(cls, data: Path) -> Record:
        """The record in a data folder; empty if it is missing or damaged."""
        place = data / RECORD
        try:
            found = json.loads(place.read_text("utf-8", "surrogateescape"))
            lists = {
                name: [str(item) for item in found.get(name, [])]
                for name in ("files", "trees", "folders", "keys", "extension_ids")
            }
        except (OSError, ValueError, AttributeError, TypeError):
            return cls(place)
        return cls(place, **lists, command=str(found.get("command", "")))

    def note(self, kind: str, *paths: Path | str) -> None:
        """Records files, trees or keys that will be created, and their missing parents."""
        for path in paths:
            listed: list[str] = getattr(self, kind)
            above = missing_folders(path) if isinstance(path, Path) else []
            self.folders += [folder for folder in above if folder not in self.folders]
            if str(path) not in listed:
                listed.append(str(path))
                self.save()

    def set_command(self, command: str, extension_ids: Sequence[str]) -> None:
        """Records the command that sets up again, and the ids; without new ids, the earlier ones stay."""
        before = self.command, self.extension_ids
        self.command, self.extension_ids = command, list(extension_ids) or self.extension_ids
        if before != (self.command, self.extension_ids):
            self.save()

    def save(self) -> None:
        content = {name: value for name, value in asdict(self).items() if name != "place"}
        text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
        write(self.place, text.encode("utf-8", "surrogateescape"))
