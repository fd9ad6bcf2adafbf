"""The database file: opened, brought to the newest schema, and left for a new one when it is damaged.

Files are ``index-1.sqlite``, ``index-2.sqlite`` …, and the one with the highest number counts. So a damaged
one can be left while another process still has it open, which no system has to allow us to rename or remove;
the other sees that there is a next one, and takes it.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Final, TypeVar

from jingdu.faults import Fault
from jingdu.storage import stale_files as left

WAIT: Final = 60.0
"""Seconds that a write waits for others; theirs take milliseconds."""
_NAME: Final = re.compile(r"index-(\d{1,9})\.sqlite")
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FORMAT,
                            sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_CONSTRAINT})  # fmt: skip
"""Primary results that a sound index never gives."""
_LACKING: Final = re.compile(
    r"no such (table|column)|already exists|vtable constructor failed|malformed|invalid fts5 file format"
)
_TRIES: Final = 10
_BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
T = TypeVar("T")


class Damaged(Exception):
    """The database file can't be used and has to be made anew."""


class Database:
    """A connection to the current file of a folder. Raises `Damaged`, and `Fault` for what the user must mend."""

    def __init__(self, folder: Path, name: str | None = None) -> None:
        """Opens the file that counts, or another one of that ``name``."""
        for _ in range(_TRIES):
            number = _number(folder)
            self.path = folder / name if name else _path(folder, number)
            self._next = _path(folder, number + 1)
            if self.path.is_dir():
                raise Damaged("a folder")
            with _told():
                self.connection = _patiently(self._open)
            with suppress(FileNotFoundError):
                self._opened = os.stat(self.path)
                return
            self.connection.close()  # another process has just made the next one
        raise Fault("index_busy")

    def _open(self) -> sqlite3.Connection:
        with suppress(OSError):  # what SQLite makes itself has the umask's rights; its other files take after this one
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
            migrate(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def is_current(self) -> bool:
        """Whether the file is still the one that counts."""
        try:
            return os.path.samestat(os.stat(self.path), self._opened) and not self._next.exists()
        except OSError:
            return False

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that others wait for."""
        with _told():
            _patiently(lambda: self.connection.execute("BEGIN IMMEDIATE"))
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self.connection.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """All that is read is of one moment."""
        with _told():
            _patiently(lambda: self.connection.execute("BEGIN"))
            try:
                yield self.connection
            finally:
                with suppress(sqlite3.Error):
                    self.connection.execute("COMMIT")

    def check(self) -> None:
        """Reads all of the file; raises `Damaged` where SQLite finds something wrong with it."""
        with _told():
            found = [row[0] for row in self.connection.execute("PRAGMA quick_check(1)")]
        if found != ["ok"]:
            raise Damaged(found[0])

    def check_tokens(self) -> None:
        """Reads all of the full-text index; raises `Damaged` where its parts do not fit together."""
        with self.writing() as connection:
            connection.execute("INSERT INTO token (token) VALUES ('integrity-check')")

    def pour(self) -> None:
        """Writes everything into the file itself, so that it is whole without its log; nobody else may have it open."""
        with _told():
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self.connection.execute("PRAGMA journal_mode = DELETE")

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self.connection.close()


def leave(folder: Path, path: Path | None = None) -> None:
    """Begins the next file, so that nobody uses the current one any more; what can be removed is.

    ``path`` is the file that was found to be damaged: where it is not the current one any more nothing is done.
    """
    number = _number(folder)
    left = _path(folder, number)
    if path in (None, left):
        with suppress(FileExistsError):
            os.close(os.open(_path(folder, number + 1), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _remove(left)


def publish(folder: Path, path: Path) -> None:
    """Makes the database at ``path``, which nobody has open, the one that counts; the one before goes."""
    while True:
        number = _number(folder)
        try:
            os.link(path, _path(folder, number + 1))
            os.remove(path)
        except FileExistsError:
            continue
        except OSError:  # no links on this file system; names that are not there yet are as good, one process at a time
            os.rename(path, _path(folder, number + 1))
        break
    _remove(_path(folder, number))


def clear(folder: Path, prefix: str, age: float) -> None:
    """Removes files that were left unfinished: by a process that died, or not written to for so many seconds."""
    for found in folder.glob(f"{prefix}*"):
        with suppress(OSError):
            if left.is_stale(found.name) or time.time() - found.stat().st_mtime > age:
                found.unlink()


def clear_older(folder: Path) -> None:
    """Removes the files before the one that counts, which a kill or a failing disk left."""
    with suppress(OSError):
        for number in _numbers(folder)[:-1]:
            _remove(_path(folder, number))


def _remove(path: Path) -> None:
    """A database's files, as far as the system lets us."""
    for end in ("", "-wal", "-shm"):
        with suppress(OSError):
            os.remove(f"{path}{end}")


def migrate(connection: sqlite3.Connection, scripts: list[str] | None = None) -> None:
    """Runs what the schema lacks, each migration whole or not at all. A newer schema than ours is `Damaged`."""
    scripts = migrations() if scripts is None else scripts
    while (version := _version(connection)) != len(scripts):
        if version > len(scripts):
            raise Damaged(f"schema {version} is newer than {len(scripts)}")
        connection.execute("BEGIN IMMEDIATE")
        try:
            if _version(connection) == version:  # another process may have been quicker
                for statement in statements(scripts[version]):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite itself rolled back what a full disk ended
                connection.execute("ROLLBACK")
            raise


def migrations() -> list[str]:
    """The numbered scripts, in order."""
    folder = files("jingdu.library") / "migrations"
    found = sorted((one.name, one.read_text("utf-8")) for one in folder.iterdir() if one.name.endswith(".sql"))
    return [text for _, text in found]


def statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one."""
    statement = ""
    for piece in script.split(";")[:-1]:
        statement += f"{piece};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _number(folder: Path) -> int:
    """Of the file that counts."""
    return max(_numbers(folder), default=1)


def _numbers(folder: Path) -> list[int]:
    """Of all files, in order."""
    return sorted(int(found[1]) for name in os.listdir(folder) if (found := _NAME.fullmatch(name)))


def _path(folder: Path, number: int) -> Path:
    return folder / f"index-{number}.sqlite"


def _patiently(action: Callable[[], T]) -> T:
    """Again while others are in the way where SQLite itself does not wait: at the first switch to WAL, in recovery."""
    until = time.monotonic() + WAIT
    while True:
        try:
            return action()
        except sqlite3.OperationalError as error:
            if _primary(error) not in _BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


@contextmanager
def _told() -> Iterator[None]:
    """SQLite's errors as what is to be done about them."""
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
