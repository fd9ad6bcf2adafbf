"""A database that is replaced by a new one when it turns out to be damaged."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from jingdu.faults import Fault
from jingdu.library.index.database import Database, current, rotate
from jingdu.library.index.errors import Damaged

_TRIES: Final = 10
"""Databases in a row that turn out to be damaged, or are replaced by another process, before that is an error."""
T = TypeVar("T")


class RecoveringDatabase:
    """The current database of a folder, ``place``, in one process."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._lock = threading.RLock()
        self._database = self._open()

    def read(self, action: Callable[[sqlite3.Connection], T]) -> T:
        """The result of an action within a transaction that reads."""
        return self._with_recovery(Database.reading, action)

    def write(self, action: Callable[[sqlite3.Connection], object]) -> None:
        """Does an action within a transaction that others wait for."""
        self._with_recovery(Database.writing, action)

    def select(self, select: str, *values: object) -> list[Any]:
        """All rows that a statement selects."""
        return self.read(lambda connection: connection.execute(select, values).fetchall())

    def current(self) -> Database:
        """The database, opened again where another process has replaced it."""
        with self._lock:
            if not self._database.is_current():
                self._database.close()
                self._database = self._open()
            return self._database

    def replace(self, database: Database) -> None:
        """Abandons a damaged database."""
        database.close()
        rotate(self.place, database.path)

    def close(self) -> None:
        self._database.close()

    def _with_recovery(self, transaction: Callable[[Database], Any], action: Callable[[sqlite3.Connection], T]) -> T:
        """The action's result, on a new database where the one in use turns out to be damaged."""
        with self._lock:
            for _ in range(_TRIES):
                database = self.current()
                try:
                    with transaction(database) as connection:
                        return action(connection)
                except Damaged:
                    self.replace(database)
        raise Fault("library_broken")

    def _open(self) -> Database:
        """The current database, or a new one where that can't be used."""
        for _ in range(_TRIES):
            path = current(self.place)
            with suppress(Damaged):
                return Database(self.place)
            rotate(self.place, path)
        raise Fault("library_broken")
