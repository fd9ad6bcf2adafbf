"""The index of the library: what finds an article again.

An SQLite database of this user on this computer, made of the library's files and at any time made of them
again. Several processes use it at once: writes are short and wait for one another, and what another process
changed is seen at the next search. A damaged file is left for a new one, and whoever asks is answered from
that; `Index.mend` then reads the files. Saving an article never fails because of the index.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from jingdu.faults import Fault
from jingdu.library.index import placing, relating, repair, writing
from jingdu.library.index.database import Damaged, Database, clear, clear_older, leave, publish
from jingdu.library.index.entry import Entry
from jingdu.library.index.filters import Facets, Filters
from jingdu.library.index.place import folder
from jingdu.library.index.repair import Files, Progress, Unreadable
from jingdu.storage import stale_files
from jingdu.text.fold import VERSION, composed

if TYPE_CHECKING:
    from jingdu.library.index.catalogue import Catalogue
    from jingdu.library.index.searching import Found

__all__ = [
    "Entry",
    "Facets",
    "Files",
    "Filters",
    "Index",
    "Progress",
    "Unreadable",
    "close_all",
    "index_of",
]

SHAPE: Final = f"2.{VERSION}"
"""What rows are made like; an index of another shape is made anew, row by row. Raised with `Entry.fields` too."""
_DAY: Final = 86_400
_HOUR: Final = 3_600
_BUILDING: Final = "building-"
_LOOK_AGAIN: Final = 60.0
"""Seconds after which the files are compared with the index again, when it is used."""
_TRIES: Final = 3
"""Databases that may turn out to be damaged, one after the other, before that is a bug."""
T = TypeVar("T")


class _Undone(Exception):
    """Ends a transaction that is not to be kept."""


class Index:
    """The index of one library in this process. Raises `Fault` where the user has to do something."""

    def __init__(self, files: Files, place: Path) -> None:
        self.files = files
        self.place = place
        self._catalogue: Catalogue | None = None
        self._lock = threading.RLock()
        self._compared: float | None = None
        self._database = self._opened()

    def put(self, entry: Entry, body: str | None, stamp: str | None = None) -> None:
        """Adds an item or brings it up to date; with ``body`` None its text stays as it was.

        ``stamp`` is that of its folder from before it was read, so that a later change is seen.
        """
        stamp = stamp or self.files.stamp(entry.folder)

        def write(database: Database) -> None:
            with database.writing() as connection:
                writing.put(connection, entry, body, stamp)

        self._healed(write)

    def rehearse(self, entry: Entry, body: str) -> None:
        """All that `put` does, but for keeping it; raises what `put` would raise."""

        def write(database: Database) -> None:
            with suppress(_Undone), database.writing() as connection:
                writing.put(connection, entry, body, "")
                raise _Undone

        self._healed(write)

    def unreadable(self) -> list[tuple[str, str]]:
        """The folders whose article could not be read when they were last compared, each with the reason."""
        asked = "SELECT folder, reason FROM unreadable WHERE reason <> '' ORDER BY folder"
        return self._read(lambda connection: connection.execute(asked).fetchall())

    def remove(self, identity: str) -> None:
        """Takes an item out; one that is not there is no error."""

        def write(database: Database) -> None:
            with database.writing() as connection:
                writing.remove(connection, identity)

        self._healed(write)

    def search(self, typed: str = "", filters: Filters = Filters(), **options: Any) -> Found:  # noqa: B008 (immutable)
        """A page of what is found; the options are those of `jingdu.library.index.searching.search`."""

        from jingdu.library.index import searching
        from jingdu.library.index.catalogue import Catalogue

        self._catalogue = catalogue = self._catalogue or Catalogue()

        def read(connection: sqlite3.Connection) -> Found:
            catalogue.follow(connection)
            return searching.search(connection, catalogue, typed, filters, **options)

        return self._read(read)

    def fields(self, identity: str) -> dict[str, Any] | None:
        """All that is told of an item; None where the index does not know it."""
        found = self._column("fields", identity)
        return json.loads(found) if found else None

    def folder(self, identity: str) -> str | None:
        """Where an item was seen last, within the library."""
        return self._column("folder", identity)

    def text(self, identity: str) -> str | None:
        """The text of an item."""
        return self._column("body", identity)

    def is_seen(self, identity: str) -> bool:
        """Whether the item's files are as they were when they were read."""
        folder, stamp = self.folder(identity), self._column("stamp", identity)
        return folder is not None and stamp is not None and stamp == self.files.stamp(folder)

    def _column(self, name: str, identity: str) -> str | None:
        asked = f"SELECT {name} FROM item JOIN text USING (row) WHERE id = ?"
        found = self._read(lambda connection: connection.execute(asked, (identity,)).fetchone())
        return str(found[0]) if found else None

    def by_url(self, url: str) -> dict[str, Any] | None:
        """The fields of the item last saved from an address, not of one in the trash."""
        asked = ("SELECT fields FROM item WHERE (url = ?1 OR canonical = ?1) AND id IS NOT NULL AND NOT trashed "
                 "ORDER BY saved DESC, row DESC LIMIT 1")  # fmt: skip
        address = writing.plain(composed(url))
        found = self._read(lambda connection: connection.execute(asked, (address,)).fetchone())
        return json.loads(found[0]) if found and url.startswith(("http://", "https://")) else None

    def has(self, identity: str, url: str | None) -> bool:
        """Whether there is an item of this id, or one of this address that is not in the trash."""
        asked = "SELECT folder FROM item WHERE id = ? OR (url = ? AND NOT trashed) OR (canonical = ? AND NOT trashed)"
        address = writing.plain(url) if url else None
        found = self._read(lambda connection: connection.execute(asked, (identity, address, address)).fetchall())
        return any(folder and self.files.stamp(folder) for (folder,) in found)

    def related(self, identity: str, words: Sequence[str], limit: int = 10) -> list[tuple[dict[str, Any], float]]:
        """Items that the words stand in, the likest first, and how like: 1 is as much as in the item itself."""

        return self._read(lambda connection: relating.related(connection, identity, words, limit))

    def candidates(self, words: Sequence[str], limit: int) -> list[dict[str, Any]]:
        """The fields of items that the words stand in, those first that have most of them; the trash aside."""

        return self._read(lambda connection: relating.candidates(connection, words, limit))

    def cards(self) -> list[dict[str, Any]]:
        """The fields of every item that has a text, the trash aside."""

        asked = "SELECT fields FROM item WHERE id IS NOT NULL AND NOT trashed"
        rows = self._read(lambda connection: connection.execute(asked).fetchall())
        return [fields for row in rows if not (fields := json.loads(row[0])).get("later")]

    def places(self, words: Sequence[Sequence[str]]) -> list[dict[str, str]]:
        """For each word, given by its forms, id → best place (title, labels, body) of the items that it stands in."""
        return self._read(lambda connection: [placing.places(connection, forms) for forms in words])

    def liked(self, most: int) -> dict[str, str]:
        """Id → hash of the text, of what was read or is a favourite and not in the trash, the last saved first."""
        return self._read(lambda connection: placing.liked(connection, most))

    def tagged_state(self) -> str:
        """Another text when the tagged articles changed."""
        return self._read(placing.tagged_state)

    def tagged(self, most: int, characters: int) -> list[placing.TaggedText]:
        """The articles saved last that carry tags, and so many characters of each."""
        return self._read(lambda connection: placing.tagged(connection, most, characters))

    def _read(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        def read(database: Database) -> T:
            with database.reading() as connection:
                return ask(connection)

        return self._healed(read)

    def version(self) -> str:
        """Another text when anything was changed, by whichever process."""

        told = self._read(lambda c: dict(c.execute("SELECT name, value FROM meta WHERE name IN ('build', 'version')")))
        return f"{told['build']}.{told['version']}"

    def is_compared(self) -> bool:
        """Whether the files were compared with this index since it was opened."""
        return self._compared is not None

    def look_again(self) -> None:
        """The files are to be compared with the index again, for some have come that nobody tells of."""
        self._compared = None

    def is_new(self) -> bool:
        """Whether the files were not compared with this index since it was opened, and it knows of none."""
        return not self.is_compared() and not self._read(
            lambda connection: connection.execute("SELECT 1 FROM item WHERE id IS NOT NULL LIMIT 1").fetchone()
        )

    def is_unsure(self) -> bool:
        """Whether the disk failed while an article was read, which is not in the index until it is tried again."""
        return self._read(
            lambda connection: connection.execute("SELECT 1 FROM unreadable WHERE stamp = ''").fetchone() is not None
        )

    def is_due(self) -> bool:
        """Whether the files have not been compared with the index for a while."""
        return self._compared is None or time.monotonic() - self._compared > _LOOK_AGAIN

    def mend(self) -> Iterator[Progress]:
        """Compares the files with the index and reads what differs, step by step.

        Once a day the whole database is read before, for damage that a search need not meet.
        """
        clear(self.place, _BUILDING, _HOUR)
        clear_older(self.place)
        if self._is_unchecked():
            yield from self.check()
        while True:
            database = self._current()
            try:
                yield from repair.mend(database, self.files)
            except Damaged:
                self._replace(database)
            if database.is_current():
                self._compared = time.monotonic()
                return

    def rebuild(self) -> Iterator[Progress]:
        """Makes the index anew from the files, whatever it holds.

        The new one is made beside the old, which is searched until it is done; what changed meanwhile is mended.
        """
        clear(self.place, _BUILDING, _HOUR)
        name = f"{_BUILDING}{stale_files.mark()}-{secrets.token_hex(8)}"
        database: Database | None = None
        try:
            database = Database(self.place, name)
            _shape(database)
            told = Progress(0, 0, [])
            for told in repair.mend(database, self.files):
                yield told
            repair.compact(database)
            yield told
            database.pour()
            database.close()
            publish(self.place, database.path)
        except Damaged as error:  # while it was being made: the disk's fault, and the old one stays
            raise Fault("library_broken") from error
        finally:
            if database:
                database.close()
            clear(self.place, name, 0)
        for _ in self.mend():
            yield told

    def check(self) -> Iterator[Progress]:
        """Reads the whole database in a few steps; a damaged one is replaced by one that is empty."""
        database = self._current()
        try:
            for look in (database.check, database.check_tokens, partial(repair.check_texts, database)):
                yield Progress(0, 0, [])
                look()
        except Damaged:
            self._replace(database)
        self._healed(_note_check)

    def close(self) -> None:
        self._database.close()

    def _is_unchecked(self) -> bool:
        asked = "SELECT value FROM meta WHERE name = 'checked'"
        told = self._read(lambda connection: connection.execute(asked).fetchone())
        return not told or not 0 <= time.time() - float(told[0]) < _DAY

    def _healed(self, action: Callable[[Database], T]) -> T:
        """The action's result, on a new database where the one in use turns out to be damaged."""
        with self._lock:
            for _ in range(_TRIES):
                database = self._current()
                try:
                    return action(database)
                except Damaged:
                    self._replace(database)
            return action(self._current())

    def _current(self) -> Database:
        with self._lock:
            if not self._database.is_current():
                self._database.close()
                self._database = self._opened()
                self._compared = None
            return self._database

    def _replace(self, database: Database) -> None:
        database.close()
        leave(self.place, database.path)

    def _opened(self) -> Database:
        """The current database, or a new one where that can't be used."""
        for _ in range(_TRIES):
            with suppress(Damaged):
                return self._shaped()
            leave(self.place)
        return self._shaped()

    def _shaped(self) -> Database:
        database = Database(self.place)
        try:
            _shape(database)
        except Damaged:
            database.close()
            raise
        return database


def _shape(database: Database) -> None:
    """What a new database begins with; rows of another shape are due to be read again."""
    with database.reading() as connection:
        told = dict(connection.execute("SELECT name, value FROM meta"))
    if told.get("shape") == SHAPE:
        return
    if "shape" in told:
        raise Damaged("shape")
    with database.writing() as connection:
        fresh = {"shape": SHAPE, "version": "0", "build": secrets.token_hex(8), "checked": str(time.time())}
        connection.executemany("INSERT OR IGNORE INTO meta VALUES (?, ?)", list(fresh.items()))


def _note_check(database: Database) -> None:
    with database.writing() as connection:
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('checked', ?)", (str(time.time()),))


_open: dict[tuple[str, int], Index] = {}


def index_of(files: Files, library: Path) -> Index:
    """The index of a library's folder, opened once in a process."""
    key = (os.path.realpath(library), os.getpid())
    if key not in _open:
        _open[key] = Index(files, folder(library))
    return _open[key]


def close_all() -> None:
    """Closes every index of this process; the next question opens it again."""
    while _open:
        _open.popitem()[1].close()
