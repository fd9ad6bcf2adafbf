"""Reads and changes the rows of the index; ``schema.sql`` is the schema.

A database of another schema version is replaced by a new one. ``folder`` is a POSIX path relative to the library.
"""

import json
import os
import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Final, NamedTuple

from jingdu.library.index.tokens import joined, tokens
from jingdu.protocol.items import Item
from jingdu.protocol.wire import well_formed
from jingdu.text import fold as folding
from jingdu.text.addresses import without_fragment
from jingdu.text.fold import composed, fold

VERSION: Final = 11_000 + folding.VERSION
"""``user_version``; increased when a table, the content of a row, or tokenization changes."""
_LABEL_SEPARATOR: Final = " ¦ "
_COLUMNS: Final = ("id", "folder", "stamp", "changed", "title_key", "site", "lang", "url", "canonical", "published",
                   "saved", "read", "favourite", "archived", "trashed", "fields")  # fmt: skip
_PATH: Final = "CAST(? AS TEXT)"
"""Placeholder for a folder's path as bytes, which need not be UTF-8."""
_PUT: Final = (
    f"INSERT INTO item ({', '.join(_COLUMNS)}) VALUES (?, {_PATH}{', ?' * (len(_COLUMNS) - 2)}) "
    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS)}"
)


class Texts(NamedTuple):
    """A row of ``text``."""

    title: str
    labels: str
    body: str


def texts(item: Item, body: str) -> Texts:
    """The texts to index; labels are separated, so that no phrase matches across two of them."""
    labels = _LABEL_SEPARATOR.join([item.byline or "", item.site or "", *item.tags, *item.keywords])
    return Texts(composed(item.title), composed(labels), composed(body))


def title_key(title: str) -> bytes:
    """Sort key: Latin first, then Chinese in GB 18030, whose 3,755 commonest characters are in pinyin order."""
    return fold(title).strip(" \"'“”‘’《》「」『』【】()").encode("gb18030", "replace")[:120]


def utc(when: str) -> str:
    """Converts ISO 8601 to UTC, so that times sort as text; no offset means local time. Other text is unchanged."""
    try:
        return datetime.fromisoformat(when).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return when


def day(when: str, days: int = 0) -> str:
    """The start of a local day, or of one ``days`` later, in UTC; raises ``ValueError``."""
    start = datetime.fromisoformat(when).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    return utc((start + min(timedelta(days=days), datetime.max - start)).isoformat())


def put(connection: sqlite3.Connection, item: Item, body: str | None, stamp: str | None) -> None:
    """Adds or updates an item; ``body`` None keeps the text, which for a new item is empty."""
    before = _texts(connection, row_of(connection, item.id))
    now = texts(item, body if body is not None else before.body if before else "")
    remove_from(connection, item.folder, item.id)  # it may have taken the place of another article
    connection.execute(_PUT, _values(item, stamp, bump(connection)))
    row = row_of(connection, item.id)
    connection.execute("DELETE FROM tag WHERE row = ?", (row,))
    connection.executemany("INSERT INTO tag VALUES (?, ?)", [(row, name) for name in dict.fromkeys(item.tags)])
    if now != before:
        _remove_texts(connection, row, before)
        connection.execute("INSERT INTO text VALUES (?, ?, ?, ?)", (row, *now))
        connection.execute("INSERT INTO token (rowid, title, labels, body) VALUES (?, ?, ?, ?)", (row, *tokens_of(now)))


def remove(connection: sqlite3.Connection, identity: str) -> None:
    row = row_of(connection, identity)
    if row is not None:
        _remove_texts(connection, row, _texts(connection, row))
        connection.execute("DELETE FROM item WHERE row = ?", (row,))
        bump(connection)


def remove_from(connection: sqlite3.Connection, folder: str, kept: str = "") -> None:
    """Removes the items of a folder, except the one with the id ``kept``, and why it was unreadable."""
    connection.execute(f"DELETE FROM unreadable WHERE folder = {_PATH}", (os.fsencode(folder),))
    query = f"SELECT id FROM item WHERE folder = {_PATH} AND id != ?"
    for (identity,) in connection.execute(query, (os.fsencode(folder), kept)).fetchall():
        remove(connection, identity)


def put_unreadable(connection: sqlite3.Connection, folder: str, stamp: str, reason: str) -> None:
    """Replaces the items of a folder by why it is unreadable."""
    remove_from(connection, folder)
    query = f"INSERT INTO unreadable VALUES ({_PATH}, ?, ?)"
    connection.execute(query, (os.fsencode(folder), stamp, well_formed(reason)))


def row_of(connection: sqlite3.Connection, identity: str) -> int | None:
    found = connection.execute("SELECT row FROM item WHERE id = ?", (identity,)).fetchone()
    return int(found[0]) if found else None


def version_of(connection: sqlite3.Connection) -> str:
    """The database's identity and version, which change with every write."""
    meta = dict(connection.execute("SELECT name, value FROM meta"))
    if not meta.keys() >= {"build", "version"}:
        raise sqlite3.DatabaseError("malformed meta")
    return f"{meta['build']}.{meta['version']}"


def bump(connection: sqlite3.Connection) -> int:
    """Increments the database's version and returns it."""
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'version'")
    return int(version_of(connection).rpartition(".")[2])


def address_key(url: str | None) -> str:
    """The normalised address that lookups compare; empty for None."""
    return without_fragment(composed(url or ""))


def tokens_of(texts: Texts) -> list[str]:
    """The tokens of each text, separated by spaces; a token that no query has separates labels and `joined` tokens."""

    def separated(parts: Iterable[str]) -> str:
        folded = [fold(part) for part in parts]
        whole = dict.fromkeys(word for part in folded for word, *_ in joined(part))
        return " ¦¦ ".join(chain((" ".join(tokens(part)) for part in folded), whole))

    return [separated([texts.title]), separated(texts.labels.split(_LABEL_SEPARATOR)), separated([texts.body])]


def _values(item: Item, stamp: str | None, changed: int) -> tuple[object, ...]:
    """The values of `_COLUMNS`."""
    flags = (item.read, item.favourite, item.archived, item.trashed is not None)
    values = item._replace(folder=item.folder.rpartition("/")[2])._asdict()
    fields = well_formed(json.dumps(values, ensure_ascii=False, separators=(",", ":")))
    return (
        *(item.id, os.fsencode(item.folder), stamp, changed, title_key(item.title), item.site or "", item.lang or ""),
        *(address_key(item.url), address_key(item.canonical), item.published or "", utc(item.saved), *flags, fields),
    )


def _texts(connection: sqlite3.Connection, row: int | None) -> Texts | None:
    found = connection.execute("SELECT title, labels, body FROM text WHERE row = ?", (row,)).fetchone()
    return Texts(*found) if found else None


def _remove_texts(connection: sqlite3.Connection, row: int | None, before: Texts | None) -> None:
    """Deletes a row's texts and tokens; the tokens are passed, as a contentless FTS5 table does not store them."""
    if before is not None:
        delete = "INSERT INTO token (token, rowid, title, labels, body) VALUES ('delete', ?, ?, ?, ?)"
        connection.execute(delete, (row, *tokens_of(before)))
        connection.execute("DELETE FROM text WHERE row = ?", (row,))
