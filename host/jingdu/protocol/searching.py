"""``library``, ``related``, ``duplicates`` and ``interests``: lists of articles, with why each is there."""

from __future__ import annotations

from datetime import date
from typing import Any, Final, NamedTuple

from jingdu.protocol.fields import Fields, read, wrong
from jingdu.protocol.saving import Duplicate

SORTS: Final = ("saved", "published", "title", "site", "relevance", "interest")
INTEREST_ACTIONS: Final = ("show", "reset", "on", "off")
MAX_ITEMS: Final = 200
"""Items of one answer."""


class Filters(NamedTuple):
    """What an item must be; None matches everything. It was saved on these days or between, in the user's time zone."""

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
    """Asks for a page of the library's list; an empty query finds everything."""

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
    """How many of the items found have which value: name and number, most first."""

    tags: list[tuple[str, int]]
    sites: list[tuple[str, int]]
    langs: list[tuple[str, int]]


class Indexing(NamedTuple):
    """The index is being brought up to date: of so many articles so many are done."""

    done: int
    total: int


class LibraryResult(NamedTuple):
    items: list[dict[str, Any]]
    """The fields of `Item`, ``snippet`` and ``marked_title`` (pieces of text, each with whether it matches; empty
    without a query), and ``reasons``."""
    total: int
    facets: FacetsResult | None
    """With the first page; they are the same for all."""
    version: str
    """Another one when anything in the library changed, whoever did it."""
    indexing: Indexing | None
    loose: bool
    """Nothing has all words of the query; these have half of them or more."""
    unreadable: list[Any]
    """The articles of the library, or of its trash, that can't be read (`jingdu.library.item_files.Problem`); only
    with the first page of the whole."""


class Related(NamedTuple):
    id: int
    item: str


class RelatedResult(NamedTuple):
    items: list[dict[str, Any]]
    """The fields of `Item`, and ``likeness``, from 0 to 1; the most similar first."""


class Duplicates(NamedTuple):
    """Asks for all articles that are nearly the same."""

    id: int


class Comparison(NamedTuple):
    """Of so many pairs that may be the same so many are compared."""

    done: int
    total: int


class DuplicatesResult(NamedTuple):
    groups: list[list[Duplicate]]
    """The likeness of each is to the first of its group."""
    comparing: Comparison | None
    """There are no groups yet: the same is to be asked again, and goes on where it was."""


class Interests(NamedTuple):
    """Shows the interests, forgets them, or switches them on or off."""

    id: int
    do: str

    @classmethod
    def of(cls, fields: Fields) -> Interests:
        return cls(fields.whole("id"), fields.choice("do", INTEREST_ACTIONS, absent="show"))


class InterestsResult(NamedTuple):
    on: bool
    terms: list[tuple[str, float]]
    """The interest vector, the heaviest first; empty while it is off."""


def _date(fields: Fields, name: str) -> str | None:
    text = fields.text_or_none(name)
    try:
        return date.fromisoformat(text[:10]).isoformat() if text else None
    except ValueError:
        raise wrong(name, "a date as 2026-01-31") from None
