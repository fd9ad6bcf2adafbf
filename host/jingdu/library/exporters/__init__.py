"""Exports of the library. `formats` has the table of the formats, `output` the base of their exporters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from jingdu.protocol.items import Item


class Piece(NamedTuple):
    """An article to be exported, its text as HTML and as Markdown, and its files."""

    item: Item
    html: str
    """Allow-listed; pictures are at ``assets/NAME``."""
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
