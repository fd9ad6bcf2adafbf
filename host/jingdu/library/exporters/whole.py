"""JSON with everything: one file that `jingdu import` makes the same library of again.

It is one JSON document, and each article stands on a line of its own, so that a program can read a
large one line by line. ``fields`` is what the library knows of the article, ``html`` and ``markdown``
its text, ``assets`` its pictures and ``page`` the page as captured (gzip), both in base64.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, Final

from jingdu.library.exporters import Piece, output

FORMAT: Final = "jingdu-library"
VERSION: Final = 1


class Whole:
    """An exporter."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._written = output.unfinished(folder, ".json")
        self._file = open(self._written, "w", encoding="utf-8", newline="\n")  # noqa: SIM115  # closed by end or drop
        self._file.write(f'{{"format": "{FORMAT}", "version": {VERSION}, "items": [')
        self._between = "\n"

    def add(self, piece: Piece) -> None:
        self._file.write(self._between + json.dumps(_told(piece), ensure_ascii=False, separators=(",", ":")))
        self._between = ",\n"

    def end(self) -> Path:
        self._file.write("\n]}\n")
        self._file.close()
        return output.finish(self._written, self._folder, self._name, ".json")

    def drop(self) -> None:
        self._file.close()
        output.drop(self._written)


def _told(piece: Piece) -> dict[str, Any]:
    return {
        "id": piece.id,
        "fields": dict(piece.fields),
        "html": piece.html,
        "markdown": piece.markdown,
        "highlights": list(piece.highlights),
        "assets": {name: base64.b64encode(path.read_bytes()).decode() for name, path in sorted(piece.assets.items())},
        "sources": dict(piece.sources),
        "page": base64.b64encode(piece.page).decode() if piece.page is not None else None,
    }
