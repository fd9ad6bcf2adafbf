"""The database file: opened with its schema, and replaced by the next one when it is damaged.

Files are ``index-1.sqlite``, ``index-2.sqlite`` …, and the one with the highest number is current. So a damaged
one can be abandoned while another process still has it open, which not every system allows to rename or remove;
the other process sees that there is a next one, and opens that.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

from jingdu.faults import Fault
from jingdu.library.index.schema import STATEMENTS, VERSION
from jingdu.storage import stale_files

WAIT: Final = 60.0
"""Seconds that a write waits for others; theirs take milliseconds."""
_NAME: Final = re.compile(r"index-(\d{1,9})\.sqlite")
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FORMAT,
                            sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_CONSTRAINT})  # fmt: skip
"""Primary result codes that a sound index never gives."""
_LACKING: Final = re.compile(
    r"no such (table|column)|already exists|vtable constructor failed|malformed|invalid fts5 file format"
)
_BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
T = TypeVar("T")


class Damaged(Exception):
    """The database file can't be used and has to be made anew."""


class Database:
    """A connection to the current file of a folder, or to another one of that ``name``.

    Raises `Damaged`, and `Fault` for what the user has to solve.
    """

    def __init__(self, folder: Path, name: str | None = None) -> None:
        number = _number(folder)
        self.path = folder / name if name else _path(folder, number)
        self._next = _path(folder, number + 1)
        if self.path.is_dir():
            raise Damaged("a folder")
        with _map_errors():
            self.connection = _retry_busy(self._open)
        try:
            self._opened = os.stat(self.path)
        except FileNotFoundError as error:  # another process has just made the next one
            self.connection.close()
            raise Damaged("removed") from error

    def _open(self) -> sqlite3.Connection:
        with suppress(OSError):  # SQLite's other files take their permissions from this one
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None, check_same_thread=False)
        try:
            connection.text_factory = lambda data: data.decode("utf-8", "replace")
            connection.execute("PRAGMA foreign_keys = ON")
            if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
                raise Damaged
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA cell_size_check = ON")
            connection.execute("PRAGMA cache_size = -32768")
            _create(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def is_current(self) -> bool:
        """Whether the file is still the current one."""
        try:
            return os.path.samestat(os.stat(self.path), self._opened) and not self._next.exists()
        except OSError:
            return False

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that others wait for."""
        with _map_errors(), _transaction(self.connection, "BEGIN IMMEDIATE"):
            yield self.connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A transaction in which everything is read as of one moment."""
        with _map_errors(), _transaction(self.connection, "BEGIN"):
            yield self.connection

    def check(self) -> None:
        """Reads all of the file; raises `Damaged` where SQLite finds something wrong with it, or rows are missing."""
        lost = "SELECT 1 FROM item LEFT JOIN text USING (row) WHERE id IS NOT NULL AND body IS NULL LIMIT 1"
        with self.reading() as connection:
            version_of(connection)
            found = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != ("ok",) or connection.execute(lost).fetchone():
                raise Damaged("check")

    def check_tokens(self) -> None:
        """Reads all of the full-text index; raises `Damaged` where its parts do not fit together."""
        with self.writing() as connection:
            connection.execute("INSERT INTO token (token) VALUES ('integrity-check')")

    def compact(self) -> None:
        """Merges the parts of the full-text index, which makes searching quicker."""
        with self.writing() as connection:
            connection.execute("INSERT INTO token (token) VALUES ('optimize')")

    def checkpoint(self) -> None:
        """Moves everything from the log into the file, which nobody else may have open."""
        with _map_errors():
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self.connection.execute("PRAGMA journal_mode = DELETE")

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self.connection.close()


def version_of(connection: sqlite3.Connection) -> tuple[str, int]:
    """Which database it is, and how often it was changed."""
    meta = dict(connection.execute("SELECT name, value FROM meta"))
    if not meta.keys() >= {"build", "version"}:
        raise Damaged("meta")
    return meta["build"], int(meta["version"])


def rotate(folder: Path, path: Path) -> None:
    """Begins the next file where ``path`` is still the current one, which is removed as far as the system allows."""
    number = _number(folder)
    if path == _path(folder, number):
        with suppress(FileExistsError):
            os.close(os.open(_path(folder, number + 1), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _remove(path)


def publish(folder: Path, path: Path) -> None:
    """Makes the database at ``path``, which nobody has open, the current one, and removes the one before."""
    while True:
        number = _number(folder)
        try:
            os.link(path, _path(folder, number + 1))
            os.remove(path)
        except FileExistsError:
            continue
        except OSError:  # a file system without links
            os.rename(path, _path(folder, number + 1))
        break
    _remove(_path(folder, number))


def clear(folder: Path, prefix: str, age: float) -> None:
    """Removes files with this prefix whose process has ended, or that are older than ``age`` seconds."""
    for found in folder.glob(f"{prefix}*"):
        with suppress(OSError):
            if stale_files.is_left(found.name) or time.time() - found.stat().st_mtime > age:
                found.unlink()


def clear_older(folder: Path) -> None:
    """Removes the files before the current one, which a kill or a failing disk left."""
    with suppress(OSError):
        for number in _numbers(folder)[:-1]:
            _remove(_path(folder, number))


def current(folder: Path) -> Path:
    """The current file, which need not be there yet."""
    return _path(folder, _number(folder))


def _number(folder: Path) -> int:
    return max(_numbers(folder), default=1)


def _numbers(folder: Path) -> list[int]:
    return sorted(int(found[1]) for name in os.listdir(folder) if (found := _NAME.fullmatch(name)))


def _path(folder: Path, number: int) -> Path:
    return folder / f"index-{number}.sqlite"


def _remove(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        with suppress(OSError):
            os.remove(f"{path}{end}")


def _create(connection: sqlite3.Connection) -> None:
    """Creates the schema in a new file; one of another version is `Damaged`."""
    if not _version(connection):
        with _transaction(connection, "BEGIN IMMEDIATE"):
            if not _version(connection):  # another process may have been quicker
                for statement in (*STATEMENTS, f"PRAGMA user_version = {VERSION}"):
                    connection.execute(statement)
    if _version(connection) != VERSION:
        raise Damaged("another schema")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    _retry_busy(lambda: connection.execute(begin))
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite itself rolled back what a full disk ended
            connection.execute("ROLLBACK")
        raise


def _retry_busy(action: Callable[[], T]) -> T:
    """Retries where SQLite itself does not wait for others: at the first switch to WAL, and in recovery."""
    until = time.monotonic() + WAIT
    while True:
        try:
            return action()
        except sqlite3.OperationalError as error:
            if _primary(error) not in _BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


@contextmanager
def _map_errors() -> Iterator[None]:
    """SQLite's errors as `Damaged` or as faults."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = _primary(error)
        if code in _BUSY:
            raise Fault("index_busy") from error
        if code == sqlite3.SQLITE_FULL:
            raise Fault("library_full") from error
        if "no such module" in str(error):
            raise Fault("index_unusable") from error
        if code in _DAMAGE or _LACKING.search(str(error)):
            raise Damaged(str(error)) from error
        if code == sqlite3.SQLITE_ERROR:
            raise
        raise Fault("index_unwritable") from error


def _primary(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
