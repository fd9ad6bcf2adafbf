"""The index brought to what the files say, in small steps between which others may read and write."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, Protocol

from jingdu.library.index import writing
from jingdu.library.index.database import Damaged, Database
from jingdu.library.index.entry import Entry, Texts

STEP: Final = 8
"""Articles written in one transaction: some tens of milliseconds that others wait at most."""


class Unreadable(Exception):
    """A folder holds no article that can be read; the text says why, and is empty where it is none of ours.

    With ``again`` its stamp does not show when that changes.
    """

    def __init__(self, why: str, *, again: bool = False) -> None:
        super().__init__(why)
        self.again = again


_AGAIN: Final = "!"
"""Ends the stamp of a folder that is to be read at every comparison."""
_SAME_ID: Final = "It has the same id as "


class Files(Protocol):
    """A library's files, which are the truth."""

    def stamps(self) -> dict[str, str]:
        """Folder → a text that is another one when its article was changed. Raises ``OSError``."""

    def stamp(self, folder: str) -> str | None:
        """The stamp of one folder; None where it is not there."""

    def read(self, folder: str) -> tuple[Entry, str]:
        """The item of a folder and its text. Raises `Unreadable` and ``OSError``."""


class Progress(NamedTuple):
    """How far it is: folders done of ``total``, and those that could not be read, with the reason."""

    done: int
    total: int
    unreadable: list[tuple[str, str]]


def mend(database: Database, files: Files) -> Iterator[Progress]:
    """Reads what is new or changed, newest folders first, and takes out what is gone."""
    now = files.stamps()
    with database.reading() as connection:
        known = dict(connection.execute("SELECT folder, stamp FROM item WHERE id IS NOT NULL"))
        rows = connection.execute("SELECT folder, stamp, reason FROM unreadable").fetchall()
    known |= {folder: stamp for folder, stamp, reason in rows if not _is_alone_now(reason, now)}
    due = sorted((name for name, stamp in now.items() if known.get(name) != stamp), key=now.__getitem__, reverse=True)
    gone = [name for name in known if name not in now]
    unreadable: list[tuple[str, str]] = []
    for start in range(0, len(due), STEP):
        unreadable += _read(database, files, due[start : start + STEP])
        yield Progress(min(start + STEP, len(due)), len(due), unreadable)
    if gone:
        _drop(database, files, gone)
        yield Progress(len(due), len(due), unreadable)


def _is_alone_now(reason: str, now: Mapping[str, str]) -> bool:
    """Whether a folder was left out for having another's id, and the other is gone."""
    other = reason.removeprefix(_SAME_ID)
    return other != reason and other.removesuffix(".") not in now


def _read(database: Database, files: Files, folders: list[str]) -> list[tuple[str, str]]:
    """Puts these folders into the index; those that could not be read, and why."""
    entries = []
    unreadable = []
    for name in folders:
        stamp = files.stamp(name)  # before the text: who changes it meanwhile makes another stamp
        if stamp is None:
            continue
        try:
            entries.append((stamp, *files.read(name)))
        except Unreadable as error:
            unreadable.append((name, stamp + _AGAIN * error.again, str(error)))
        except OSError as error:  # the disk's fault, not the file's: to be tried again
            if files.stamp(name) is None:  # another writer took it away, and tells the index where it is
                continue
            unreadable.append((name, "", error.strerror or str(error)))
    with database.writing() as connection:
        for stamp, entry, body in entries:
            if files.stamp(entry.folder) != stamp:  # changed since: who changed it has told the index, or will
                continue
            if other := _same_id(connection, files, entry):
                unreadable.append((entry.folder, stamp, f"{_SAME_ID}{other}."))
            else:
                writing.put(connection, entry, body, stamp)
        unreadable = [one for one in unreadable if not one[1] or files.stamp(one[0]) == one[1].rstrip(_AGAIN)]
        for name, stamp, reason in unreadable:
            _give_up(connection, name, stamp, reason)
    return [(name, reason) for name, _, reason in unreadable if reason]


def _same_id(connection: sqlite3.Connection, files: Files, entry: Entry) -> str | None:
    """Another folder of this id, as copying one makes; it came first, so it stays."""
    found = connection.execute("SELECT folder FROM item WHERE id = ?", (entry.id,)).fetchone()
    return found[0] if found and found[0] != entry.folder and files.stamp(found[0]) else None


def _give_up(connection: sqlite3.Connection, folder: str, stamp: str, reason: str) -> None:
    found = connection.execute("SELECT id FROM item WHERE folder = ?", (folder,)).fetchone()
    if found:
        writing.remove(connection, found[0])
    connection.execute("INSERT OR REPLACE INTO unreadable VALUES (?, ?, ?)", (folder, stamp, reason))


def _drop(database: Database, files: Files, folders: list[str]) -> None:
    """Takes out what is in none of the folders any more, which another process may just have filled again."""
    with database.writing() as connection:
        for name in folders:
            if files.stamp(name) is not None:
                continue
            connection.execute("DELETE FROM unreadable WHERE folder = ?", (name,))
            for (identity,) in connection.execute("SELECT id FROM item WHERE folder = ?", (name,)).fetchall():
                writing.remove(connection, identity)


def compact(database: Database) -> None:
    """Merges the parts that many single changes left of the index, which makes searching quicker."""
    with database.writing() as connection:
        connection.execute("INSERT INTO token (token) VALUES ('optimize')")


def check_texts(database: Database) -> None:
    """Raises `Damaged` where a text is not the one that was written."""
    with database.reading() as connection:
        rows = connection.execute("SELECT sum, title, labels, body FROM item LEFT JOIN text USING (row) WHERE id <> ''")
        if any(None in row or Texts(*row[1:]).sum() != row[0] for row in rows):
            raise Damaged("a text")
