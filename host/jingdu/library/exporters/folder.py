"""A folder of Markdown: a file for each article, and the pictures of all in ``assets`` beside them.

Pictures are named by their content, so two articles may share one and none stands over another.
Obsidian and others open the folder as it is.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from jingdu.library.exporters import Piece, quoting
from jingdu.library.exporters.names import file_name
from jingdu.library.exporters.output import Exporter
from jingdu.library.names import same_key

_MAX_NAME: Final = 120
"""Bytes of a file's name."""


class Folder(Exporter):
    """A file for each article."""

    def __init__(self, folder: Path, name: str, *, vertical: bool = False) -> None:
        super().__init__(folder, name, vertical=vertical)
        self.written.mkdir()
        self._taken: set[str] = set()

    def add(self, piece: Piece) -> None:
        for name, path in piece.assets.items():
            goal = self.written / "assets" / name
            if not goal.exists():
                goal.parent.mkdir(exist_ok=True)
                shutil.copyfile(path, goal)
        text = piece.markdown + quoting.section(piece.highlights, piece.lang)
        (self.written / self._free(piece)).write_text(text, "utf-8", newline="\n")

    def _free(self, piece: Piece) -> str:
        """A name that no file of the export has; on file systems that ignore case too."""
        stem = file_name(piece.title, _MAX_NAME - 10)
        name, number = f"{stem}.md", 1
        while same_key(name) in self._taken:
            number += 1
            name = f"{stem} ({number}).md"
        self._taken.add(same_key(name))
        return name
