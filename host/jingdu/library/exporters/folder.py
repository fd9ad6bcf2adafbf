"""A folder of Markdown: a file for each article, and the pictures of all in ``assets`` beside them.

Pictures are named by their content, so two articles may share one.
Obsidian and others open the folder as it is.
"""

from __future__ import annotations

import shutil
from itertools import count

from jingdu.library.exporters import Piece, marking
from jingdu.library.exporters.output import Exporter
from jingdu.library.names import folder_name, numbered, same_key


class Folder(Exporter):
    """A file for each article."""

    def begin(self) -> None:
        self.written.mkdir()
        self._taken: set[str] = set()

    def add(self, piece: Piece) -> None:
        for name, path in piece.assets.items():
            goal = self.written / "assets" / name
            if not goal.exists():
                goal.parent.mkdir(exist_ok=True)
                shutil.copyfile(path, goal)
        text = piece.markdown + marking.section(piece.highlights, piece.item.lang)
        (self.written / self._free(piece)).write_text(text, "utf-8", newline="\n")

    def _free(self, piece: Piece) -> str:
        """A name that no file of the export has; on file systems that ignore case too."""
        names = (numbered(folder_name(piece.item.title), number) for number in count(1))
        name = next(name for name in names if same_key(name) not in self._taken)
        self._taken.add(same_key(name))
        return f"{name}.md"
