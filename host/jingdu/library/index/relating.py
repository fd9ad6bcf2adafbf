"""Articles about the same, by the words that tell of one of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from jingdu.library.index.query import Term, expression
from jingdu.library.index.searching import WEIGHTS
from jingdu.library.index.tokens import tokens
from jingdu.library.index.writing import row_of
from jingdu.text.fold import fold

MOST_WORDS: Final = 16
_MORE: Final = 3
"""Times as many as are asked for, because what is in the trash drops out."""


def related(
    connection: sqlite3.Connection, identity: str, words: Sequence[str], limit: int
) -> list[tuple[dict[str, Any], float]]:
    """Items by bm25 of any of the words, as a share of what the item itself has; what is in the trash aside."""
    own = row_of(connection, identity)
    terms = [Term(tuple(tokens(fold(word)))) for word in dict.fromkeys(words)][:MOST_WORDS]
    sought = expression(tuple(term for term in terms if term.tokens), "OR")
    if own is None or not sought:
        return []
    most = _score(connection, sought, own)
    asked = ("SELECT rowid, bm25(token, ?, ?, ?) AS rank FROM token WHERE token MATCH ? AND rowid <> ? "
             "ORDER BY rank, rowid DESC LIMIT ?")  # fmt: skip
    rows = connection.execute(asked, (*WEIGHTS, sought, own, limit * _MORE)).fetchall()
    found = []
    for row, rank in rows:
        told = connection.execute("SELECT fields FROM item WHERE row = ? AND NOT trashed", (row,)).fetchone()
        if told and most < 0:
            found.append((json.loads(told[0]), round(min(1.0, rank / most), 3)))
    return found[:limit]


def candidates(connection: sqlite3.Connection, words: Sequence[str], limit: int) -> list[dict[str, Any]]:
    """The fields of the items that bm25 puts first for any of the words; what is in the trash aside."""
    terms = [Term(tuple(tokens(fold(word)))) for word in dict.fromkeys(words)][:MOST_WORDS]
    sought = expression(tuple(term for term in terms if term.tokens), "OR")
    if not sought:
        return []
    asked = "SELECT rowid FROM token WHERE token MATCH ? ORDER BY bm25(token, ?, ?, ?), rowid DESC LIMIT ?"
    rows = connection.execute(asked, (sought, *WEIGHTS, limit * _MORE)).fetchall()
    told = (connection.execute("SELECT fields FROM item WHERE row = ? AND NOT trashed", row).fetchone() for row in rows)
    return [json.loads(fields[0]) for fields in told if fields][:limit]


def _score(connection: sqlite3.Connection, sought: str, row: int) -> float:
    """bm25 of one item: below 0, the lower the better; 0 where none of the words stands in it."""
    asked = "SELECT bm25(token, ?, ?, ?) FROM token WHERE token MATCH ? AND rowid = ?"
    found = connection.execute(asked, (*WEIGHTS, sought, row)).fetchone()
    return float(found[0]) if found else 0.0
