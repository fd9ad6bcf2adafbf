"""SQLite's errors: those that a retry solves, those that show damage, and faults of the library."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from jingdu.faults import Fault

WAIT: Final = 60.0
"""Seconds that a write waits for others; theirs take milliseconds."""
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
