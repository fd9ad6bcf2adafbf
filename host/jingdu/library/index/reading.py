"""The index brought up to date with the files, in small steps between which others may read and write."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol

from jingdu.library.index import rows
from jingdu.library.index.database import Database
from jingdu.protocol.items import Item

_SCAN: Final = 500
"""Folders whose stamps are read in one step."""
_SAME_ID: Final = "It has the same id as "
STEP: Final = 8
"""Articles written in one transaction: some tens of milliseconds that others wait at most."""
AGAIN: Final = "!"
"""Ends the stamp of a folder that is to be read at every comparison."""


class Unreadable(Exception):
    """A folder holds no article that can be read; the text says why, and is empty where it is none of ours.

    With ``again`` its stamp does not show when that changes.
    """

    def __init__(self, why: str, *, again: bool = False) -> None:
        super().__init__(why)
        self.again = again


class Files(Protocol):
    """A library's files, which are the truth."""

    def stamps(self) -> Iterator[tuple[str, str]]:
        """Each folder, and a text that is another one when its article was changed. Raises ``OSError``."""

    def stamp(self, folder: str) -> str | None:
        """The stamp of one folder; None where it does not exist."""

    def read(self, folder: str) -> tuple[Item, str]:
        """The item of a folder and its text. Raises `Unreadable` and ``OSError``."""


class Progress(NamedTuple):
    """How far it is: folders done of ``total``, and those that could not be read, with the reason."""

    done: int
    total: int
    unreadable: list[tuple[str, str]]


class Article(NamedTuple):
    """A folder's article and its text, with the stamp from before it was read."""

    stamp: str
    item: Item
    body: str


class Failure(NamedTuple):
    """A folder that could not be read, and why; without a stamp it is to be tried again."""

    folder: str
    stamp: str
    reason: str


Outcome = Article | Failure | None
"""None: the folder is gone."""


def outcome(files: Files, folder: str) -> Outcome:
    """What reading a folder gives."""
    stamp = files.stamp(folder)  # before the text: who changes it meanwhile makes another stamp
    if stamp is None:
        return None
    try:
        return Article(stamp, *files.read(folder))
    except Unreadable as error:
        return Failure(folder, stamp + AGAIN * error.again, str(error))
    except OSError as error:  # the disk's fault, not the file's
        gone = files.stamp(folder) is None  # another writer moved it, and updates the index
        return None if gone else Failure(folder, "", error.strerror or str(error))


def repair(database: Database, files: Files, *, anew: bool = False) -> Iterator[Progress]:
    """Reads what is new or changed (``anew``: everything), newest folders first, and removes what is gone."""
    now: dict[str, str] = {}
    for number, (folder, stamp) in enumerate(files.stamps(), start=1):
        now[folder] = stamp
        if number % _SCAN == 0:
            yield Progress(0, 0, [])
    known = dict(database.select("SELECT folder, stamp FROM item"))
    failed = database.select("SELECT folder, stamp, reason FROM unreadable")
    for folder, stamp, reason in failed:
        other = reason.removeprefix(_SAME_ID)
        if other == reason or other.removesuffix(".") in now:  # else the folder of the same id is gone
            known[folder] = stamp
    due = [name for name, stamp in now.items() if anew or known.get(name) != stamp]
    due.sort(key=now.__getitem__, reverse=True)
    unreadable: list[tuple[str, str]] = []
    for start in range(0, len(due), STEP):
        batch = [outcome(files, folder) for folder in due[start : start + STEP]]
        unreadable += database.write(partial(_write, files, batch))
        yield Progress(start + len(batch), len(due), unreadable)
    if gone := [name for name in known if name not in now]:
        database.write(partial(_drop, files, gone))
        yield Progress(len(due), len(due), unreadable)


def _write(files: Files, batch: Sequence[Outcome], connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Writes what was read, and what nobody changed since; returns the folders that could not be read, and why."""
    failures = [one for one in batch if isinstance(one, Failure)]
    for one in batch:
        if not isinstance(one, Article) or files.stamp(one.item.folder) != one.stamp:
            continue
        if other := _same_id(connection, files, one.item):
            failures.append(Failure(one.item.folder, one.stamp, f"{_SAME_ID}{other}."))
        else:
            rows.put(connection, one.item, one.body, one.stamp)
    failures = [one for one in failures if not one.stamp or files.stamp(one.folder) == one.stamp.rstrip(AGAIN)]
    for failure in failures:
        _remove(connection, failure.folder)
        connection.execute("INSERT OR REPLACE INTO unreadable VALUES (?, ?, ?)", failure)
    return [(one.folder, one.reason) for one in failures if one.reason]


def _same_id(connection: sqlite3.Connection, files: Files, item: Item) -> str | None:
    """Another folder of this id, as a copied one has; it came first, so it stays."""
    found = connection.execute("SELECT folder FROM item WHERE id = ?", (item.id,)).fetchone()
    return found[0] if found and found[0] != item.folder and files.stamp(found[0]) else None


def _drop(files: Files, folders: list[str], connection: sqlite3.Connection) -> None:
    """Removes items whose folders are gone, unless another process has just filled these again."""
    for name in folders:
        if files.stamp(name) is None:
            connection.execute("DELETE FROM unreadable WHERE folder = ?", (name,))
            _remove(connection, name)


def _remove(connection: sqlite3.Connection, folder: str) -> None:
    for (identity,) in connection.execute("SELECT id FROM item WHERE folder = ?", (folder,)).fetchall():
        rows.remove(connection, identity)
