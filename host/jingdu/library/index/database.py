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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from jingdu.library.index import errors
from jingdu.library.index.errors import Damaged, map_errors, retry_busy
from jingdu.library.index.schema import STATEMENTS, VERSION
from jingdu.storage import atomic

BUILDING: Final = "building-"
"""Begins the name of a database that is not complete."""
_MAX_AGE: Final = 3_600.0
"""Seconds after which such a database is removed, whoever made it."""
_NAME: Final = re.compile(r"index-(\d{1,9})\.sqlite")


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
        with map_errors():
            self.connection = retry_busy(self._open)
        try:
            self._opened = os.stat(self.path)
        except FileNotFoundError as error:  # another process has just made the next one
            self.connection.close()
            raise Damaged("removed") from error

    def _open(self) -> sqlite3.Connection:
        with suppress(OSError):  # SQLite's other files take their permissions from this one
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = sqlite3.connect(self.path, timeout=errors.WAIT, isolation_level=None, check_same_thread=False)
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
        with map_errors(), _transaction(self.connection, "BEGIN IMMEDIATE"):
            yield self.connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A transaction in which everything is read as of one moment."""
        with map_errors(), _transaction(self.connection, "BEGIN"):
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
        with map_errors():
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self.connection.execute("PRAGMA journal_mode = DELETE")

    def remove(self) -> None:
        """Removes the file, if it is there."""
        _remove(self.path)

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


def clear(folder: Path) -> None:
    """Removes what a kill or a failing disk left: files before the current one, and databases half built."""
    for number in _numbers(folder)[:-1]:
        _remove(_path(folder, number))
    for found in folder.glob(f"{BUILDING}*"):
        with suppress(OSError):
            if atomic.is_stale(found.name) or time.time() - found.stat().st_mtime > _MAX_AGE:
                found.unlink()


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
    retry_busy(lambda: connection.execute(begin))
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite itself rolled back what a full disk ended
            connection.execute("ROLLBACK")
        raise
