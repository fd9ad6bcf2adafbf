"""What lists are made of, held in memory as arrays: to filter and count 100,000 items takes a millisecond so.

It follows the database by the rows that changed since it was last used, by whichever process.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from jingdu.library.index.database import version_of
from jingdu.library.index.entry import Filters
from jingdu.protocol.searching import FacetsResult
from jingdu.text.fold import fold
from jingdu.text.language import without_region

MAX_FACETS: Final = 200
"""Values of each kind that are reported; more are of no use in a list to choose from."""
Numbers = NDArray[np.int32]
Mask = NDArray[np.bool_]


class Values:
    """The distinct names of one kind; each has the number of its place in ``names``."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}

    def numbers(self, names: Iterable[str]) -> Numbers:
        """The number of each name; a name that is new gets the next one."""
        known = self._numbers
        found = [known.setdefault(name, len(known)) for name in names]
        self.names.extend(list(known)[len(self.names) :])
        return np.array(found, np.int32)

    def where(self, test: Callable[[str], bool]) -> Mask:
        """By number, whether the name passes."""
        return np.fromiter(map(test, self.names), np.bool_, len(self.names))

    def counted(self, numbers: Numbers) -> list[tuple[str, int]]:
        """How often each name occurs among ``numbers``: the most frequent first, the empty name left out."""
        counts = np.bincount(numbers, minlength=len(self.names))
        if (empty := self._numbers.get("")) is not None:
            counts[empty] = 0
        present = np.flatnonzero(counts)
        if len(present) > MAX_FACETS:
            least = np.partition(counts[present], -MAX_FACETS)[-MAX_FACETS]
            present = present[counts[present] >= least]
        pairs = ((self.names[number], int(counts[number])) for number in present.tolist())
        return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:MAX_FACETS]


Rows = NDArray[np.int64]
Kind = TypeVar("Kind", bound=np.generic)

_ORDERS: Final = {
    "saved": "saved, row",
    "published": "published, saved, row",
    "title": "title_key, row",
    "site": "site, saved, row",
}
SORTS: Final = tuple(_ORDERS)
"""Orders that need no query."""
_FLAGS: Final = ("read", "favourite", "archived", "trashed")
_CHANGED: Final = f"SELECT row, id IS NOT NULL, site, lang, {', '.join(_FLAGS)} FROM item WHERE changed > ?"


class Catalogue:
    """The values of all items; every array but those of tags has a place for each row of the table."""

    def __init__(self) -> None:
        self.version = ("", -1)
        """Of the database that the values are of: which build, and its version."""
        self._clear()

    def _clear(self) -> None:
        self.exists: Mask = np.zeros(0, np.bool_)
        self._flags = {name: np.zeros(0, np.bool_) for name in _FLAGS}
        self._sites, self._site = Values(), np.zeros(0, np.int32)
        self._langs, self._lang = Values(), np.zeros(0, np.int32)
        self._tags, self._tag = Values(), np.zeros(0, np.int32)
        self._tagged: Rows = np.zeros(0, np.int64)
        self._orders: dict[str, Rows] = {}

    def follow(self, connection: sqlite3.Connection) -> None:
        """Brings the values to where the database is now; within a transaction that reads."""
        build, version = version_of(connection)
        if (build, version) == self.version:
            return
        since = self.version[1] if build == self.version[0] else -1
        if since < 0:
            self._clear()
        changed = connection.execute(_CHANGED, (since,)).fetchall()
        if changed:
            self._take(*map(list, zip(*changed, strict=True)))
            self._take_tags(connection, since, np.array([row[0] for row in changed], np.int64))
        self._orders.clear()
        self.version = (build, version)

    def _take(self, rows: list[int], exists: list[int], sites: list[str], langs: list[str], *flags: list[int]) -> None:
        size = max(len(self.exists), max(rows) + 1)
        self.exists = _put(self.exists, size, rows, exists)
        self._site = _put(self._site, size, rows, self._sites.numbers(sites))
        self._lang = _put(self._lang, size, rows, self._langs.numbers(langs))
        for name, values in zip(_FLAGS, flags, strict=True):
            self._flags[name] = _put(self._flags[name], size, rows, values)

    def _take_tags(self, connection: sqlite3.Connection, since: int, changed: Rows) -> None:
        stay = ~self.mask_of(changed)[self._tagged]
        select = "SELECT tag.row, name FROM item JOIN tag ON tag.row = item.row WHERE changed > ?"
        pairs = connection.execute(select, (since,)).fetchall()
        rows = np.array([row for row, _ in pairs], np.int64)
        self._tagged = np.concatenate([self._tagged[stay], rows])
        self._tag = np.concatenate([self._tag[stay], self._tags.numbers(name for _, name in pairs)])

    def order(self, connection: sqlite3.Connection, sort: str) -> Rows:
        """All rows by a key, from least to most."""
        if sort not in self._orders:
            found = connection.execute(f"SELECT row FROM item ORDER BY {_ORDERS[sort]}")
            rows = np.fromiter((row for (row,) in found), np.int64)
            self._orders[sort] = rows[self.exists[rows]]
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
            mask &= self._sites.where(lambda site: site == filters.site)[self._site]
        if filters.domain:
            ending = f".{filters.domain.removeprefix('www.')}"
            mask &= self._sites.where(lambda site: f".{site.lower()}".endswith(ending))[self._site]
        if filters.lang:
            mask &= self._langs.where(lambda lang: filters.lang in (lang, without_region(lang)))[self._lang]
        if filters.tag:
            folded = fold(filters.tag)
            mask &= self.mask_of(self._tagged[self._tags.where(lambda tag: fold(tag) == folded)[self._tag]])
        if filters.since or filters.until:
            mask &= self.mask_of(_saved_between(connection, filters.since, filters.until))
        return mask

    def facets(self, mask: Mask) -> FacetsResult:
        """The values of the items that the mask has."""
        return FacetsResult(
            self._tags.counted(self._tag[mask[self._tagged]]),
            self._sites.counted(self._site[mask]),
            _by_language(self._langs.counted(self._lang[mask])),
        )

    def worths(self, connection: sqlite3.Connection, known: Mapping[str, float]) -> NDArray[np.float64]:
        """By row, what its item is worth, known by id: those that were read come after all that were not."""
        worths = np.zeros(len(self.exists))
        for row, identity in connection.execute("SELECT row, id FROM item INDEXED BY item_changed"):
            worths[row] = known.get(identity, 0.0)
        return worths - self._flags["read"]


def _by_language(counted: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The tags of one language together, whatever their regions."""
    found = Counter[str]()
    for tag, number in counted:
        found[without_region(tag)] += number
    return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))


def rows_of(connection: sqlite3.Connection, select: str, values: tuple[object, ...]) -> Rows:
    """The rows that a statement selects from ``row``, handed over as one text: ten times as fast as one by one."""
    (found,) = connection.execute(f"SELECT group_concat(row) FROM ({select})", values).fetchone()
    return np.fromstring(found or "", np.int64, sep=",")


def _saved_between(connection: sqlite3.Connection, since: str | None, until: str | None) -> Rows:
    select = "SELECT row FROM item WHERE saved >= ? AND (? IS NULL OR saved < ?)"
    return rows_of(connection, select, (since or "", until, until))


def _put(array: NDArray[Kind], size: int, rows: list[int], values: Sequence[int] | Numbers) -> NDArray[Kind]:
    """A copy of the array with room for ``size`` rows, and with these values."""
    larger = np.zeros(size, array.dtype)
    larger[: len(array)] = array
    larger[rows] = values
    return larger
