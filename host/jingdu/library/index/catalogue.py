"""What lists are made of, held in memory: to filter, sort and count 10,000 items takes a few milliseconds so.

It follows the database by the rows that changed since it was last looked at, whoever changed them.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple

from jingdu.text.fold import fold

MOST_FACETS: Final = 200
"""Values told of each kind; more are of no use in a list to choose from."""


class Card(NamedTuple):
    """An item as lists need it; the order is that of the columns read."""

    row: int
    id: str
    title_key: bytes
    site: str
    lang: str
    published: str
    saved: str
    read: int
    favourite: int
    archived: int
    trashed: int
    words: str
    """Its keywords, parted by U+001F."""
    tags: tuple[str, ...] = ()

    @property
    def keywords(self) -> list[str]:
        return self.words.split("\x1f") if self.words else []


class Filters(NamedTuple):
    """What an item must be; None is either. It was saved from ``since`` on and before ``until``, in UTC."""

    tag: str | None = None
    site: str | None = None
    lang: str | None = None
    read: bool | None = None
    favourite: bool | None = None
    archived: bool | None = None
    trashed: bool | None = False
    since: str | None = None
    until: str | None = None
    domain: str | None = None
    """The site or one that it is part of."""


class Facets(NamedTuple):
    """How many of the items found have which value, most first."""

    tags: list[tuple[str, int]]
    sites: list[tuple[str, int]]
    langs: list[tuple[str, int]]


_COLUMNS: Final = ", ".join(Card._fields[:-1]).replace("words", "keywords")
_KEYS: Final[dict[str, Callable[[Card], Any]]] = {
    "saved": attrgetter("saved", "row"),
    "published": attrgetter("published", "saved", "row"),
    "title": attrgetter("title_key", "row"),
    "site": attrgetter("site", "saved", "row"),
}
SORTS: Final = tuple(_KEYS)
"""Ways to sort that need nothing but the card."""


class Catalogue:
    """The cards of all items, by row."""

    def __init__(self) -> None:
        self.cards: dict[int, Card] = {}
        self.version = ("", -1)
        """Of the database that the cards are of: which build, and its version."""
        self._orders: dict[str, list[int]] = {}

    def follow(self, connection: sqlite3.Connection) -> None:
        """Brings the cards to where the database is now; within a transaction that reads."""
        build, version = version_of(connection)
        if (build, version) == self.version:
            return
        since = self.version[1] if build == self.version[0] else -1
        if since < 0:
            self.cards.clear()
        tags = _tags(connection, since)
        for values in connection.execute(f"SELECT {_COLUMNS} FROM item WHERE changed > ?", (since,)):
            row, identity = values[:2]
            self.cards.pop(row, None)
            if identity is not None:
                self.cards[row] = Card._make((*values, tags.get(row, ())))
        self._orders.clear()
        self.version = (build, version)

    def order(self, sort: str) -> list[int]:
        """All rows sorted by a key of the card, from least to most."""
        if sort not in self._orders:
            self._orders[sort] = [card.row for card in sorted(self.cards.values(), key=_KEYS[sort])]
        return self._orders[sort]

    def matching(self, rows: Iterable[int], filters: Filters) -> list[int]:
        """Those of ``rows`` whose cards pass, in the same order."""
        test = _test(filters)
        cards = self.cards
        return [row for row in rows if (card := cards.get(row)) and test(card)]

    def facets(self, rows: Sequence[int]) -> Facets:
        """The values of these rows."""
        cards = [self.cards[row] for row in rows]
        tags = Counter(chain.from_iterable(card.tags for card in cards))
        return Facets(_most(tags), _most(Counter(card.site for card in cards)), _most(Counter(c.lang for c in cards)))


def version_of(connection: sqlite3.Connection) -> tuple[str, int]:
    """Which build of the index, and how often it was changed."""
    told = dict(connection.execute("SELECT name, value FROM meta WHERE name IN ('build', 'version')"))
    return told["build"], int(told["version"])


def _tags(connection: sqlite3.Connection, since: int) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    asked = "SELECT tag.row, name FROM item JOIN tag ON tag.row = item.row WHERE changed > ?"
    for row, name in connection.execute(asked, (since,)):
        found[row] = (*found.get(row, ()), name)
    return found


def _most(counter: Counter[str]) -> list[tuple[str, int]]:
    counter.pop("", None)
    return sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_FACETS]


def _test(filters: Filters) -> Callable[[Card], bool]:
    """A function that tells whether a card passes; only what is asked for is looked at."""
    tests: list[Callable[[Card], bool]] = [
        partial(_is, attrgetter(name), int(wanted))
        for name in ("read", "favourite", "archived", "trashed")
        if (wanted := getattr(filters, name)) is not None
    ]
    tests += [partial(_is, attrgetter(name), wanted) for name in ("site", "lang") if (wanted := getattr(filters, name))]
    if domain := filters.domain:
        tests.append(lambda card: f".{card.site.lower()}".endswith(f".{domain.removeprefix('www.')}"))
    if tag := filters.tag:
        sought = fold(tag)
        tests.append(lambda card: any(fold(one) == sought for one in card.tags))
    if since := filters.since:
        tests.append(lambda card: card.saved >= since)
    if until := filters.until:
        tests.append(lambda card: card.saved < until)
    if len(tests) == 1:
        return tests[0]
    return lambda card: all(test(card) for test in tests)


def _is(get: Callable[[Card], object], wanted: object, card: Card) -> bool:
    return get(card) == wanted
