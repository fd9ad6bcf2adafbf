"""The index brought up to date with the files, in small steps between which others may read and write."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from jingdu.library.index import rows
from jingdu.library.index.database import Database
from jingdu.protocol.items import Item

_STEP: Final = 8
"""Articles written in one transaction: some tens of milliseconds that others wait at most."""
_SCAN: Final = 500
"""Folders whose stamps are read in one step."""
_AGAIN: Final = "!"
"""Ends the stamp of a folder that is to be read at every comparison."""
_SAME_ID: Final = "It has the same id as "


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


class _Article(NamedTuple):
    """A folder's article, with the stamp from before it was read."""

    stamp: str
    item: Item
    body: str


class _Failure(NamedTuple):
    """A folder that could not be read, and why; without a stamp it is to be tried again."""

    folder: str
    stamp: str
    reason: str


_Outcome = _Article | _Failure | None
"""None: the folder is gone."""


def repair(database: Database, files: Files) -> Iterator[Progress]:
    """Reads what is new or changed, newest folders first, and removes what is gone."""
    now: dict[str, str] = {}
    for number, (folder, stamp) in enumerate(files.stamps(), start=1):
        now[folder] = stamp
        if number % _SCAN == 0:
            yield Progress(0, 0, [])
    with database.reading() as connection:
        known = dict(connection.execute("SELECT folder, stamp FROM item"))
        failed = connection.execute("SELECT folder, stamp, reason FROM unreadable").fetchall()
    known |= {folder: stamp for folder, stamp, reason in failed if not _is_alone_now(reason, now)}
    due = sorted((name for name, stamp in now.items() if known.get(name) != stamp), key=now.__getitem__, reverse=True)
    gone = [name for name in known if name not in now]
    unreadable: list[tuple[str, str]] = []
    for start in range(0, len(due), _STEP):
        batch = [_read(files, folder) for folder in due[start : start + _STEP]]
        unreadable += _write(database, files, batch)
        yield Progress(start + len(batch), len(due), unreadable)
    if gone:
        _drop(database, files, gone)
        yield Progress(len(due), len(due), unreadable)


def _is_alone_now(reason: str, now: Mapping[str, str]) -> bool:
    """Whether a folder was left out for having another's id, and the other is gone."""
    other = reason.removeprefix(_SAME_ID)
    return other != reason and other.removesuffix(".") not in now


def _read(files: Files, folder: str) -> _Outcome:
    stamp = files.stamp(folder)  # before the text: who changes it meanwhile makes another stamp
    if stamp is None:
        return None
    try:
        return _Article(stamp, *files.read(folder))
    except Unreadable as error:
        return _Failure(folder, stamp + _AGAIN * error.again, str(error))
    except OSError as error:  # the disk's fault, not the file's
        gone = files.stamp(folder) is None  # another writer moved it, and updates the index
        return None if gone else _Failure(folder, "", error.strerror or str(error))


def _write(database: Database, files: Files, batch: Sequence[_Outcome]) -> list[tuple[str, str]]:
    """Writes what was read; returns the folders that could not be read, and why."""
    failures = [one for one in batch if isinstance(one, _Failure)]
    with database.writing() as connection:
        for one in batch:
            # Whoever changed it since updates the index.
            if not isinstance(one, _Article) or files.stamp(one.item.folder) != one.stamp:
                continue
            if other := _same_id(connection, files, one.item):
                failures.append(_Failure(one.item.folder, one.stamp, f"{_SAME_ID}{other}."))
            else:
                rows.put(connection, one.item, one.body, one.stamp)
        failures = [one for one in failures if not one.stamp or files.stamp(one.folder) == one.stamp.rstrip(_AGAIN)]
        for failure in failures:
            _note_failure(connection, failure)
    return [(one.folder, one.reason) for one in failures if one.reason]


def _same_id(connection: sqlite3.Connection, files: Files, item: Item) -> str | None:
    """Another folder of this id, as a copied one has; it came first, so it stays."""
    found = connection.execute("SELECT folder FROM item WHERE id = ?", (item.id,)).fetchone()
    return found[0] if found and found[0] != item.folder and files.stamp(found[0]) else None


def _note_failure(connection: sqlite3.Connection, failure: _Failure) -> None:
    found = connection.execute("SELECT id FROM item WHERE folder = ?", (failure.folder,)).fetchone()
    if found:
        rows.remove(connection, found[0])
    connection.execute("INSERT OR REPLACE INTO unreadable VALUES (?, ?, ?)", failure)


def _drop(database: Database, files: Files, folders: list[str]) -> None:
    """Removes items whose folders are gone, unless another process has just filled these again."""
    with database.writing() as connection:
        for name in folders:
            if files.stamp(name) is not None:
                continue
            connection.execute("DELETE FROM unreadable WHERE folder = ?", (name,))
            for (identity,) in connection.execute("SELECT id FROM item WHERE folder = ?", (name,)).fetchall():
                rows.remove(connection, identity)
