"""Searches the index: from a query and filters to a page of items.

Items are filtered, counted and sorted by entries that are cached in memory.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar

from jingdu.library.index.queries import WEIGHTS
from jingdu.library.index.query import Query, expression, loosen, parse
from jingdu.library.index.rows import address_key, day, version_of
from jingdu.library.index.snippets import Finder, Marked, marked, matches, snippet
from jingdu.protocol.items import Item
from jingdu.protocol.searching import FacetsResult, Filters
from jingdu.text.fold import fold
from jingdu.text.language import is_in_range, without_region

MAX_FACET_VALUES: Final = 200
SORTS: Final = ("saved", "published", "title", "site")
"""Orders other than relevance."""
_SELECT: Final = """SELECT row, id, site, lang, read, favourite, archived, trashed, saved, published, title_key
    FROM item ORDER BY saved, row"""
RANKED: Final = 3000
"""Matches above which only titles and labels are ranked by bm25, and the rest by date.

The IDF of such a common term is near 0 (negative if it is in more than half of the items), and counting its
occurrences would dominate the time of a search.
"""


class Entry(NamedTuple):
    """The fields of an item that lists are filtered and sorted by."""

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
    """The `title_key`."""
    tags: tuple[str, ...]


Tagged = TypeVar("Tagged", Entry, Item)


class Hit(NamedTuple):
    """A matching item: its fields, and where it matches."""

    fields: dict[str, Any]
    snippet: Marked
    title: Marked


class Found(NamedTuple):
    items: list[Hit]
    total: int
    facets: FacetsResult | None
    """None after the first page."""
    version: str
    loose: bool
    """Whether no item has all words of the query, so that ``items`` have at least half of them."""


def entries(connection: sqlite3.Connection) -> list[Entry]:
    """The entries of all items, in the order in which they were saved."""
    tags: dict[int, tuple[str, ...]] = {}
    for row, name in connection.execute("SELECT row, name FROM tag"):
        tags[row] = (*tags.get(row, ()), name)
    return [Entry._make((row, *values, tags.get(row, ()))) for row, *values in connection.execute(_SELECT)]


def search(
    connection: sqlite3.Connection, every: list[Entry], typed: str, filters: Filters, sort: str = "relevance",
    ascending: bool = False, offset: int = 0, limit: int = 50, worths: Mapping[str, float] | None = None,
) -> Found:  # fmt: skip
    """A page of the matching items among ``every`` entry; needs a read transaction.

    The default order is relevance with a query, else last saved first. ``ascending`` reverses every order but
    relevance. ``worths`` maps ids to worths: then unread items go first, by descending worth, and ``sort`` breaks ties.
    """
    query = parse(typed)
    rows = _matching(connection, query)
    loose = rows is not None and not rows and bool(units := loosen(query))
    if loose:
        query = query._replace(terms=units)
        counts = Counter(row for term in units for row in _rows(connection, expression((term,))))
        rows = {row for row, number in counts.items() if 2 * number >= len(units) and number > 1}

    def matching(filters: Filters) -> list[Entry]:
        passed = _filtered(connection, query, filters, every)
        return passed if rows is None else [entry for entry in passed if entry.row in rows]

    found = matching(filters)
    shown = None if offset else _facets(matching, filters, found)
    if rows is not None and (loose or (sort not in SORTS and query.terms)):
        found = _by_relevance(connection, query, len(rows), found, "OR" if loose else "AND")
    else:
        if sort in SORTS:
            found = sorted(found, key=attrgetter(sort))
        found = found if ascending else found[::-1]
    if worths:
        found = sorted(found, key=lambda entry: worths.get(entry.id, 0.0) - entry.read, reverse=not ascending)
    page = _hits(connection, [entry.row for entry in found[offset : offset + limit]], query)
    return Found(page, len(found), shown, version_of(connection), loose)


def _matching(connection: sqlite3.Connection, query: Query) -> set[int] | None:
    """The rows with all terms of the query, or with its address; None if it has neither."""
    if query.url is not None:
        select = "SELECT row FROM item WHERE url = ?1 OR canonical = ?1"
        return {row for (row,) in connection.execute(select, (address_key(query.url),))}
    return set(_rows(connection, expression(query.terms))) if query.terms else None


def _rows(connection: sqlite3.Connection, match: str) -> list[int]:
    return [row for (row,) in connection.execute("SELECT rowid FROM token WHERE token MATCH ?", (match,))]


def _filtered(connection: sqlite3.Connection, query: Query, filters: Filters, found: list[Entry]) -> list[Entry]:
    """Applies the filters, ``tag:``, ``site:`` and the excluded terms."""
    found = filtered(found, filters)
    for tag in query.tags:
        found = tagged(found, tag)
    for site in query.sites:  # with its subdomains
        suffix = f".{site.removeprefix('www.')}"
        found = [entry for entry in found if f".{entry.site.lower()}".endswith(suffix)]
    if query.excluded:
        excluded = set(_rows(connection, expression(query.excluded, "OR")))
        found = [entry for entry in found if entry.row not in excluded]
    return found


def _by_relevance(
    connection: sqlite3.Connection, query: Query, number: int, found: list[Entry], joined: str
) -> list[Entry]:
    """Sorts by relevance; ``number`` counts the matches before filtering."""
    match = expression(query.terms, joined)
    if number > RANKED:
        match = f"{{title labels}} : ({match})"
    select = "SELECT rowid FROM token WHERE token MATCH ? ORDER BY bm25(token, ?, ?, ?), rowid DESC"
    ranks = {row: rank for rank, (row,) in enumerate(connection.execute(select, (match, *WEIGHTS)))}
    newest_first = found[::-1]
    return sorted(newest_first, key=lambda entry: ranks.get(entry.row, len(ranks)))


def _hits(connection: sqlite3.Connection, rows: Sequence[int], query: Query) -> list[Hit]:
    """The items in these rows, in this order, with their matches."""
    texts = "title, body FROM item JOIN text USING (row)" if query.terms else "'', '' FROM item"
    select = f"SELECT row, fields, {texts} WHERE row IN (SELECT value FROM json_each(?))"  # any number of rows
    known = {row: rest for row, *rest in connection.execute(select, (json.dumps(list(rows)),))}
    in_title = Finder(query.terms)
    in_text = Finder([term for term in query.terms if not term.only_in_title])
    return [
        Hit(json.loads(fields), snippet(body, in_text), marked(title, matches(title, in_title)))
        for fields, title, body in (known[row] for row in rows if row in known)
    ]


def filtered(found: list[Entry], filters: Filters) -> list[Entry]:
    """The entries that pass the filters, in their order."""
    for name in ("site", "read", "favourite", "archived", "trashed"):
        if (value := getattr(filters, name)) not in (None, ""):
            found = [entry for entry in found if getattr(entry, name) == value]
    if filters.lang:
        langs = {entry.lang for entry in found}
        langs = {lang for lang in langs if any(is_in_range(tag, filters.lang) for tag in (lang, without_region(lang)))}
        found = [entry for entry in found if entry.lang in langs]
    if filters.tag:
        found = tagged(found, filters.tag)
    if filters.since:
        start = day(filters.since)
        found = [entry for entry in found if entry.saved >= start]
    if filters.until:
        end = day(filters.until, days=1)
        found = [entry for entry in found if entry.saved < end]
    return found


def tagged(found: list[Tagged], tag: str) -> list[Tagged]:
    """The entries or items with a tag, ignoring case and script."""
    folded = fold(tag)
    same = {tag for tag in {tag for entry in found for tag in entry.tags} if fold(tag) == folded}
    return [entry for entry in found if not same.isdisjoint(entry.tags)]


def _facets(matching: Callable[[Filters], list[Entry]], filters: Filters, found: list[Entry]) -> FacetsResult:
    """Counts of tags, sites and languages (without regions), each of the items that pass all other filters."""
    by_tag = matching(filters._replace(tag=None)) if filters.tag else found
    by_site = matching(filters._replace(site=None)) if filters.site else found
    by_lang = matching(filters._replace(lang=None)) if filters.lang else found
    langs = Counter[str]()
    for lang, number in Counter(entry.lang for entry in by_lang).items():
        langs[without_region(lang)] += number
    tags = Counter(chain.from_iterable(entry.tags for entry in by_tag))
    return FacetsResult(_counted(tags), _counted(Counter(entry.site for entry in by_site)), _counted(langs))


def _counted(counts: Counter[str]) -> list[tuple[str, int]]:
    """The most frequent values with their counts, without the empty one; at most `MAX_FACET_VALUES`."""
    return [pair for pair in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])) if pair[0]][:MAX_FACET_VALUES]
