"""Ways out of the library: a folder of Markdown, one HTML file, an e-book, JSON that can be read in again.

Every exporter is an object with ``add`` for one article after the other, ``end`` and ``drop``; it holds
one article at a time, and what it writes stands under its own name only when all of it is there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol


class Piece(NamedTuple):
    """An article on its way out: what is known of it, its text in both forms, and its files."""

    id: str
    title: str
    byline: str | None
    site: str | None
    url: str | None
    published: str | None
    saved: str
    """ISO 8601, in UTC."""
    lang: str | None
    dir: str
    tags: Sequence[str]
    html: str
    """Allow-listed; pictures stand at ``assets/NAME``."""
    markdown: str
    """With its front matter."""
    assets: Mapping[str, Path]
    """Name → file of the pictures."""
    fields: Mapping[str, Any]
    """All that the library knows of it, as JSON has it."""
    highlights: Sequence[Any] = ()
    sources: Mapping[str, str] = MappingProxyType({})
    """Address → name of the pictures."""
    page: bytes | None = None
    """The page as captured, packed by gzip."""


class Exporter(Protocol):
    def add(self, piece: Piece) -> None:
        """Writes one article; raises ``OSError``."""

    def end(self) -> Path:
        """Finishes the export and tells where it stands; raises ``OSError``."""

    def drop(self) -> None:
        """Leaves nothing of the export behind."""


FORMATS: Final = ("markdown", "html", "epub", "json")


def exporter(form: str, folder: Path, name: str, *, vertical: bool = False) -> Exporter:
    """The exporter of a format, which writes into ``folder`` under ``name`` and never over anything."""
    if form == "epub":
        from jingdu.library.exporters.epub import Epub

        return Epub(folder, name, vertical=vertical)
    if form == "html":
        from jingdu.library.exporters.web_page import WebPage

        return WebPage(folder, name)
    if form == "json":
        from jingdu.library.exporters.whole import Whole

        return Whole(folder, name)
    from jingdu.library.exporters.folder import Folder

    return Folder(folder, name)
