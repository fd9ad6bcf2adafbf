"""The database file: opened with its schema, and replaced by an empty one if it is damaged.

Files are named ``index-1.sqlite``, ``index-2.sqlite`` …; the highest number is current. This abandons a damaged file
that another process still has open, which Windows can't rename or remove; that process notices the next file.
"""

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
from jingdu.library.index.rows import VERSION, version_of

_TRIES: Final = 10
"""Consecutive damaged or replaced files before giving up."""
_NAME: Final = re.compile(r"index-(\d{1,9})\.sqlite")
_PRAGMAS: Final = ("foreign_keys = ON", "synchronous = NORMAL", "cell_size_check = ON", "cache_size = -32768")
TIMEOUT = 60.0
"""Seconds that a write waits for others, which take milliseconds; the doctor sets it lower."""
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FORMAT,
                            sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_CONSTRAINT})  # fmt: skip
"""Primary result codes that only a damaged index causes."""
_DAMAGE_MESSAGE: Final = re.compile(
    r"no such (table|column)|already exists|vtable constructor failed|malformed|invalid fts5 file format"
)
_BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
P = ParamSpec("P")
T = TypeVar("T")


class Damaged(Exception):
    """The database has to be rebuilt."""


class Database:
    """The current database in a folder, ``place``."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.compared: float | None = None
        """When the library's files were last compared with the open file (`time.monotonic`); None if never."""
        self._lock = threading.RLock()
        self._open()

    def read(self, action: Callable[Concatenate[sqlite3.Connection, P], T], *values: P.args, **options: P.kwargs) -> T:
        """The result of an action, such as a function of `queries`, in a read transaction."""
        return self._transaction("BEGIN", lambda connection: action(connection, *values, **options))

    def write(self, action: Callable[[sqlite3.Connection], T]) -> T:
        """The result of an action in a write transaction."""
        return self._transaction("BEGIN IMMEDIATE", action)

    def select(self, select: str, *values: object) -> list[Any]:
        return self.read(lambda connection: connection.execute(select, values).fetchall())

    def execute(self, statement: str, *values: object) -> None:
        self.write(lambda connection: connection.execute(statement, values))

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.close()

    def _transaction(self, begin: str, action: Callable[[sqlite3.Connection], T]) -> T:
        """Runs an action in a transaction; if the file is damaged, repeats it on an empty one."""
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
        """Whether the open file is still there, and no newer one."""
        try:
            return os.path.samestat(os.stat(self._path), self._status) and not self._next.exists()
        except OSError:
            return False

    def _open(self) -> None:
        """Opens the current file, or a new one if that is damaged."""
        for _ in range(_TRIES):
            number = max(_numbers(self.place), default=1)
            self._path, self._next = _path(self.place, number), _path(self.place, number + 1)
            with suppress(Damaged, FileNotFoundError):  # missing: another process has just created the next one
                with map_errors():
                    self._connection = retry_busy(lambda: _connection(self._path))
                self._status = os.stat(self._path)
                self.compared = None
                return
            _rotate(self._path)
        raise Fault("library_broken")


def _connection(path: Path) -> sqlite3.Connection:
    """Opens a file, and creates its schema if it is new; raises ``sqlite3.Error`` and `Damaged`."""
    with suppress(OSError):  # SQLite's -wal and -shm files inherit its permissions
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = sqlite3.connect(path, timeout=TIMEOUT, isolation_level=None, check_same_thread=False)
    try:
        connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
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
    """Creates the schema in a new file; raises `Damaged` for another version."""

    def version() -> int:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])

    if not version():
        with _in_transaction(connection, "BEGIN IMMEDIATE"):
            if not version():  # else another process was faster
                schema = Path(__file__).with_name("schema.sql").read_text("utf-8")
                for statement in (*schema.split(";\n"), f"PRAGMA user_version = {VERSION}"):
                    connection.execute(statement)
    if version() != VERSION:
        raise Damaged("another schema")


@contextmanager
def _in_transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    """A transaction that the statement ``begin`` starts; an exception rolls it back."""
    retry_busy(lambda: connection.execute(begin))
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite rolls back by itself if the disk is full
            connection.execute("ROLLBACK")
        raise


def retry_busy(action: Callable[[], T]) -> T:
    """Retries a busy ``action`` where SQLite's own timeout does not apply: the first switch to WAL, and recovery."""
    deadline = time.monotonic() + TIMEOUT
    while True:
        try:
            return action()
        except sqlite3.OperationalError as error:
            if _primary(error) not in _BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


@contextmanager
def map_errors() -> Iterator[None]:
    """Raises SQLite's errors as `Damaged` or as faults."""
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
        if code in _DAMAGE or _DAMAGE_MESSAGE.search(str(error)):
            raise Damaged(str(error)) from error
        if code == sqlite3.SQLITE_ERROR:
            raise
        raise Fault("index_unwritable") from error


def _primary(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def check(connection: sqlite3.Connection) -> None:
    """Checks the whole file; raises `Damaged` if SQLite finds an error or rows are missing."""
    missing = "SELECT 1 FROM item LEFT JOIN text USING (row) WHERE body IS NULL LIMIT 1"
    version_of(connection)
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",) or connection.execute(missing).fetchone():
        raise Damaged("check")


def clear(folder: Path) -> None:
    """Removes the files before the current one, which other processes had open."""
    for number in _numbers(folder)[:-1]:
        _remove(_path(folder, number))


def _rotate(path: Path) -> None:
    """Creates the next file if ``path`` is still current, and removes ``path`` if the system allows it."""
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
