"""Ways into the library: our own export, lists of addresses from browsers and services, folders of saved pages.

Each module reads one form and yields what is to be kept, one after the other, as an `Incoming`; what
can't be read is yielded as a `Failed` in its place, so that the rest goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

LARGEST_LIST: Final = 256 * 2**20
"""Bytes of a list of addresses."""


class Later(NamedTuple):
    """An address to be read later."""

    url: str
    title: str
    added: str | None = None
    """ISO 8601, in UTC."""
    tags: Sequence[str] = ()
    archived: bool = False
    favourite: bool = False


class SavedPage(NamedTuple):
    """A page from a file: its HTML, the address it came from, and the pictures saved beside it."""

    html: str
    url: str | None
    pictures: Mapping[str, Path]
    """Address, as the page's own resolves it → file."""
    saved: str | None = None


class Record(NamedTuple):
    """An article of our own export, as it was."""

    id: str
    fields: Mapping[str, Any]
    html: str
    markdown: str
    highlights: Sequence[Any]
    assets: Mapping[str, bytes]
    sources: Mapping[str, str]
    page: bytes | None


class Failed(NamedTuple):
    """What could not be read: what it is, and why, in words that finish the sentence."""

    name: str
    why: str


class Incoming(NamedTuple):
    """One thing to be kept. ``key`` is the same whenever the same source is read again."""

    key: str
    name: str
    what: Later | SavedPage | Record | Failed


class Unreadable(Exception):
    """The source is of no kind that is known, or can't be read; the text is one sentence that says what to do."""


def read(source: Path) -> tuple[int, Iterator[Incoming]]:
    """How many things there are to import in ``source`` (0: not known before), and these; raises `Unreadable`."""
    from jingdu.library.importers import kind

    return kind.reader(source)(source)
