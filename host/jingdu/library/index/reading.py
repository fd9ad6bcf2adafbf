"""The index brought up to date with the files, in small steps between which others may read and write.

Articles are read and cut into tokens one after the other, or on all cores where there are many.
"""

from __future__ import annotations

import os
import signal
import sqlite3
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import cycle, islice
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from jingdu.library.index import rows
from jingdu.library.index.database import Database
from jingdu.library.index.rows import Texts
from jingdu.protocol.items import Item

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

_SCAN: Final = 500
"""Folders whose stamps are read in one step."""
_SAME_ID: Final = "It has the same id as "
STEP: Final = 8
"""Articles written in one transaction: some tens of milliseconds that others wait at most."""
MANY: Final = 400
"""Articles from which on starting other processes takes less time than it saves: a second's work."""
MAX_READERS: Final = 8
"""More would wait for the one that writes."""
_AHEAD: Final = 3
"""Batches for each reader that are in progress or wait to be written."""
_PAUSE: Final = 0.1
"""Seconds to wait for a batch before the caller may do other things."""
_NICE: Final = 5
"""Added to the niceness of readers."""
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
    """A folder's article, with the stamp from before it was read."""

    stamp: str
    item: Item
    texts: Texts
    tokens: list[str]


class Failure(NamedTuple):
    """A folder that could not be read, and why; without a stamp it is to be tried again."""

    folder: str
    stamp: str
    reason: str


Outcome = Article | Failure | None
"""None: the folder is gone."""
Batch = tuple[Files, list[str]]


def outcome(files: Files, folder: str) -> Outcome:
    """What reading a folder gives."""
    stamp = files.stamp(folder)  # before the text: who changes it meanwhile makes another stamp
    if stamp is None:
        return None
    try:
        item, body = files.read(folder)
    except Unreadable as error:
        return Failure(folder, stamp + AGAIN * error.again, str(error))
    except OSError as error:  # the disk's fault, not the file's
        gone = files.stamp(folder) is None  # another writer moved it, and updates the index
        return None if gone else Failure(folder, "", error.strerror or str(error))
    found = rows.texts(item, body)
    return Article(stamp, item, found, rows.tokens_of(found))


def outcomes(files: Files, folders: Sequence[str]) -> Generator[list[Outcome] | None, None, None]:
    """What reading the folders gives, in their order and `STEP` by `STEP`; None while others are still reading."""
    batches = [(files, list(folders[start : start + STEP])) for start in range(0, len(folders), STEP)]
    done = 0
    if len(folders) >= MANY and cores() > 1:
        with suppress(Exception):  # no processes allowed, one killed, or an error that is met again below
            for read in _shared(batches):
                done += read is not None
                yield read
    yield from map(_read, batches[done:])


def _shared(batches: list[Batch]) -> Iterator[list[Outcome] | None]:
    """What other processes read; only a few batches are in progress at once, which bounds the memory.

    Each has a pipe of its own: `ProcessPoolExecutor` waits for ever where a process is killed while it writes.
    Raises ``EOFError`` and ``OSError`` where one has ended.
    """
    number = min(cores(), MAX_READERS)
    readers = [_reader() for _ in range(number)]
    left = zip(cycle(connection for _, connection in readers), batches, strict=False)
    reading: deque[Connection] = deque()

    def ask(batches: int) -> None:
        for connection, batch in islice(left, batches):
            connection.send(batch)
            reading.append(connection)

    try:
        ask(number * _AHEAD)
        while reading:
            while not reading[0].poll(_PAUSE):
                yield None
            yield reading.popleft().recv()
            ask(1)
    finally:
        for process, connection in readers:
            connection.close()
            process.join()


def _reader() -> tuple[BaseProcess, Connection]:
    """A process that answers batches, and the pipe to it; it ends when that is closed."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_answer, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def _answer(connection: Connection) -> None:
    """In a reader: it ignores Ctrl-C and lets others go first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    with suppress(EOFError, OSError):
        while True:
            connection.send(_read(connection.recv()))


def _read(batch: Batch) -> list[Outcome]:
    files, folders = batch
    return [outcome(files, folder) for folder in folders]


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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
    done, unreadable = 0, list[tuple[str, str]]()
    with closing(outcomes(files, due)) as found:
        for batch in found:
            if batch is not None:
                unreadable += database.write(partial(_write, files, batch))
                done += len(batch)
            yield Progress(done, len(due), unreadable)
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
            rows.put_texts(connection, one.item, one.texts, one.tokens, one.stamp)
    failures = [one for one in failures if not one.stamp or files.stamp(one.folder) == one.stamp.rstrip(AGAIN)]
    for failure in failures:
        for (identity,) in connection.execute("SELECT id FROM item WHERE folder = ?", (failure.folder,)).fetchall():
            rows.remove(connection, identity)
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
            for (identity,) in connection.execute("SELECT id FROM item WHERE folder = ?", (name,)).fetchall():
                rows.remove(connection, identity)
