"""What lists are made of, held in memory: items are filtered, counted and sorted without reading their rows."""

from __future__ import annotations

import sqlite3
from collections import Counter
from itertools import chain
from typing import Final, NamedTuple

from jingdu.library.index.rows import day
from jingdu.protocol.searching import FacetsResult, Filters
from jingdu.text.fold import fold
from jingdu.text.language import without_region

MAX_FACETS: Final = 200
"""Values of each kind that are reported; more are of no use in a list to choose from."""
SORTS: Final = ("saved", "published", "title", "site")
"""Orders that need no query."""
_SELECT: Final = """SELECT row, id, site, lang, read, favourite, archived, trashed, saved, published, title_key
    FROM item ORDER BY saved, row"""


class Entry(NamedTuple):
    """An item's values by which lists are made."""

    row: int
    id: str
    site: str
    lang: str
    read: int
    favourite: int
    archived: int
    trashed: int
    saved: str
    published: str
    title: bytes
    """What titles are sorted by."""
    tags: tuple[str, ...]


def entries(connection: sqlite3.Connection) -> list[Entry]:
    """Those of all items, by when they were saved."""
    tags: dict[int, tuple[str, ...]] = {}
    for row, name in connection.execute("SELECT row, name FROM tag"):
        tags[row] = (*tags.get(row, ()), name)
    return [Entry._make((row, *values, tags.get(row, ()))) for row, *values in connection.execute(_SELECT)]


def passing(found: list[Entry], filters: Filters) -> list[Entry]:
    """The items that pass, in their order."""
    for name in ("read", "favourite", "archived", "trashed"):
        if (wanted := getattr(filters, name)) is not None:
            found = [one for one in found if getattr(one, name) == wanted]
    if filters.site:
        found = [one for one in found if one.site == filters.site]
    if filters.lang:
        langs = {lang for lang in {one.lang for one in found} if filters.lang in (lang, without_region(lang))}
        found = [one for one in found if one.lang in langs]
    if filters.tag:
        found = tagged(found, filters.tag)
    if filters.since:
        start = day(filters.since)
        found = [one for one in found if one.saved >= start]
    if filters.until:
        end = day(filters.until, days=1)
        found = [one for one in found if one.saved < end]
    return found


def tagged(found: list[Entry], tag: str) -> list[Entry]:
    """The items with a tag, however it is written."""
    folded = fold(tag)
    same = {tag for tag in {tag for one in found for tag in one.tags} if fold(tag) == folded}
    return [one for one in found if not same.isdisjoint(one.tags)]


def within(found: list[Entry], domain: str) -> list[Entry]:
    """The items of a site, and of those that are part of it."""
    ending = f".{domain.removeprefix('www.')}"
    return [one for one in found if f".{one.site.lower()}".endswith(ending)]


def facets(found: list[Entry]) -> FacetsResult:
    """The values of these items; languages whatever their regions."""
    tags, sites = Counter(chain.from_iterable(one.tags for one in found)), Counter(one.site for one in found)
    langs = Counter[str]()
    for lang, number in Counter(one.lang for one in found).items():
        langs[without_region(lang)] += number
    return FacetsResult(_counted(tags), _counted(sites), _counted(langs))


def _counted(counts: Counter[str]) -> list[tuple[str, int]]:
    """The most frequent first, the empty name left out."""
    pairs = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [pair for pair in pairs if pair[0]][:MAX_FACETS]
