"""A query and filters in, a page of items out."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from jingdu.library.index.catalogue import SORTS, Catalogue, Mask, Rows, rows_of
from jingdu.library.index.queries import WEIGHTS
from jingdu.library.index.query import Query, expression, loosened, parsed
from jingdu.library.index.rows import Filters, plain
from jingdu.library.index.snippets import Finder, Marked, finder, marked, places, snippet
from jingdu.protocol.searching import FacetsResult

RANKED: Final = 3000
"""Articles found, beyond which only what is in titles and labels is ranked, and the rest by date.

What is in so many says little by how often; bm25's weight of it is near 0 (below it where more than half
have it), and counting each place would take longer than all the rest.
"""


Matcher = Finder | None
RANKED_TITLES: Final = 30_000
"""Articles found, beyond which those go first that have it in title or labels, and all by date."""


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
    loose: bool = False
    """Nothing has all words of the query; these have half of its words or more."""


def search(
    connection: sqlite3.Connection,
    catalogue: Catalogue,
    typed: str,
    filters: Filters = Filters(),  # noqa: B008 (immutable)
    sort: str = "relevance",
    ascending: bool = False,
    offset: int = 0,
    limit: int = 50,
    worths: Mapping[str, float] | None = None,
) -> Found:
    """A page of what is found; within a transaction that reads, and after ``catalogue.follow``.

    Sorted by relevance where there is a query, else by when it was saved, newest first. ``ascending`` turns
    any order but relevance round. With ``worths`` (by id) unread items go first, those worth most before
    the others, whatever ``sort`` says.
    """
    query = parsed(typed)
    found = _matching(connection, expression(query.terms)) if query.terms else None
    if query.url is not None:
        select = "SELECT row FROM item WHERE (url = ?1 OR canonical = ?1)"
        found = rows_of(connection, select, (plain(query.url),))
    loose = found is not None and not len(found) and bool(units := loosened(query))
    if loose:
        query = query._replace(terms=units)
        counts = np.zeros(len(catalogue.exists), np.int32)
        for term in query.terms:
            counts += catalogue.mask_of(_matching(connection, expression((term,))))
        found = np.flatnonzero((2 * counts >= len(query.terms)) & (counts > 1))
    mask = _passing(connection, query, filters, catalogue)
    if found is not None:
        mask &= catalogue.mask_of(found)
    if found is not None and (loose or (sort not in SORTS and query.terms)):
        rows = _by_relevance(connection, query, len(found), mask, catalogue, "OR" if loose else "AND")
    else:
        rows = _ordered(connection, sort if sort in SORTS else "saved", mask, catalogue, ascending)
    if worths:
        value = catalogue.worths(connection, worths)[rows]
        rows = rows[np.argsort(value if ascending else -value, kind="stable")]
    page = _hits(connection, rows[offset : offset + limit].tolist(), query)
    build, version = catalogue.version
    return Found(page, len(rows), None if offset else catalogue.facets(mask), f"{build}.{version}", loose)


def _ordered(connection: sqlite3.Connection, sort: str, mask: Mask, catalogue: Catalogue, ascending: bool) -> Rows:
    order = catalogue.order(connection, sort)
    rows = order if ascending else order[::-1]
    return rows[mask[rows]]


def _passing(connection: sqlite3.Connection, query: Query, filters: Filters, catalogue: Catalogue) -> Mask:
    """By row, whether the item passes the filters, ``tag:`` and ``site:``, and has nothing that is excluded."""
    mask = catalogue.passing(connection, filters)
    either = Filters(trashed=None)
    for narrowed in (*(either._replace(tag=tag) for tag in query.tags),
                     *(either._replace(domain=site) for site in query.sites)):  # fmt: skip
        mask &= catalogue.passing(connection, narrowed)
    if query.excluded:
        mask &= ~catalogue.mask_of(_matching(connection, expression(query.excluded, "OR")))
    return mask


def _matching(connection: sqlite3.Connection, match: str) -> Rows:
    return rows_of(connection, "SELECT rowid AS row FROM token WHERE token MATCH ?", (match,))


def _by_relevance(
    connection: sqlite3.Connection, query: Query, number: int, mask: Mask, catalogue: Catalogue, joined: str
) -> Rows:
    """The rows of ``mask``, the best first; ``number`` is how many the query finds, whatever the filters say."""
    match = expression(query.terms, joined)
    if number > RANKED:
        match = f"{{title labels}} : ({match})"
    if number > RANKED_TITLES:
        first = mask & catalogue.mask_of(_matching(connection, match))
        best = _ordered(connection, "saved", first, catalogue, ascending=False)
    else:
        select = "SELECT rowid FROM token WHERE token MATCH ? ORDER BY bm25(token, ?, ?, ?), rowid DESC"
        ranked = np.fromiter((row for (row,) in connection.execute(select, (match, *WEIGHTS))), np.int64)
        ranked = ranked[(ranked >= 0) & (ranked < len(mask))]
        best = ranked[mask[ranked]]
    rest = mask & ~catalogue.mask_of(best)
    return np.concatenate([best, _ordered(connection, "saved", rest, catalogue, ascending=False)])


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
