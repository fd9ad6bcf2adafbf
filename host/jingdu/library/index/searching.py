"""A query and filters in, a page of items out."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from jingdu.library.index.catalogue import SORTS, Card, Catalogue, Facets, Filters
from jingdu.library.index.query import Query, expression, loosened, parsed
from jingdu.library.index.snippets import Marked, finder, marked, places, snippet
from jingdu.library.index.writing import plain

WEIGHTS: Final = (10.0, 4.0, 1.0)
"""Of bm25: title, labels, text."""
RANKED: Final = 3000
"""Articles found, beyond which only what stands in titles and labels is ranked, and the rest by date.

What stands in so many says little by how often; bm25's weight of it is near 0 (below it where more than half
have it), and counting each place would take longer than all the rest.
"""
Score = Callable[[Card], float]
Sought = re.Pattern[str] | None


class Hit(NamedTuple):
    """An item found: all that is told of it, and where it was found."""

    fields: dict[str, Any]
    snippet: Marked
    title: Marked


class Found(NamedTuple):
    items: list[Hit]
    total: int
    facets: Facets | None
    """On the first page only: they are the same on all."""
    version: str
    loose: bool = False
    """Nothing has all that was sought; these have half of its words or more."""


def search(
    connection: sqlite3.Connection,
    catalogue: Catalogue,
    typed: str,
    filters: Filters = Filters(),  # noqa: B008 (immutable)
    sort: str = "relevance",
    ascending: bool = False,
    offset: int = 0,
    limit: int = 50,
    score: Score | None = None,
) -> Found:
    """A page of what is found; within a transaction that reads, and after ``catalogue.follow``.

    Sorted by relevance where there is a query, else by when it was saved, newest first. ``ascending`` turns
    any order but relevance round. With ``score`` those go first that it gives most, whatever ``sort`` says.
    """
    query = parsed(typed)
    ranked = sort not in SORTS and bool(query.terms)
    order = catalogue.order(sort if sort in SORTS else "saved")
    rows = order if ascending else reversed(order)
    found = _rows(connection, query)
    loose = not found and bool(units := loosened(query))
    if loose:
        query, ranked = query._replace(terms=units), True
        found = _mostly(connection, query)
    if ranked and found is not None:
        rows = _by_relevance(connection, query, found, catalogue, "OR" if loose else "AND")
    elif found is not None:
        rows = [row for row in rows if row in found]
    passed = catalogue.matching(_without(connection, query, rows), filters)
    for narrowed in _named(query, filters):
        passed = catalogue.matching(passed, narrowed)
    if score:
        passed.sort(key=lambda row: score(catalogue.cards[row]), reverse=not ascending)
    page = _hits(connection, passed[offset : offset + limit], query)
    build, version = catalogue.version
    return Found(page, len(passed), None if offset else catalogue.facets(passed), f"{build}.{version}", loose)


def _rows(connection: sqlite3.Connection, query: Query) -> set[int] | None:
    """The rows that the terms stand in; None where there are no terms."""
    if query.url is not None:
        asked = "SELECT row FROM item WHERE (url = ?1 OR canonical = ?1) AND id IS NOT NULL"
        return {row for (row,) in connection.execute(asked, (plain(query.url),))}
    return _matching(connection, expression(query.terms)) if query.terms else None


def _mostly(connection: sqlite3.Connection, query: Query) -> set[int]:
    """The rows that half of the terms stand in, or more."""
    counts = Counter(chain.from_iterable(_matching(connection, expression((term,))) for term in query.terms))
    return {row for row, number in counts.items() if 2 * number >= len(query.terms) and number > 1}


def _matching(connection: sqlite3.Connection, sought: str) -> set[int]:
    return {row for (row,) in connection.execute("SELECT rowid FROM token WHERE token MATCH ?", (sought,))}


def _without(connection: sqlite3.Connection, query: Query, rows: Any) -> Any:
    if not query.excluded:
        return rows
    excluded = _matching(connection, expression(query.excluded, "OR"))
    return [row for row in rows if row not in excluded]


def _named(query: Query, filters: Filters) -> list[Filters]:
    """``tag:`` and ``site:`` of the query, as filters."""
    either = Filters(trashed=filters.trashed)
    return [*(either._replace(tag=tag) for tag in query.tags), *(either._replace(domain=site) for site in query.sites)]


def _by_relevance(
    connection: sqlite3.Connection, query: Query, found: set[int], catalogue: Catalogue, joined: str
) -> list[int]:
    """The best first."""
    sought = expression(query.terms, joined)
    if len(found) > RANKED:
        sought = f"{{title labels}} : ({sought})"
    asked = "SELECT rowid FROM token WHERE token MATCH ? ORDER BY bm25(token, ?, ?, ?), rowid DESC"
    best = [row for (row,) in connection.execute(asked, (sought, *WEIGHTS)) if row in found]
    if len(best) == len(found):
        return best
    first = set(best)
    rest = (row for row in reversed(catalogue.order("saved")) if row in found and row not in first)
    return [*best, *rest]


def _hits(connection: sqlite3.Connection, rows: Sequence[int], query: Query) -> list[Hit]:
    marks = ", ".join("?" * len(rows))
    asked = f"SELECT row, fields, title, body FROM item JOIN text USING (row) WHERE row IN ({marks})"
    if not query.terms:
        asked = f"SELECT row, fields, '', '' FROM item WHERE row IN ({marks})"
    known = {row: rest for row, *rest in connection.execute(asked, tuple(rows))}
    in_title = finder(query.terms)
    in_text = finder([term for term in query.terms if not term.title])
    return [_hit(known[row], in_title, in_text) for row in rows if row in known]


def _hit(told: list[str], in_title: Sought, in_text: Sought) -> Hit:
    fields, title, body = told
    spans = list(places(title, in_title)) if in_title else []
    return Hit(json.loads(fields), snippet(body, in_text) if in_title else [], marked(title, spans))
