"""JSON with everything: one file that `jingdu import` makes the same library of again.

It is one JSON document, and each article is on a line of its own, so that a program can read a
large one line by line. ``fields`` is what the library knows of the article, ``html`` and ``markdown``
its text, ``assets`` its pictures and ``page`` the page as captured (gzip), both in base64.
"""

from __future__ import annotations

import base64
import json
from typing import Any, Final

from jingdu.library.exporters import Piece
from jingdu.library.exporters.output import Exporter

FORMAT: Final = "jingdu-library"
VERSION: Final = 1


class Whole(Exporter):
    """A line for each article."""

    suffix = ".json"

    def begin(self) -> None:
        self._file = open(self.written, "w", encoding="utf-8", newline="\n")  # noqa: SIM115  # closed by close
        self._file.write(f'{{"format": "{FORMAT}", "version": {VERSION}, "items": [')
        self._between = "\n"

    def add(self, piece: Piece) -> None:
        self._file.write(self._between + json.dumps(_encoded(piece), ensure_ascii=False, separators=(",", ":")))
        self._between = ",\n"

    def complete(self) -> None:
        self._file.write("\n]}\n")
        self.close()

    def close(self) -> None:
        self._file.close()


def _encoded(piece: Piece) -> dict[str, Any]:
    return {
        "id": piece.item.id,
        "fields": dict(piece.fields),
        "html": piece.html,
        "markdown": piece.markdown,
        "highlights": list(piece.highlights),
        "assets": {name: base64.b64encode(path.read_bytes()).decode() for name, path in sorted(piece.assets.items())},
        "sources": dict(piece.sources),
        "page": base64.b64encode(piece.page).decode() if piece.page is not None else None,
    }
