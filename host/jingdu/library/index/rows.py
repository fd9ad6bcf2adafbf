"""Rows of the index written and removed, each change with a version of its own."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

from jingdu.library.index.database import version_of
from jingdu.library.index.entry import Texts, texts, title_key, utc
from jingdu.library.index.tokens import tokens
from jingdu.protocol.items import Item
from jingdu.text.fold import fold

_COLUMNS: Final = ("id", "folder", "stamp", "changed", "title_key", "site", "lang", "url", "canonical", "published",
                   "saved", "read", "favourite", "archived", "trashed", "keywords", "fields")  # fmt: skip
_UPDATE: Final = f"UPDATE item SET {', '.join(f'{name} = ?' for name in _COLUMNS)} WHERE row = ?"
_INSERT: Final = f"INSERT INTO item ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"


def put(connection: sqlite3.Connection, item: Item, body: str | None, stamp: str | None) -> None:
    """Adds or updates an item; ``body`` None leaves the text as it was, of a new item empty."""
    before = _texts(connection, row_of(connection, item.id)) if body is None else None
    now = texts(item, body if body is not None else before.body if before else "")
    put_texts(connection, item, now, None, stamp)


def put_texts(
    connection: sqlite3.Connection, item: Item, now: Texts, tokens: list[str] | None, stamp: str | None
) -> None:
    """Adds or updates an item; ``tokens`` are those of ``now``, where they are known already."""
    row = row_of(connection, item.id)
    before = _texts(connection, row)
    values = _values(item, stamp, bump(connection))
    if row is None:
        row = connection.execute(_INSERT, values).lastrowid
        assert row is not None
    else:
        connection.execute(_UPDATE, (*values, row))
        connection.execute("DELETE FROM tag WHERE row = ?", (row,))
    connection.executemany("INSERT INTO tag VALUES (?, ?)", [(row, name) for name in dict.fromkeys(item.tags)])
    connection.execute("DELETE FROM unreadable WHERE folder = ?", (item.folder,))
    if now != before:
        _remove_texts(connection, row, before)
        connection.execute("INSERT INTO text VALUES (?, ?, ?, ?)", (row, *now))
        insert = "INSERT INTO token (rowid, title, labels, body) VALUES (?, ?, ?, ?)"
        connection.execute(insert, (row, *(tokens or tokens_of(now))))


def remove(connection: sqlite3.Connection, identity: str) -> None:
    """Removes an item, if it is there."""
    row = row_of(connection, identity)
    if row is not None:
        _remove_texts(connection, row, _texts(connection, row))
        connection.execute("DELETE FROM item WHERE row = ?", (row,))
        bump(connection)


def row_of(connection: sqlite3.Connection, identity: str) -> int | None:
    found = connection.execute("SELECT row FROM item WHERE id = ?", (identity,)).fetchone()
    return int(found[0]) if found else None


def bump(connection: sqlite3.Connection) -> int:
    """The index's next version."""
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'version'")
    return version_of(connection)[1]


def plain(url: str) -> str:
    """An address without its fragment, where that names no other page."""
    return url.partition("#")[0] if "#!" not in url and "#/" not in url else url


def tokens_of(found: Texts) -> list[str]:
    """The tokens of each text, separated by spaces."""
    return [" ".join(tokens(fold(text))) for text in found]


def _values(item: Item, stamp: str | None, changed: int) -> tuple[object, ...]:
    flags = (item.read, item.favourite, item.archived, item.trashed is not None)
    named = item._replace(folder=item.folder.rpartition("/")[2])._asdict()
    fields = json.dumps(named, ensure_ascii=False, separators=(",", ":"))
    return (
        *(item.id, item.folder, stamp, changed, title_key(item.title), item.site or "", item.lang or ""),
        *(plain(item.url or ""), plain(item.canonical or ""), item.published or "", utc(item.saved), *map(int, flags)),
        *("\x1f".join(item.keywords), fields),
    )


def _texts(connection: sqlite3.Connection, row: int | None) -> Texts | None:
    found = connection.execute("SELECT title, labels, body FROM text WHERE row = ?", (row,)).fetchone()
    return Texts(*found) if found else None


def _remove_texts(connection: sqlite3.Connection, row: int, before: Texts | None) -> None:
    """FTS5 keeps no text here, so a deletion has to name the tokens."""
    if before is not None:
        delete = "INSERT INTO token (token, rowid, title, labels, body) VALUES ('delete', ?, ?, ?, ?)"
        connection.execute(delete, (row, *tokens_of(before)))
        connection.execute("DELETE FROM text WHERE row = ?", (row,))
