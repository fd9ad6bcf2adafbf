"""The library's search index: one SQLite database per user and computer, built from the library's files.

Several processes may use it at once: writes are short, and every read sees the changes of other processes. A damaged
database is replaced by an empty one, which `Index.repair` fills from the files.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jingdu.library.index import queries, rows
from jingdu.library.index.database import Database, check, clear
from jingdu.library.index.scanning import Progress, repair, stamp
from jingdu.protocol.items import Item
from jingdu.protocol.searching import Filters

if TYPE_CHECKING:
    from jingdu.library.index.searching import Entry, Found

_DAY: Final = 86_400
_MAX_AGE: Final = 60.0
"""Seconds after which the files are compared with the index again."""


class Index(Database):
    """The index of one library. Raises a `Fault` ``index_*`` or ``library_*`` that the user has to resolve."""

    def __init__(self, library: Path, place: Path) -> None:
        super().__init__(place)
        self.library = library
        self._entries: tuple[str, list[Entry]] = ("", [])
        """The database's version, and the entries read from it."""

    def put(self, item: Item, body: str | None, stamp: str | None = None) -> None:
        """Adds or updates an item; ``body`` None keeps its text.

        ``stamp`` is the folder's stamp from before it was read, so that a concurrent change is noticed.
        """
        self.write(lambda connection: rows.put(connection, item, body, stamp))

    def remove(self, identity: str) -> None:
        self.write(lambda connection: rows.remove(connection, identity))

    def search(self, typed: str = "", filters: Filters = Filters(), **options: Any) -> Found:  # noqa: B008 (immutable)
        """A page of results; takes the ``options`` of `jingdu.library.index.searching.search`."""
        from jingdu.library.index import searching

        def read(connection: sqlite3.Connection) -> Found:
            if (version := rows.version_of(connection)) != self._entries[0]:
                self._entries = version, searching.entries(connection)
            return searching.search(connection, self._entries[1], typed, filters, **options)

        return self.read(read)

    def fields(self, identity: str) -> dict[str, Any] | None:
        """All fields of an item; None if it is unknown."""
        found = self._column("fields", identity)
        return json.loads(found) if found else None

    def folder(self, identity: str) -> Path | None:
        """The folder in which an item was last seen."""
        found = self._column("folder", identity)
        return self.library / found if found else None

    def text(self, identity: str) -> str | None:
        return self._column("body", identity)

    def is_current(self, identity: str) -> bool:
        """Whether the item's files are unchanged since they were read."""
        folder, read = self.folder(identity), self._column("stamp", identity)
        return folder is not None and read is not None and read == stamp(folder)

    def _column(self, name: str, identity: str) -> str | None:
        found = self.select(f"SELECT {name} FROM item JOIN text USING (row) WHERE id = ?", identity)
        return str(found[0][0]) if found else None

    def by_url(self, url: str) -> dict[str, Any] | None:
        """The fields of the item last saved from an http(s) address, ignoring the trash."""
        select = f"SELECT fields FROM item WHERE (url = ?1 OR canonical = ?1) AND {queries.ALIVE}"
        found = self.select(f"{select} ORDER BY saved DESC, row DESC LIMIT 1", rows.address_key(url))
        return json.loads(found[0][0]) if found and url.startswith(("http://", "https://")) else None

    def has(self, identity: str, url: str | None = None) -> bool:
        """Whether an item has this id, or this address and is not in the trash, and its files are still there."""
        select = "SELECT folder FROM item WHERE id = ?1 OR (NOT trashed AND (url = ?2 OR canonical = ?2))"
        found = self.select(select, identity, rows.address_key(url) or None)
        return any(folder and stamp(self.library / folder) for (folder,) in found)

    def unreadable(self) -> list[tuple[str, str]]:
        """The folders of unreadable articles, with the reasons."""
        return self.select("SELECT folder, reason FROM unreadable WHERE reason <> '' ORDER BY folder")

    def version(self) -> str:
        """A version that changes with every write by any process."""
        return self.read(rows.version_of)

    def is_new(self) -> bool:
        """Whether it has no items and was not compared with the files yet."""
        return self.compared is None and not self.select("SELECT 1 FROM item LIMIT 1")

    def is_incomplete(self) -> bool:
        """Whether an article is missing because the disk failed while it was read."""
        return bool(self.select("SELECT 1 FROM unreadable WHERE stamp = '' LIMIT 1"))

    def is_due(self) -> bool:
        """Whether the files should be compared with the index again."""
        return self.compared is None or time.monotonic() - self.compared > _MAX_AGE

    def repair(self, *, everything: bool = False) -> Iterator[Progress]:
        """Compares the files with the index and reads changed files, or ``everything``, step by step.

        Once a day the database is checked first, as searches read only parts of it.
        """
        clear(self.place)
        checked = self.select("SELECT value FROM meta WHERE name = 'checked'")
        if everything or not checked or not 0 <= time.time() - float(checked[0][0]) < _DAY:
            yield from self.check()
        status = None
        while status is not self._status:  # repeated if a damaged database was replaced meanwhile
            status = self._status
            yield from repair(self, self.library, everything=everything)
        self.compared = time.monotonic()

    def rebuild(self) -> Iterator[Progress]:
        """Reads all files again; searches work meanwhile."""
        yield from self.repair(everything=True)
        self.execute("INSERT INTO token (token) VALUES ('optimize')")  # which speeds up searches

    def check(self) -> Iterator[Progress]:
        """Checks the whole database in two steps; a damaged one is replaced by an empty one."""
        self.read(check)
        yield Progress(0, 0, [])
        self.execute("INSERT INTO token (token) VALUES ('integrity-check')")  # damaged if it is inconsistent
        yield Progress(0, 0, [])
        self.execute("REPLACE INTO meta VALUES ('checked', ?)", time.time())
