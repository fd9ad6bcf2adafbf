"""The list of what set-up wrote, kept beside it, so that exactly that can be removed.

A thing is put on the list before it is created: what a killed set-up leaves is on the list too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from install import files

FILE_NAME: Final = "installed.json"
_LISTS: Final = ("files", "trees", "folders", "keys", "extension_ids")


@dataclass
class Record:
    """Everything of ours outside the checkout; paths as text."""

    place: Path
    files: list[str] = field(default_factory=list)
    """Single files."""
    trees: list[str] = field(default_factory=list)
    """Folders that are ours with all that is in them."""
    folders: list[str] = field(default_factory=list)
    """Folders created for our files; removed when nothing else is in them."""
    keys: list[str] = field(default_factory=list)
    """Registry keys under HKEY_CURRENT_USER, or HKEY_LOCAL_MACHINE for all users."""
    extension_ids: list[str] = field(default_factory=list)
    """Ids given with --extension-id, which later set-ups repeat."""
    command: str = ""
    """What to type to set up again."""

    @classmethod
    def load(cls, data: Path) -> Record:
        """The record in a data folder; an empty one when there is none, or none that can be read."""
        place = data / FILE_NAME
        try:
            found = json.loads(place.read_text("utf-8", "surrogateescape"))
            lists = {name: [str(item) for item in found.get(name, [])] for name in _LISTS}
        except (OSError, ValueError, AttributeError, TypeError):
            return cls(place)
        return cls(place, **lists, command=str(found.get("command", "")))

    def file(self, path: Path) -> None:
        """Notes a file that is about to be written."""
        self._add(self.files, str(path), files.missing_folders(path))

    def tree(self, path: Path) -> None:
        """Notes a folder that is about to be filled."""
        self._add(self.trees, str(path), files.missing_folders(path))

    def key(self, key: str) -> None:
        """Notes a registry key that is about to be created."""
        self._add(self.keys, key)

    def folders_above(self, folders: Sequence[Path]) -> None:
        """Notes folders that were not there before set-up; saved with the next thing."""
        self.folders += [str(folder) for folder in folders if str(folder) not in self.folders]

    def again(self, command: str, extension_ids: Sequence[str]) -> None:
        """Notes how to set up again; without ids, those of before stay."""
        ids = list(extension_ids) or self.extension_ids
        if (self.command, self.extension_ids) != (command, ids):
            self.command, self.extension_ids = command, ids
            self.save()

    def save(self) -> None:
        content = {name: value for name, value in asdict(self).items() if name != "place"}
        text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
        files.write(self.place, text.encode("utf-8", "surrogateescape"))

    def _add(self, into: list[str], item: str, folders: Sequence[Path] = ()) -> None:
        self.folders_above(folders)
        if item not in into:
            into.append(item)
            self.save()
