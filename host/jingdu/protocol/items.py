"""Metadata and highlights of articles, in the same form in messages and in the library's files."""

from typing import Final, NamedTuple

COLOURS: Final = ("yellow", "green", "blue", "pink")


class Item(NamedTuple):
    """The metadata of an article. Times are ISO 8601 with their UTC offset.

    Fields are written to the front matter and read back by their type; a new field needs a default.
    """

    id: str
    """A random id that never changes."""
    folder: str
    """The folder's name in the library or its trash."""
    title: str
    saved: str
    byline: str | None = None
    site: str | None = None
    url: str | None = None
    canonical: str | None = None
    """The page's canonical address, if it differs from ``url``."""
    published: str | None = None
    lang: str | None = None
    dir: str = "ltr"
    words: int = 0
    """Number of words; a Chinese or Japanese character counts as one."""
    reading_time: int = 1
    """Reading time in minutes."""
    excerpt: str | None = None
    cover: str | None = None
    """Name of the cover picture in ``assets/``."""
    image: str | None = None
    """Address of the lead picture."""
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    read: bool = False
    favourite: bool = False
    archived: bool = False
    later: bool = False
    """Whether it is an address to be read later, without text."""
    trashed: str | None = None
    """When it was moved to the trash; None if it is not there."""
    extractor: str = ""
    truncated: bool = False
    """Whether the page was too large to be saved completely."""
    text_hash: str = ""
    """SHA-256 of the body of ``article.md`` as Jingdu wrote it; another one reveals that the user edited it."""


class Quote(NamedTuple):
    """The highlighted words, and the text before and after them."""

    exact: str
    prefix: str
    suffix: str


class Position(NamedTuple):
    """Offsets in the article's text, in UTF-16 code units."""

    start: int
    end: int


class Highlight(NamedTuple):
    id: str
    quote: Quote
    position: Position
    colour: str
    note: str
    made: str
    """Time of creation, ISO 8601."""
    changed: str
    """Time of the last change, ISO 8601."""
