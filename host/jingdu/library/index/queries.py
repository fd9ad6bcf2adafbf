"""SQL queries for topics, interests and duplicates: occurrences of words, read items and tagged items."""

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from jingdu.library.index.query import Term, expression
from jingdu.library.index.tokens import tokens
from jingdu.text.fold import fold

WEIGHTS: Final = (10.0, 4.0, 1.0)
"""Weights of title, labels and body in bm25."""
COLUMNS: Final = ("body", "labels", "title")
"""In ascending order of weight."""
MIN_ITEMS: Final = 20
"""Minimum number of items for `shares` to be meaningful."""
MAX_WORDS: Final = 16
_OVERFETCH: Final = 3
"""Factor of the limit, because items in the trash drop out."""
ALIVE: Final = "NOT trashed"


def candidates(connection: sqlite3.Connection, words: Sequence[str], limit: int) -> list[dict[str, Any]]:
    """The fields of the items that bm25 ranks highest for any of the words, without the trash."""
    terms = [Term(tuple(tokens(fold(word)))) for word in dict.fromkeys(words)][:MAX_WORDS]
    match = expression(tuple(term for term in terms if term.tokens), "OR")
    if not match:
        return []
    ranked = ("SELECT rowid AS row, bm25(token, ?, ?, ?) AS score FROM token WHERE token MATCH ? "
              "ORDER BY score, rowid DESC LIMIT ?")  # fmt: skip
    select = f"SELECT fields FROM ({ranked}) JOIN item USING (row) WHERE {ALIVE} ORDER BY score, row DESC LIMIT ?"
    found = connection.execute(select, (*WEIGHTS, match, limit * _OVERFETCH, limit))
    return [json.loads(fields) for (fields,) in found]


def cards(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """The fields of all items except read-later ones and those in the trash."""
    rows = connection.execute(f"SELECT fields FROM item WHERE {ALIVE}").fetchall()
    return [fields for row in rows if not (fields := json.loads(row[0])).get("later")]


def places(connection: sqlite3.Connection, *forms: str) -> dict[str, str]:
    """Id of every item with any form of a word → the best column that contains it."""
    found: dict[str, str] = {}
    variants = [variant for form in dict.fromkeys(forms) if (variant := tuple(tokens(fold(form))))]
    if not variants:
        return found
    match = expression((Term(variants[0], variants=tuple(variants[1:])),))
    select = "SELECT id, ? FROM token JOIN item ON item.row = token.rowid WHERE token MATCH ?"
    for column in COLUMNS:
        found.update(connection.execute(select, (column, f"{column} : ({match})")))
    return found


def shares(connection: sqlite3.Connection, words: Sequence[str]) -> dict[str, float]:
    """The share of items that contain each word; empty if there are fewer than ``MIN_ITEMS``."""
    (total,) = connection.execute(f"SELECT count(*) FROM item WHERE {ALIVE}").fetchone()
    if total < MIN_ITEMS:
        return {}
    found = {}
    for word in words:
        if run := tuple(tokens(fold(word))):
            match = expression((Term(run),))
            (number,) = connection.execute("SELECT count(*) FROM token WHERE token MATCH ?", (match,)).fetchone()
            found[word] = number / total
    return found


def liked(connection: sqlite3.Connection, limit: int) -> dict[str, str]:
    """Id → text hash of read and favourite items, last saved first; a ``limit`` of -1 means no limit."""
    select = (f"SELECT id, json_extract(fields, '$.text_hash') FROM item WHERE {ALIVE} AND (read OR favourite) "
              "ORDER BY saved DESC, row DESC LIMIT ?")  # fmt: skip
    return {identity: text_hash or "" for identity, text_hash in connection.execute(select, (limit,))}


def tagged_state(connection: sqlite3.Connection) -> str:
    """A version that changes with the tagged items only."""
    select = f"SELECT count(*), max(item.changed) FROM item WHERE {ALIVE} AND row IN (SELECT row FROM tag)"
    return ".".join(map(str, connection.execute(select).fetchone()))


def tagged(connection: sqlite3.Connection, limit: int, characters: int) -> list[tuple[str, str, tuple[str, ...]]]:
    """Titles, first ``characters`` of the texts, and tags of the tagged items saved last."""
    names = "SELECT json_group_array(name) FROM (SELECT name FROM tag WHERE tag.row = item.row ORDER BY name)"
    select = (f"SELECT text.title, substr(body, 1, ?), ({names}) FROM item JOIN text USING (row) WHERE {ALIVE} "
              "AND row IN (SELECT row FROM tag) ORDER BY saved DESC, row DESC LIMIT ?")  # fmt: skip
    found = connection.execute(select, (characters, limit))
    return [(title, body, tuple(json.loads(tags))) for title, body, tags in found]
