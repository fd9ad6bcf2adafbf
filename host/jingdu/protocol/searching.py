"""``library``, ``related``, ``duplicates`` and ``interests``."""

from __future__ import annotations

from datetime import date
from typing import Any, Final, NamedTuple

from jingdu.protocol.fields import Fields, read, wrong
from jingdu.protocol.saving import Duplicate

SORTS: Final = ("saved", "published", "title", "site", "relevance", "interest")
INTEREST_ACTIONS: Final = ("show", "reset", "on", "off")
MAX_ITEMS: Final = 200
"""Items per reply."""


class Filters(NamedTuple):
    """Conditions on items; None matches everything. ``since`` and ``until`` are local days of saving, inclusive."""

    tag: str | None = None
    site: str | None = None
    lang: str | None = None
    read: bool | None = None
    favourite: bool | None = None
    archived: bool | None = None
    trashed: bool = False
    since: str | None = None
    until: str | None = None


class Library(NamedTuple):
    """A page of the library's list; an empty query matches everything."""

    id: int
    query: str
    filters: Filters
    sort: str
    ascending: bool
    offset: int = 0
    limit: int = 50

    @classmethod
    def of(cls, fields: Fields) -> Library:
        inner = fields.object("filters")
        days = {name: _date(inner, name) for name in ("since", "until")}
        filters = read(Filters, inner, trashed=bool(inner.flag_or_none("trashed")), **days)
        query, sort = fields.text_or_none("query") or "", fields.choice("sort", SORTS, absent="relevance")
        limit = min(fields.whole("limit", 50), MAX_ITEMS)
        return read(cls, fields, query=query, filters=filters, sort=sort, limit=limit)


class FacetsResult(NamedTuple):
    """Values and their numbers among the matching items, in descending order."""

    tags: list[tuple[str, int]]
    sites: list[tuple[str, int]]
    langs: list[tuple[str, int]]


class Indexing(NamedTuple):
    """Progress of updating the index, in articles."""

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
    indexing: Indexing | None
    loose: bool
    """Whether no item has all words of the query, and these have at least half of them."""
    unreadable: list[Any]
    """`jingdu.library.item_files.Problem` of unreadable articles; only with the first page of the whole list."""


class Related(NamedTuple):
    id: int
    item: str


class RelatedResult(NamedTuple):
    items: list[dict[str, Any]]
    """The fields of `Item`, and ``likeness`` (similarity, 0 to 1), in descending order."""


class Duplicates(NamedTuple):
    """All near-duplicates in the library."""

    id: int


class Comparison(NamedTuple):
    """Progress of the comparison, in pairs."""

    done: int
    total: int


class DuplicatesResult(NamedTuple):
    groups: list[list[Duplicate]]
    """``likeness`` is the similarity to the first of the group."""
    comparing: Comparison | None
    """None when it is complete; until then repeat the request."""


class Interests(NamedTuple):
    """Shows or resets the interests, or switches them on or off."""

    id: int
    do: str

    @classmethod
    def of(cls, fields: Fields) -> Interests:
        return cls(fields.whole("id"), fields.choice("do", INTEREST_ACTIONS, absent="show"))


class InterestsResult(NamedTuple):
    on: bool
    terms: list[tuple[str, float]]
    """The interest vector in descending order of weight; empty if interests are off."""


def _date(fields: Fields, name: str) -> str | None:
    text = fields.text_or_none(name)
    try:
        return date.fromisoformat(text[:10]).isoformat() if text else None
    except ValueError:
        raise wrong(name, "a date as 2026-01-31") from None
