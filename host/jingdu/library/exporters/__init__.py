"""Exports of the library. `formats` has the table of the formats, `output` the base of their exporters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple


class Piece(NamedTuple):
    """An article to be exported: what is known of it, its text as HTML and as Markdown, and its files."""

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
