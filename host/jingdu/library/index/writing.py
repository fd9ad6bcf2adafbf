"""Rows in and out of the index, each change with a version of its own."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

from jingdu.library.index.entry import Entry, Texts, texts, title_key
from jingdu.library.index.tokens import tokens
from jingdu.text.fold import fold

_COLUMNS: Final = ("id", "folder", "stamp", "changed", "sum", "title_key", "site", "lang", "url", "canonical",
                   "published", "saved", "read", "favourite", "archived", "trashed", "keywords", "fields")  # fmt: skip
_UPDATE: Final = f"UPDATE item SET {', '.join(f'{name} = ?' for name in _COLUMNS)} WHERE row = ?"
_INSERT: Final = f"INSERT INTO item ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"


def put(connection: sqlite3.Connection, entry: Entry, body: str | None, stamp: str | None) -> None:
    """Adds an item or brings it up to date; ``body`` None leaves the text as it was, of a new item empty."""
    before = _texts(connection, row_of(connection, entry.id)) if body is None else None
    now = texts(entry, body if body is not None else before.body if before else "")
    put_texts(connection, entry, now, None, stamp)


def put_texts(
    connection: sqlite3.Connection, entry: Entry, now: Texts, tokens: list[str] | None, stamp: str | None
) -> None:
    """Adds an item or brings it up to date; ``tokens`` are those of ``now``, where they are known already."""
    row = row_of(connection, entry.id)
    before = _texts(connection, row)
    values = _values(entry, stamp, bump(connection), now)
    if row is None:
        row = connection.execute(_INSERT, values).lastrowid
        assert row is not None
    else:
        connection.execute(_UPDATE, (*values, row))
        connection.execute("DELETE FROM tag WHERE row = ?", (row,))
    connection.executemany("INSERT INTO tag VALUES (?, ?)", [(row, name) for name in dict.fromkeys(entry.tags)])
    connection.execute("DELETE FROM unreadable WHERE folder = ?", (entry.folder,))
    if now != before:
        _forget(connection, row, before)
        connection.execute("INSERT INTO text VALUES (?, ?, ?, ?)", (row, *now))
        connection.execute(
            "INSERT INTO token (rowid, title, labels, body) VALUES (?, ?, ?, ?)", (row, *(tokens or tokens_of(now)))
        )


def remove(connection: sqlite3.Connection, identity: str) -> bool:
    """Takes an item out; whether it was there. An empty row tells others that it is gone."""
    row = row_of(connection, identity)
    if row is None:
        return False
    _forget(connection, row, _texts(connection, row))
    connection.execute("DELETE FROM tag WHERE row = ?", (row,))
    gone = (
        "UPDATE item SET id = NULL, folder = NULL, stamp = NULL, url = '', canonical = '', fields = '{}', changed = ?"
    )
    connection.execute(f"{gone} WHERE row = ?", (bump(connection), row))
    return True


def row_of(connection: sqlite3.Connection, identity: str) -> int | None:
    found = connection.execute("SELECT row FROM item WHERE id = ?", (identity,)).fetchone()
    return int(found[0]) if found else None


def bump(connection: sqlite3.Connection) -> int:
    """The index's next version."""
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'version'")
    return int(connection.execute("SELECT value FROM meta WHERE name = 'version'").fetchone()[0])


def _values(entry: Entry, stamp: str | None, changed: int, now: Texts) -> tuple[object, ...]:
    flags = (entry.read, entry.favourite, entry.archived, entry.trashed)
    fields = json.dumps(entry.fields, ensure_ascii=False, separators=(",", ":"))
    return (
        *(entry.id, entry.folder, stamp, changed, now.sum(), title_key(entry.title), entry.site, entry.lang),
        *(plain(entry.url), plain(entry.canonical), entry.published, entry.saved, *map(int, flags)),
        *("\x1f".join(entry.keywords), fields),
    )


def plain(url: str) -> str:
    """An address without its fragment, which names no other page."""
    return url.partition("#")[0] if "#!" not in url and "#/" not in url else url


def _texts(connection: sqlite3.Connection, row: int | None) -> Texts | None:
    if row is None:
        return None
    found = connection.execute("SELECT title, labels, body FROM text WHERE row = ?", (row,)).fetchone()
    return Texts(*found) if found else None


def tokens_of(found: Texts) -> list[str]:
    """The tokens of each text, parted by spaces."""
    return [" ".join(tokens(fold(text))) for text in found]


def _forget(connection: sqlite3.Connection, row: int, before: Texts | None) -> None:
    """FTS5 keeps no text here, so it has to be told what it indexed."""
    if before is not None:
        asked = "INSERT INTO token (token, rowid, title, labels, body) VALUES ('delete', ?, ?, ?, ?)"
        connection.execute(asked, (row, *tokens_of(before)))
        connection.execute("DELETE FROM text WHERE row = ?", (row,))
