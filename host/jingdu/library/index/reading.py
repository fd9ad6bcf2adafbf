"""Brings the index up to date with the files, in small transactions that do not block others."""

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
"""Articles per transaction, which takes some tens of milliseconds."""
RETRY: Final = "!"
"""Suffix of the stamp of a folder that is to be read again at every comparison."""


class Unreadable(Exception):
    """A folder's article can't be read; the message says why, and is empty if the folder is not an article of ours.

    ``retry`` is True if the cause can vanish without a change of the stamp.
    """

    def __init__(self, reason: str, *, retry: bool = False) -> None:
        super().__init__(reason)
        self.retry = retry


class Files(Protocol):
    """Access to a library's files."""

    def stamps(self) -> Iterator[tuple[str, str]]:
        """Each folder with a stamp that changes with its article. Raises ``OSError``."""

    def stamp(self, folder: str) -> str | None:
        """The stamp of a folder; None if it does not exist."""

    def read(self, folder: str) -> tuple[Item, str]:
        """The item in a folder and its text. Raises `Unreadable` and ``OSError``."""


class Progress(NamedTuple):
    """Folders done of ``total``, and the unreadable ones with the reasons."""

    done: int
    total: int
    unreadable: list[tuple[str, str]]


class Article(NamedTuple):
    """A folder's article and its text, with the folder's stamp from before it was read."""

    stamp: str
    item: Item
    body: str


class Failure(NamedTuple):
    """An unreadable folder; an empty stamp means that it is to be read again."""

    folder: str
    stamp: str
    reason: str


Outcome = Article | Failure | None
"""None: the folder is gone."""


def outcome(files: Files, folder: str) -> Outcome:
    """Reads a folder."""
    stamp = files.stamp(folder)  # before reading, so that a concurrent change is noticed
    if stamp is None:
        return None
    try:
        return Article(stamp, *files.read(folder))
    except Unreadable as error:
        return Failure(folder, stamp + RETRY * error.retry, str(error))
    except OSError as error:  # the disk's fault, not the file's
        is_gone = files.stamp(folder) is None  # moved by another process, which updates the index
        return None if is_gone else Failure(folder, "", error.strerror or str(error))


def repair(database: Database, files: Files, *, everything: bool = False) -> Iterator[Progress]:
    """Reads new and changed folders, or ``everything``, newest first, and removes missing ones."""
    now: dict[str, str] = {}
    for number, (folder, stamp) in enumerate(files.stamps(), start=1):
        now[folder] = stamp
        if number % _SCAN == 0:
            yield Progress(0, 0, [])
    known = dict(database.select("SELECT folder, stamp FROM item"))
    failed = database.select("SELECT folder, stamp, reason FROM unreadable")
    for folder, stamp, reason in failed:
        other = reason.removeprefix(_SAME_ID)
        if other == reason or other.removesuffix(".") in now:  # else the other folder of the same id is gone
            known[folder] = stamp
    due = [name for name, stamp in now.items() if everything or known.get(name) != stamp]
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
    """Writes what did not change since it was read; returns the unreadable folders with the reasons."""
    failures = [result for result in batch if isinstance(result, Failure)]
    for result in batch:
        if not isinstance(result, Article) or files.stamp(result.item.folder) != result.stamp:
            continue
        if other := _same_id(connection, files, result.item):
            failures.append(Failure(result.item.folder, result.stamp, f"{_SAME_ID}{other}."))
        else:
            rows.put(connection, result.item, result.body, result.stamp)
    failures = [
        failure
        for failure in failures
        if not failure.stamp or files.stamp(failure.folder) == failure.stamp.rstrip(RETRY)
    ]
    for failure in failures:
        _remove(connection, failure.folder)
        connection.execute("INSERT OR REPLACE INTO unreadable VALUES (?, ?, ?)", failure)
    return [(failure.folder, failure.reason) for failure in failures if failure.reason]


def _same_id(connection: sqlite3.Connection, files: Files, item: Item) -> str | None:
    """Another existing folder with this id, which takes precedence."""
    found = connection.execute("SELECT folder FROM item WHERE id = ?", (item.id,)).fetchone()
    return found[0] if found and found[0] != item.folder and files.stamp(found[0]) else None


def _drop(files: Files, folders: list[str], connection: sqlite3.Connection) -> None:
    """Removes the items of folders that no longer exist."""
    for name in folders:
        if files.stamp(name) is None:
            connection.execute("DELETE FROM unreadable WHERE folder = ?", (name,))
            _remove(connection, name)


def _remove(connection: sqlite3.Connection, folder: str) -> None:
    for (identity,) in connection.execute("SELECT id FROM item WHERE folder = ?", (folder,)).fetchall():
        rows.remove(connection, identity)
