"""The database file: opened with its schema, and replaced by an empty one when it turns out to be damaged.

SQLite's errors are those that a retry solves, those that show damage, and faults of the library.

Files are ``index-1.sqlite``, ``index-2.sqlite`` …, and the one with the highest number is current. So a damaged
one can be abandoned while another process still has it open, which not every system allows to rename or remove;
the other process sees that there is a next one, and opens that.
"""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from jingdu.faults import Fault
from jingdu.library.index.rows import STATEMENTS, VERSION, version_of

_TRIES: Final = 10
"""Files in a row that turn out to be damaged, or are replaced by another process, before that is an error."""
_NAME: Final = re.compile(r"index-(\d{1,9})\.sqlite")
_PRAGMAS: Final = ("foreign_keys = ON", "synchronous = NORMAL", "cell_size_check = ON", "cache_size = -32768")
WAIT: Final = 60.0
"""Seconds that a write waits for others; theirs take milliseconds."""
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FORMAT,
                            sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_CONSTRAINT})  # fmt: skip
"""Primary result codes that a sound index never gives."""
_LACKING: Final = re.compile(
    r"no such (table|column)|already exists|vtable constructor failed|malformed|invalid fts5 file format"
)
_BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
P = ParamSpec("P")
T = TypeVar("T")


class Damaged(Exception):
    """The database file can't be used and has to be rebuilt."""


class Database:
    """The current database of a folder, ``place``, in one process. Raises `Fault` for what the user has to solve."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.compared: float | None = None
        """When the library's files were compared with the file that is open (`time.monotonic`); None where not yet."""
        self._lock = threading.RLock()
        self._open()

    def read(self, action: Callable[Concatenate[sqlite3.Connection, P], T], *values: P.args, **options: P.kwargs) -> T:
        """The result of an action, such as one of `queries`, in which everything is read as of one moment."""
        return self._transaction("BEGIN", lambda connection: action(connection, *values, **options))

    def write(self, action: Callable[[sqlite3.Connection], T]) -> T:
        """The result of an action that others wait for."""
        return self._transaction("BEGIN IMMEDIATE", action)

    def select(self, select: str, *values: object) -> list[Any]:
        """All rows that a statement selects."""
        return self.read(lambda connection: connection.execute(select, values).fetchall())

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.close()

    def _transaction(self, begin: str, action: Callable[[sqlite3.Connection], T]) -> T:
        """The action's result, on a new file where the one in use turns out to be damaged."""
        with self._lock:
            for _ in range(_TRIES):
                if not self._is_current():
                    self.close()
                    self._open()
                try:
                    with map_errors(), _in_transaction(self._connection, begin):
                        return action(self._connection)
                except Damaged:
                    self.close()
                    _rotate(self._path)
        raise Fault("library_broken")

    def _is_current(self) -> bool:
        try:
            return os.path.samestat(os.stat(self._path), self._status) and not self._next.exists()
        except OSError:
            return False

    def _open(self) -> None:
        """Opens the current file, or a new one where that can't be used."""
        for _ in range(_TRIES):
            number = max(_numbers(self.place), default=1)
            self._path, self._next = _path(self.place, number), _path(self.place, number + 1)
            with suppress(Damaged, FileNotFoundError):  # missing: another process has just made the next one
                if self._path.is_dir():
                    raise Damaged("a folder")
                with map_errors():
                    self._connection = retry_busy(lambda: _connection(self._path))
                self._status = os.stat(self._path)
                self.compared = None
                return
            _rotate(self._path)
        raise Fault("library_broken")


def _connection(path: Path) -> sqlite3.Connection:
    with suppress(OSError):  # SQLite's other files take their permissions from this one
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
    try:
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
            raise Damaged
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        _create(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _create(connection: sqlite3.Connection) -> None:
    """Creates the schema in a new file; one of another version is `Damaged`."""

    def version() -> int:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])

    if not version():
        with _in_transaction(connection, "BEGIN IMMEDIATE"):
            if not version():  # another process may have been quicker
                for statement in (*STATEMENTS, f"PRAGMA user_version = {VERSION}"):
                    connection.execute(statement)
    if version() != VERSION:
        raise Damaged("another schema")


@contextmanager
def _in_transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    retry_busy(lambda: connection.execute(begin))
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite itself rolled back what a full disk ended
            connection.execute("ROLLBACK")
        raise


def retry_busy(action: Callable[[], T]) -> T:
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
def map_errors() -> Iterator[None]:
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


def check(connection: sqlite3.Connection) -> None:
    """Reads all of the file; raises `Damaged` where SQLite finds something wrong with it, or rows are missing."""
    lost = "SELECT 1 FROM item LEFT JOIN text USING (row) WHERE body IS NULL LIMIT 1"
    version_of(connection)
    found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != ("ok",) or connection.execute(lost).fetchone():
        raise Damaged("check")


def check_tokens(connection: sqlite3.Connection) -> None:
    """Reads all of the full-text index; raises `Damaged` where its parts do not fit together."""
    connection.execute("INSERT INTO token (token) VALUES ('integrity-check')")


def compact(connection: sqlite3.Connection) -> None:
    """Merges the parts of the full-text index, which makes searching quicker."""
    connection.execute("INSERT INTO token (token) VALUES ('optimize')")


def clear(folder: Path) -> None:
    """Removes the files before the current one, which were in use when they were abandoned."""
    for number in _numbers(folder)[:-1]:
        _remove(_path(folder, number))


def _rotate(path: Path) -> None:
    """Begins the next file where ``path`` is still the current one, which is removed as far as the system allows."""
    number = max(_numbers(path.parent), default=1)
    if path == _path(path.parent, number):
        with suppress(FileExistsError):
            os.close(os.open(_path(path.parent, number + 1), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _remove(path)


def _numbers(folder: Path) -> list[int]:
    return sorted(int(found[1]) for name in os.listdir(folder) if (found := _NAME.fullmatch(name)))


def _path(folder: Path, number: int) -> Path:
    return folder / f"index-{number}.sqlite"


def _remove(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        with suppress(OSError):
            os.remove(f"{path}{end}")
