"""Rows of the index: its schema, what items are found by, sorted by and filtered by, and changes of rows.

What is in the library's files is here in a form that can be searched. A database of another version is replaced by a
new one, which is built from the files. The ``folder`` of an item is its path within the library, with slashes. Each
change has a version of its own.
"""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from jingdu.library.index.tokens import tokens
from jingdu.protocol.items import Item
from jingdu.text import fold as folding
from jingdu.text.fold import composed, fold

VERSION: Final = 6_000 + folding.VERSION
"""``user_version``; raised when a table, what a row holds, or the tokens of a text change."""

STATEMENTS: Final = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # ``build`` is different in every database, ``version`` counts its changes, ``checked`` is a time (Unix).
    """INSERT INTO meta VALUES
        ('build', lower(hex(randomblob(8)))), ('version', '0'), ('checked', strftime('%s', 'now'))""",
    # ``stamp`` is the state of the item's files when they were read, ``changed`` the version at its last change,
    # ``fields`` is the whole item as JSON.
    """CREATE TABLE item (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, folder TEXT NOT NULL, stamp TEXT, changed INTEGER NOT NULL,
        title_key BLOB NOT NULL, site TEXT NOT NULL, lang TEXT NOT NULL, url TEXT NOT NULL, canonical TEXT NOT NULL,
        published TEXT NOT NULL, saved TEXT NOT NULL, read INTEGER NOT NULL, favourite INTEGER NOT NULL,
        archived INTEGER NOT NULL, trashed INTEGER NOT NULL, fields TEXT NOT NULL)""",
    "CREATE INDEX item_folder ON item (folder, stamp, id)",
    "CREATE INDEX item_url ON item (url)",
    "CREATE INDEX item_canonical ON item (canonical)",
    "CREATE INDEX item_saved ON item (saved)",
    """CREATE TABLE tag (
        row INTEGER NOT NULL REFERENCES item (row) ON DELETE CASCADE, name TEXT NOT NULL,
        PRIMARY KEY (row, name)) WITHOUT ROWID""",
    # ``labels`` are byline, site, tags and keywords.
    """CREATE TABLE text (
        row INTEGER PRIMARY KEY REFERENCES item (row) ON DELETE CASCADE,
        title TEXT NOT NULL, labels TEXT NOT NULL, body TEXT NOT NULL)""",
    # Folders that could not be read, so that they are not tried again before they change.
    "CREATE TABLE unreadable (folder TEXT PRIMARY KEY, stamp TEXT NOT NULL, reason TEXT NOT NULL) WITHOUT ROWID",
    # The tokens (`tokens`) of a row of ``text``. With prefixes of two and three letters a search that is typed letter
    # by letter takes 4 ms instead of 28 at 10,000 articles, for 8 % of the size; single letters are `query`'s matter.
    "CREATE VIRTUAL TABLE token USING fts5 (title, labels, body, content = '', tokenize = 'ascii', prefix = '2 3')",
)
_COLUMNS: Final = ("id", "folder", "stamp", "changed", "title_key", "site", "lang", "url", "canonical", "published",
                   "saved", "read", "favourite", "archived", "trashed", "fields")  # fmt: skip
_PUT: Final = (
    f"INSERT INTO item ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "
    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS)}"
)


class Texts(NamedTuple):
    """What an item is found by: the row of ``text``."""

    title: str
    labels: str
    body: str


def texts(item: Item, body: str) -> Texts:
    """Labels are parted, so that no search finds the end of one and the beginning of the next."""
    labels = " ¦ ".join([item.byline or "", item.site or "", *item.tags, *item.keywords])
    return Texts(composed(item.title), composed(labels), composed(body))


def title_key(title: str) -> bytes:
    """What titles are sorted by: Latin letters first, then Chinese by sound.

    GB 18030 holds the 3,755 commonest Chinese characters in the order of their pronunciation.
    """
    return fold(title).strip(" \"'“”‘’《》「」『』【】()").encode("gb18030", "replace")[:120]


def utc(when: str) -> str:
    """A time of ISO 8601 as UTC, so that times sort as texts; one without a zone is the user's own."""
    try:
        return datetime.fromisoformat(when).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return when


def day(when: str, days: int = 0) -> str:
    """The beginning of a day in the user's zone, or of one so many days later, as UTC; raises ``ValueError``."""
    start = datetime.fromisoformat(when).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    return utc((start + min(timedelta(days=days), datetime.max - start)).isoformat())


def put(connection: sqlite3.Connection, item: Item, body: str | None, stamp: str | None) -> None:
    """Adds or updates an item; ``body`` None leaves the text as it was, of a new item empty."""
    before = _texts(connection, row_of(connection, item.id))
    now = texts(item, body if body is not None else before.body if before else "")
    connection.execute(_PUT, _values(item, stamp, bump(connection)))
    row = row_of(connection, item.id)
    connection.execute("DELETE FROM tag WHERE row = ?", (row,))
    connection.executemany("INSERT INTO tag VALUES (?, ?)", [(row, name) for name in dict.fromkeys(item.tags)])
    connection.execute("DELETE FROM unreadable WHERE folder = ?", (item.folder,))
    if now != before:
        _remove_texts(connection, row, before)
        connection.execute("INSERT INTO text VALUES (?, ?, ?, ?)", (row, *now))
        insert = "INSERT INTO token (rowid, title, labels, body) VALUES (?, ?, ?, ?)"
        connection.execute(insert, (row, *tokens_of(now)))


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


def version_of(connection: sqlite3.Connection) -> str:
    """Which database it is, and how often it was changed: another text when anything was."""
    build, version = _build_and_version(connection)
    return f"{build}.{version}"


def bump(connection: sqlite3.Connection) -> int:
    """The index's next version."""
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'version'")
    return _build_and_version(connection)[1]


def _build_and_version(connection: sqlite3.Connection) -> tuple[str, int]:
    meta = dict(connection.execute("SELECT name, value FROM meta"))
    if not meta.keys() >= {"build", "version"}:
        raise sqlite3.DatabaseError("malformed meta")
    return meta["build"], int(meta["version"])


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
        *(plain(item.url or ""), plain(item.canonical or ""), item.published or "", utc(item.saved), *flags, fields),
    )


def _texts(connection: sqlite3.Connection, row: int | None) -> Texts | None:
    found = connection.execute("SELECT title, labels, body FROM text WHERE row = ?", (row,)).fetchone()
    return Texts(*found) if found else None


def _remove_texts(connection: sqlite3.Connection, row: int | None, before: Texts | None) -> None:
    """FTS5 keeps no text here, so a deletion has to name the tokens."""
    if before is not None:
        delete = "INSERT INTO token (token, rowid, title, labels, body) VALUES ('delete', ?, ?, ?, ?)"
        connection.execute(delete, (row, *tokens_of(before)))
        connection.execute("DELETE FROM text WHERE row = ?", (row,))
