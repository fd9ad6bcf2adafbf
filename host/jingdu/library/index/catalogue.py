"""What lists are made of, held in memory as arrays: to filter and count 100,000 items takes a millisecond so.

It is read again when the database was changed, by whichever process.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from jingdu.library.index.rows import Filters, version_of
from jingdu.protocol.searching import FacetsResult
from jingdu.text.fold import fold
from jingdu.text.language import without_region

MAX_FACETS: Final = 200
"""Values of each kind that are reported; more are of no use in a list to choose from."""
Mask = NDArray[np.bool_]


Rows = NDArray[np.int64]


class Values:
    """The distinct names of one kind, and the rows that have each: ``select`` gives a name and its rows as a text."""

    def __init__(self, connection: sqlite3.Connection, select: str) -> None:
        groups = connection.execute(select).fetchall()
        self._names = [name for name, _ in groups]
        parts = [_numbers(rows) for _, rows in groups]
        self._rows = np.concatenate([np.zeros(0, np.int64), *parts])
        self._name = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
        """Of each of ``_rows`` the place of its name in ``_names``."""

    def rows(self, test: Callable[[str], bool]) -> Rows:
        """The rows with a name that passes."""
        return self._rows[np.fromiter(map(test, self._names), np.bool_, len(self._names))[self._name]]

    def counted(self, mask: Mask) -> list[tuple[str, int]]:
        """How many rows of ``mask`` have each name: the most frequent first, the empty name left out."""
        counts = np.bincount(self._name[mask[self._rows]], minlength=len(self._names)).tolist()
        pairs = [(name, number) for name, number in zip(self._names, counts, strict=True) if name and number]
        return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:MAX_FACETS]


_ORDERS: Final = {
    "saved": "saved, row",
    "published": "published, saved, row",
    "title": "title_key, row",
    "site": "site, saved, row",
}
SORTS: Final = tuple(_ORDERS)
"""Orders that need no query."""
_FLAGS: Final = ("read", "favourite", "archived", "trashed")


class Catalogue:
    """The values of all items; every array but those of tags has a place for each row of the table."""

    def __init__(self) -> None:
        self.version = ("", -1)
        """Of the database that the values are of: which build, and its version."""

    def follow(self, connection: sqlite3.Connection) -> None:
        """Brings the values to where the database is now; within a transaction that reads."""
        version = version_of(connection)
        if version == self.version:
            return
        rows = rows_of(connection, "SELECT row FROM item INDEXED BY item_listed", ())
        self.exists = np.zeros(rows.max(initial=-1) + 1, np.bool_)
        self.exists[rows] = True
        self._flags = {
            name: self.mask_of(rows_of(connection, f"SELECT row FROM item INDEXED BY item_listed WHERE {name}", ()))
            for name in _FLAGS
        }
        grouped = "SELECT {0}, group_concat(row) FROM {1} GROUP BY {0}"
        self._sites = Values(connection, grouped.format("site", "item INDEXED BY item_listed"))
        self._langs = Values(connection, grouped.format("lang", "item INDEXED BY item_listed"))
        self._tags = Values(connection, grouped.format("name", "tag"))
        self._orders: dict[str, Rows] = {}
        self.version = version

    def order(self, connection: sqlite3.Connection, sort: str) -> Rows:
        """All rows by a key, from least to most."""
        if sort not in self._orders:
            found = connection.execute(f"SELECT row FROM item ORDER BY {_ORDERS[sort]}")
            self._orders[sort] = np.fromiter((row for (row,) in found), np.int64)
        return self._orders[sort]

    def mask_of(self, rows: Rows) -> Mask:
        """By row, whether it is one of ``rows``; those that are no row of the table are left out."""
        mask = np.zeros(len(self.exists), np.bool_)
        mask[rows[(rows >= 0) & (rows < len(mask))]] = True
        return mask

    def passing(self, connection: sqlite3.Connection, filters: Filters) -> Mask:
        """By row, whether the item passes."""
        mask = self.exists.copy()
        for name, values in self._flags.items():
            if (wanted := getattr(filters, name)) is not None:
                mask &= values == wanted
        if filters.site:
            mask &= self.mask_of(self._sites.rows(lambda site: site == filters.site))
        if filters.domain:
            ending = f".{filters.domain.removeprefix('www.')}"
            mask &= self.mask_of(self._sites.rows(lambda site: f".{site.lower()}".endswith(ending)))
        if filters.lang:
            mask &= self.mask_of(self._langs.rows(lambda lang: filters.lang in (lang, without_region(lang))))
        if filters.tag:
            folded = fold(filters.tag)
            mask &= self.mask_of(self._tags.rows(lambda tag: fold(tag) == folded))
        if filters.since or filters.until:
            select = "SELECT row FROM item WHERE saved >= ? AND (? IS NULL OR saved < ?)"
            times = (filters.since or "", filters.until, filters.until)
            mask &= self.mask_of(rows_of(connection, select, times))
        return mask

    def facets(self, mask: Mask) -> FacetsResult:
        """The values of the items that the mask has."""
        langs = Counter[str]()  # whatever their regions
        for tag, number in self._langs.counted(mask):
            langs[without_region(tag)] += number
        by_lang = sorted(langs.items(), key=lambda pair: (-pair[1], pair[0]))
        return FacetsResult(self._tags.counted(mask), self._sites.counted(mask), by_lang)

    def worths(self, connection: sqlite3.Connection, known: Mapping[str, float]) -> NDArray[np.float64]:
        """By row, what its item is worth, known by id: those that were read come after all that were not."""
        worths = np.zeros(len(self.exists))
        for row, identity in connection.execute("SELECT row, id FROM item INDEXED BY item_listed"):
            worths[row] = known.get(identity, 0.0)
        return worths - self._flags["read"]


def rows_of(connection: sqlite3.Connection, select: str, values: tuple[object, ...]) -> Rows:
    """The rows that a statement selects from ``row``, handed over as one text: ten times as fast as one by one."""
    (found,) = connection.execute(f"SELECT group_concat(row) FROM ({select})", values).fetchone()
    return _numbers(found or "")


def _numbers(text: str) -> Rows:
    return np.fromstring(text, np.int64, sep=",")
