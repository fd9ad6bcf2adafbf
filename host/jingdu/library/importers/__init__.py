"""Ways into the library: our own exports, lists of addresses from browsers and services, saved pages, folders of these.

Each module reads one form and yields what is to be kept, one after the other; what can't be read is yielded as a
`Failed` in its place, so that the rest goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.i18n import gettext as _

MAX_SIZE: Final = 64 * 2**20
"""Bytes of a page, a Markdown file, and a picture beside either."""


class Later(NamedTuple):
    """An address to be read later."""

    url: str
    title: str
    added: str | None = None
    """ISO 8601, in UTC."""
    tags: Sequence[str] = ()
    archived: bool = False
    favourite: bool = False

    @property
    def name(self) -> str:
        return self.url


class SavedPage(NamedTuple):
    """A page from a file: the file, its HTML, the address it came from, and the pictures saved beside it."""

    name: str
    html: str
    url: str | None
    pictures: Mapping[str, Path]
    """Address, as the page's own resolves it → file."""
    saved: str | None = None


class Record(NamedTuple):
    """An article of our own export, as it was; ``name`` is its title or its file."""

    name: str
    id: str
    html: str
    markdown: str
    highlights: Sequence[Any]
    assets: Mapping[str, bytes]
    sources: Mapping[str, str]
    page: bytes | None


WORDS: Final[Mapping[str, str]] = {
    "unknown": "is nothing that can be imported; name an export of Jingdu (JSON or Markdown), bookmarks saved as HTML, "
    "a CSV list of Pocket or Instapaper, or saved pages",
    "unread": "could not be read",
    "large": "is too large",
    "newer": "was written by a newer Jingdu; update this one",
    "damaged": "is damaged in the export",
    "no_address": "has no http or https address",
    "no_csv": "is no CSV",
    "no_text": "is not text in UTF-8",
    "not_ours": "is Markdown, but no article of Jingdu: it has no id",
    "archive": "is an archive; unpack it and import the folder",
    "pdf": "is a PDF, not a web page",
    "picture": "is a picture, not a web page",
    "media": "is a sound or a video, not a web page",
    "document": "is an office document or an e-book, not a web page",
    "web_archive": "is a web archive; save the page as HTML instead",
    "binary": "is not text",
    "empty": "holds no saved pages, no export and no list",
}
"""Code of why something can't be imported → English words that finish the sentence, for the command line.

The codes are part of what a job reports and never change meaning.
"""


class Failed(NamedTuple):
    """What could not be read: what it is, why, and what the system says of it."""

    name: str
    why: str
    """One of `WORDS`."""
    detail: str = ""
    line: int | None = None
    """Where in its file it stands, from 1."""

    @property
    def words(self) -> str:
        words = _(WORDS[self.why])
        return f"{words}: {self.detail}" if self.detail else words


Incoming = Later | SavedPage | Record | Failed


class Unreadable(Exception):
    """The source is of no kind that is known, or can't be read; its text is one sentence."""

    def __init__(self, source: Path, why: str, detail: str = "") -> None:
        self.failed = Failed(str(source), why, detail)
        super().__init__(f"{source} {self.failed.words}.")


def bytes_of(source: Path, most: int) -> bytes:
    """The bytes of a file, so many at the most; raises `Unreadable`."""
    try:
        if source.stat().st_size > most:
            raise Unreadable(source, "large")
        return source.read_bytes()
    except OSError as error:
        raise Unreadable(source, "unread", error.strerror or "") from None
