"""A query and filters in, a page of items out.

What lists are made of is held in memory: items are filtered, counted and sorted without reading their rows.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple

from jingdu.library.index.queries import WEIGHTS
from jingdu.library.index.query import Query, expression, loosened, parsed
from jingdu.library.index.rows import day, plain, version_of
from jingdu.library.index.snippets import Marked, finder, marked, places, snippet
from jingdu.protocol.searching import FacetsResult, Filters
from jingdu.text.fold import fold
from jingdu.text.language import without_region

MAX_FACETS: Final = 200
"""Values of each kind that are reported; more are of no use in a list to choose from."""
SORTS: Final = ("saved", "published", "title", "site")
"""Orders that need no query."""
_SELECT: Final = """SELECT row, id, site, lang, read, favourite, archived, trashed, saved, published, title_key
    FROM item ORDER BY saved, row"""
RANKED: Final = 3000
"""Articles found, beyond which only what is in titles and labels is ranked, and the rest by date.

What is in so many says little by how often; bm25's weight of it is near 0 (below it where more than half
have it), and counting each place would take longer than all the rest.
"""
RANKED_TITLES: Final = 30_000
"""Articles found, beyond which those go first that have it in title or labels, and all by date."""


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


class Hit(NamedTuple):
    """An item found: its fields, and where it was found."""

    fields: dict[str, Any]
    snippet: Marked
    title: Marked


class Found(NamedTuple):
    items: list[Hit]
    total: int
    facets: FacetsResult | None
    """On the first page only: they are the same on all."""
    version: str
    loose: bool
    """Nothing has all words of the query; these have half of its words or more."""


def entries(connection: sqlite3.Connection) -> list[Entry]:
    """Those of all items, by when they were saved."""
    tags: dict[int, tuple[str, ...]] = {}
    for row, name in connection.execute("SELECT row, name FROM tag"):
        tags[row] = (*tags.get(row, ()), name)
    return [Entry._make((row, *values, tags.get(row, ()))) for row, *values in connection.execute(_SELECT)]


def search(
    connection: sqlite3.Connection,
    every: list[Entry],
    typed: str,
    filters: Filters = Filters(),  # noqa: B008 (immutable)
    sort: str = "relevance",
    ascending: bool = False,
    offset: int = 0,
    limit: int = 50,
    worths: Mapping[str, float] | None = None,
) -> Found:
    """A page of what is found among ``every`` item; within a transaction that reads.

    Sorted by relevance where there is a query, else by when it was saved, newest first. ``ascending`` turns
    any order but relevance round. With ``worths`` (by id) unread items go first, those worth most before
    the others, whatever ``sort`` says.
    """
    query = parsed(typed)
    rows = _matching(connection, query)
    loose = rows is not None and not rows and bool(units := loosened(query))
    if loose:
        query = query._replace(terms=units)
        counts = Counter(row for term in units for row in _rows(connection, expression((term,))))
        rows = {row for row, number in counts.items() if 2 * number >= len(units) and number > 1}
    found = _passing(connection, query, filters, every)
    if rows is not None:
        found = [one for one in found if one.row in rows]
    if rows is not None and (loose or (sort not in SORTS and query.terms)):
        found = _by_relevance(connection, query, len(rows), found, "OR" if loose else "AND")
    else:
        if sort in SORTS:
            found = sorted(found, key=attrgetter(sort))
        found = found if ascending else found[::-1]
    if worths:
        sign = 1 if ascending else -1
        found = sorted(found, key=lambda one: sign * (worths.get(one.id, 0.0) - one.read))
    page = _hits(connection, [one.row for one in found[offset : offset + limit]], query)
    return Found(page, len(found), None if offset else facets(found), version_of(connection), loose)


def _matching(connection: sqlite3.Connection, query: Query) -> set[int] | None:
    """The rows with all words of the query, or of its address; None where it has neither."""
    if query.url is not None:
        select = "SELECT row FROM item WHERE url = ?1 OR canonical = ?1"
        return {row for (row,) in connection.execute(select, (plain(query.url),))}
    return set(_rows(connection, expression(query.terms))) if query.terms else None


def _rows(connection: sqlite3.Connection, match: str) -> list[int]:
    return [row for (row,) in connection.execute("SELECT rowid FROM token WHERE token MATCH ?", (match,))]


def _passing(connection: sqlite3.Connection, query: Query, filters: Filters, found: list[Entry]) -> list[Entry]:
    """The items that pass the filters, ``tag:`` and ``site:``, and have nothing that is excluded."""
    found = passing(found, filters)
    for tag in query.tags:
        found = tagged(found, tag)
    for site in query.sites:
        found = within(found, site)
    if query.excluded:
        excluded = set(_rows(connection, expression(query.excluded, "OR")))
        found = [one for one in found if one.row not in excluded]
    return found


def _by_relevance(
    connection: sqlite3.Connection, query: Query, number: int, found: list[Entry], joined: str
) -> list[Entry]:
    """The items, the best first; ``number`` is how many the query finds, whatever the filters say."""
    match = expression(query.terms, joined)
    if number > RANKED:
        match = f"{{title labels}} : ({match})"
    if number > RANKED_TITLES:
        places = dict.fromkeys(_rows(connection, match), -1)
    else:
        select = "SELECT rowid FROM token WHERE token MATCH ? ORDER BY bm25(token, ?, ?, ?), rowid DESC"
        places = {row: place for place, (row,) in enumerate(connection.execute(select, (match, *WEIGHTS)))}
    newest_first = found[::-1]
    return sorted(newest_first, key=lambda one: places.get(one.row, len(places)))


def _hits(connection: sqlite3.Connection, rows: Sequence[int], query: Query) -> list[Hit]:
    marks = ", ".join("?" * len(rows))
    select = f"SELECT row, fields, title, body FROM item JOIN text USING (row) WHERE row IN ({marks})"
    if not query.terms:
        select = f"SELECT row, fields, '', '' FROM item WHERE row IN ({marks})"
    known = {row: rest for row, *rest in connection.execute(select, tuple(rows))}
    in_title = finder(query.terms)
    in_text = finder([term for term in query.terms if not term.title])
    found = []
    for fields, title, body in (known[row] for row in rows if row in known):
        spans = places(title, in_title) if in_title else ()
        found.append(Hit(json.loads(fields), snippet(body, in_text) if in_title else [], marked(title, spans)))
    return found


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
