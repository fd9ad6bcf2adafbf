"""Where words stand, and what was read and tagged: what interests and tag suggestions are made of."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Final, NamedTuple

from jingdu.library.index.query import Term, expression
from jingdu.library.index.tokens import tokens
from jingdu.text.fold import fold

COLUMNS: Final = ("body", "labels", "title")
"""Places in an article, the best last."""


class TaggedText(NamedTuple):
    title: str
    body: str
    tags: tuple[str, ...]


def places(connection: sqlite3.Connection, forms: Iterable[str]) -> dict[str, str]:
    """Id of every item that a word stands in, in one of its forms → the best place it has there."""
    found: dict[str, str] = {}
    ways = [way for form in dict.fromkeys(forms) if (way := tuple(tokens(fold(form))))]
    if not ways:
        return found
    sought = expression((Term(ways[0], others=tuple(ways[1:])),))
    asked = "SELECT id FROM token JOIN item ON item.row = token.rowid WHERE token MATCH ? AND id IS NOT NULL"
    for column in COLUMNS:
        rows = connection.execute(asked, (f"{column} : ({sought})",))
        found.update((identity, column) for (identity,) in rows)
    return found


def liked(connection: sqlite3.Connection, most: int) -> dict[str, str]:
    """Id → hash of the text, of the items that were read or are favourites, those saved last first."""
    asked = ("SELECT id, json_extract(fields, '$.text_hash') FROM item WHERE id IS NOT NULL AND NOT trashed "
             "AND (read OR favourite) ORDER BY saved DESC, row DESC LIMIT ?")  # fmt: skip
    return {identity: told or "" for identity, told in connection.execute(asked, (most,))}


def tagged_state(connection: sqlite3.Connection) -> str:
    """Another text when an article's tags changed, or one that has some; what has none changes nothing."""
    asked = ("SELECT count(*), max(item.changed) FROM item WHERE NOT trashed AND id IS NOT NULL "
             "AND row IN (SELECT row FROM tag)")  # fmt: skip
    return ".".join(map(str, connection.execute(asked).fetchone()))


def tagged(connection: sqlite3.Connection, most: int, characters: int) -> list[TaggedText]:
    """The items that carry tags, those saved last first, with the beginning of their texts."""
    asked = ("SELECT row, text.title, substr(body, 1, ?) FROM item JOIN text USING (row) WHERE NOT trashed "
             "AND id IS NOT NULL AND row IN (SELECT row FROM tag) ORDER BY saved DESC, row DESC LIMIT ?")  # fmt: skip
    rows = connection.execute(asked, (characters, most)).fetchall()
    names = "SELECT name FROM tag WHERE row = ? ORDER BY name"
    return [
        TaggedText(title, body, tuple(name for (name,) in connection.execute(names, (row,))))
        for row, title, body in rows
    ]
