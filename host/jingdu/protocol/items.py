"""What is the same on the wire and in the library's files: an article's metadata, and its highlights."""

from __future__ import annotations

from typing import Final, NamedTuple

COLOURS: Final = ("yellow", "green", "blue", "pink")
"""Of highlights."""


class Item(NamedTuple):
    """The metadata of an article. Times are ISO 8601 with their zone.

    A field is written to the front matter and read back by its type; a new one needs a default.
    """

    id: str
    """Stable and random; the folder's name may change, this does not."""
    folder: str
    """The folder's name within the library, or within its trash."""
    title: str
    saved: str
    byline: str | None = None
    site: str | None = None
    url: str | None = None
    canonical: str | None = None
    """The address that the page names as its own."""
    published: str | None = None
    lang: str | None = None
    dir: str = "ltr"
    words: int = 0
    """Words; a Chinese or Japanese character counts as one."""
    reading_time: int = 1
    """Minutes."""
    excerpt: str | None = None
    cover: str | None = None
    """The name in ``assets/`` of the cover picture."""
    image: str | None = None
    """The address of the lead picture."""
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    read: bool = False
    favourite: bool = False
    archived: bool = False
    later: bool = False
    """An address to be read later: there is no text yet."""
    trashed: str | None = None
    """When it was moved to the trash; None outside it."""
    extractor: str = ""
    truncated: bool = False
    """The page was too large to be kept whole."""
    text_hash: str = ""
    """SHA-256 of the body of ``article.md`` as Jingdu wrote it: another body was edited by its user."""


class Quote(NamedTuple):
    """The highlighted words, and the text before and after them."""

    exact: str
    prefix: str
    suffix: str


class Position(NamedTuple):
    """Places in the article's text, in UTF-16 units, as the reader counts them."""

    start: int
    end: int


class Highlight(NamedTuple):
    id: str
    quote: Quote
    position: Position
    colour: str
    note: str
    made: str
    """ISO 8601, like ``changed``."""
    changed: str
