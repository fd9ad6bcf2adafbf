"""``library``, ``related``, ``duplicates`` and ``interests``."""

from datetime import date
from functools import partial
from typing import Annotated, Any, Final, NamedTuple

from jingdu.protocol.fields import Fields, read, wrong
from jingdu.protocol.saving import Duplicate

SORTS: Final = ("saved", "published", "title", "site", "relevance", "interest")
MAX_ITEMS: Final = 200
"""Maximum items per reply."""


def _date(fields: Fields, name: str) -> str | None:
    text = fields.text_or_none(name)
    try:
        return date.fromisoformat(text[:10]).isoformat() if text else None
    except ValueError:
        raise wrong(name, "a date as 2026-01-31") from None


class Filters(NamedTuple):
    """Conditions on items; None matches everything. ``since`` and ``until`` are local days of saving, inclusive."""

    tag: str | None = None
    site: str | None = None
    lang: str | None = None
    read: bool | None = None
    favourite: bool | None = None
    archived: bool | None = None
    trashed: Annotated[bool, lambda fields, name: fields.has(name) and fields.flag(name)] = False
    since: Annotated[str | None, _date] = None
    until: Annotated[str | None, _date] = None


class Library(NamedTuple):
    """A page of the library's list; an empty query matches everything."""

    id: int
    query: Annotated[str, lambda fields, name: fields.text_or_none(name) or ""]
    filters: Annotated[Filters, lambda fields, name: read(Filters, fields.object(name))]
    sort: Annotated[str, partial(Fields.choice, choices=SORTS, absent="relevance")]
    ascending: bool
    offset: int = 0
    limit: Annotated[int, lambda fields, name: min(fields.whole(name, 50), MAX_ITEMS)] = 50


class FacetsResult(NamedTuple):
    """Values and how many of the matching items have them, in descending order of that number."""

    tags: list[tuple[str, int]]
    sites: list[tuple[str, int]]
    langs: list[tuple[str, int]]


class Progress(NamedTuple):
    """Progress of updating the index, in articles, or of comparing articles, in pairs."""

    done: int
    total: int


class LibraryResult(NamedTuple):
    items: list[dict[str, Any]]
    """The fields of `Item`, ``snippet`` and ``marked_title`` (pieces of text, each with whether it matches), and
    ``reasons``."""
    total: int
    facets: FacetsResult | None
    """Only with the first page."""
    version: str
    """Changes with every change of the library."""
    indexing: Progress | None
    """Of 0 articles if files are still to be compared with the index; None if all are indexed."""
    loose: bool
    """Whether no item has all words of the query, so that items with at least half of them are listed."""
    unreadable: list[Any]
    """`jingdu.library.item_files.Problem` of unreadable articles; only with the first page of the whole list."""


class Related(NamedTuple):
    id: int
    item: str


class RelatedResult(NamedTuple):
    items: list[dict[str, Any]]
    """The fields of `Item`, and ``likeness`` (similarity, 0 to 1), in descending order."""


class Duplicates(NamedTuple):
    """Lists all near-duplicates in the library."""

    id: int


class DuplicatesResult(NamedTuple):
    groups: list[list[Duplicate]]
    """``likeness`` is the similarity to the first of the group."""
    comparing: Progress | None
    """Progress of the comparison; while it is not None, ``groups`` is empty and the request should be repeated."""


class Interests(NamedTuple):
    """Shows or resets the interests, or switches them on or off."""

    id: int
    do: Annotated[str, partial(Fields.choice, choices=("show", "reset", "on", "off"), absent="show")]


class InterestsResult(NamedTuple):
    on: bool
    terms: list[tuple[str, float]]
    """The interest vector in descending order of weight; empty if interests are off."""
