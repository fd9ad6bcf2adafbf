"""What topics, interests and duplicates need to know: where words are, and what was read and tagged."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from jingdu.library.index.query import Term, expression
from jingdu.library.index.rows import row_of
from jingdu.library.index.tokens import tokens
from jingdu.text.fold import fold

WEIGHTS: Final = (10.0, 4.0, 1.0)
"""Of bm25: title, labels, text."""
COLUMNS: Final = ("body", "labels", "title")
"""Places in an article, the best last."""
MIN_ITEMS: Final = 20
"""Items from which on their words say how common a word is among them."""
MAX_WORDS: Final = 16
_MORE: Final = 3
"""Times as many as are asked for, because those in the trash drop out."""
ALIVE: Final = "NOT trashed"


class TaggedText(NamedTuple):
    title: str
    body: str
    tags: tuple[str, ...]


def related(
    connection: sqlite3.Connection, identity: str, words: Sequence[str], limit: int
) -> list[tuple[dict[str, Any], float]]:
    """Items by bm25 of any of the words, as a share of what the item itself has; without the trash."""
    own, match = row_of(connection, identity), _any(words)
    if own is None or not match:
        return []
    select = "SELECT bm25(token, ?, ?, ?) FROM token WHERE token MATCH ? AND rowid = ?"
    best = connection.execute(select, (*WEIGHTS, match, own)).fetchone()
    if not best or best[0] >= 0:
        return []
    found = [(row, score) for row, score in _ranked(connection, match, limit * _MORE + 1) if row != own]
    return [(fields, round(min(1.0, score / best[0]), 3)) for fields, score in _fields(connection, found)][:limit]


def candidates(connection: sqlite3.Connection, words: Sequence[str], limit: int) -> list[dict[str, Any]]:
    """The fields of the items that bm25 puts first for any of the words; without the trash."""
    match = _any(words)
    found = _ranked(connection, match, limit * _MORE) if match else []
    return [fields for fields, _ in _fields(connection, found)][:limit]


def _any(words: Sequence[str]) -> str:
    """What matches an article with any of the words."""
    terms = [Term(tuple(tokens(fold(word)))) for word in dict.fromkeys(words)][:MAX_WORDS]
    return expression(tuple(term for term in terms if term.tokens), "OR")


def _ranked(connection: sqlite3.Connection, match: str, limit: int) -> list[tuple[int, float]]:
    select = ("SELECT rowid, bm25(token, ?, ?, ?) AS score FROM token WHERE token MATCH ? "
              "ORDER BY score, rowid DESC LIMIT ?")  # fmt: skip
    return connection.execute(select, (*WEIGHTS, match, limit)).fetchall()


def _fields(connection: sqlite3.Connection, found: list[tuple[int, float]]) -> list[tuple[dict[str, Any], float]]:
    select = f"SELECT fields FROM item WHERE row = ? AND {ALIVE}"
    selected = ((connection.execute(select, (row,)).fetchone(), score) for row, score in found)
    return [(json.loads(fields[0]), score) for fields, score in selected if fields]


def cards(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """The fields of every item that has a text, without the trash."""
    rows = connection.execute(f"SELECT fields FROM item WHERE {ALIVE}").fetchall()
    return [fields for row in rows if not (fields := json.loads(row[0])).get("later")]


def places(connection: sqlite3.Connection, words: Iterable[Iterable[str]]) -> list[dict[str, str]]:
    """For each word, given by its forms: id of every item that has it → the best column that it is in."""
    return [_places(connection, forms) for forms in words]


def _places(connection: sqlite3.Connection, forms: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    ways = [way for form in dict.fromkeys(forms) if (way := tuple(tokens(fold(form))))]
    if not ways:
        return found
    match = expression((Term(ways[0], others=tuple(ways[1:])),))
    select = "SELECT id FROM token JOIN item ON item.row = token.rowid WHERE token MATCH ?"
    for column in COLUMNS:
        rows = connection.execute(select, (f"{column} : ({match})",))
        found.update((identity, column) for (identity,) in rows)
    return found


def shares(connection: sqlite3.Connection, words: Sequence[str]) -> dict[str, float]:
    """The share of the items that have each word; nothing where there are fewer than ``MIN_ITEMS``."""
    (total,) = connection.execute(f"SELECT count(*) FROM item WHERE {ALIVE}").fetchone()
    if total < MIN_ITEMS:
        return {}
    found = {}
    for word in words:
        if way := tuple(tokens(fold(word))):
            match = expression((Term(way),))
            (number,) = connection.execute("SELECT count(*) FROM token WHERE token MATCH ?", (match,)).fetchone()
            found[word] = number / total
    return found


def liked(connection: sqlite3.Connection, limit: int) -> dict[str, str]:
    """Id → hash of the text, of items that were read or are favourites, the last saved first; limit -1 is none."""
    select = (f"SELECT id, json_extract(fields, '$.text_hash') FROM item WHERE {ALIVE} AND (read OR favourite) "
              "ORDER BY saved DESC, row DESC LIMIT ?")  # fmt: skip
    return {identity: text_hash or "" for identity, text_hash in connection.execute(select, (limit,))}


def tagged_state(connection: sqlite3.Connection) -> str:
    """Another text when the tagged items changed; what has no tags changes nothing."""
    select = f"SELECT count(*), max(item.changed) FROM item WHERE {ALIVE} AND row IN (SELECT row FROM tag)"
    return ".".join(map(str, connection.execute(select).fetchone()))


def tagged(connection: sqlite3.Connection, limit: int, characters: int) -> list[TaggedText]:
    """The tagged items that were saved last, with the beginnings of their texts."""
    select = (f"SELECT row, text.title, substr(body, 1, ?) FROM item JOIN text USING (row) WHERE {ALIVE} "
              "AND row IN (SELECT row FROM tag) ORDER BY saved DESC, row DESC LIMIT ?")  # fmt: skip
    names = "SELECT name FROM tag WHERE row = ? ORDER BY name"
    return [
        TaggedText(title, body, tuple(name for (name,) in connection.execute(names, (row,))))
        for row, title, body in connection.execute(select, (characters, limit)).fetchall()
    ]
