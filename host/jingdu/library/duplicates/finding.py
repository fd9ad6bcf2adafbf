"""Near-duplicates within the library: of an article about to be saved, and all there are.

Paper S2's inverted index is the library's own: its ten heaviest terms are sought in it for an
article that is new; among kept ones the keywords that each carries are the terms. Either way a few
candidates come out, and their texts are compared (``likeness``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from jingdu.library.duplicates import features, is_same
from jingdu.library.duplicates.likeness import Shared, shared, units
from jingdu.library.index import Index
from jingdu.library.passages import of_html

CANDIDATES: Final = 12
"""Articles whose texts are compared with a new one."""
COMMON: Final = 4
"""Keywords that two kept articles have in common before their texts are compared: a cosine of 0.4 of ten."""
_MOST_OF_ONE: Final = 60
"""Articles of one keyword: more have it because it says little."""


class Double(NamedTuple):
    """A kept article that is nearly another: its fields, and what both have in common."""

    fields: dict[str, Any]
    common: Shared

    @property
    def likeness(self) -> float:
        """0 … 1, as a user is told."""
        return round(self.common.likeness, 3)


def doubles(index: Index, html: str, title: str, text: str) -> list[Double]:
    """The kept articles that an article about to be saved is nearly the same as, the likest first."""
    words = list(features.vector(features.folded(of_html(html, title))))
    mine, found = units(text), []
    for fields in index.candidates(words, CANDIDATES):
        common = shared(mine, units(index.text(fields["id"]) or ""))
        if is_same(common):
            found.append(Double(fields, common))
    return sorted(found, key=lambda double: -double.likeness)


def groups(index: Index) -> Iterator[list[Double] | None]:
    """Yields None after each step of the work, then every group of articles that are the same, the newest first.

    The likeness of each is to the first of its group.
    """
    cards = {card["id"]: card for card in index.cards()}
    parents = {identity: identity for identity in cards}
    for one, other in _pairs(cards):
        if _root(parents, one) != _root(parents, other) and is_same(_common(index, one, other)):
            parents[_root(parents, other)] = _root(parents, one)
        yield None
    together: dict[str, list[str]] = {}
    for identity in cards:
        together.setdefault(_root(parents, identity), []).append(identity)
    for members in together.values():
        if len(members) > 1:
            yield _group(index, cards, members)


def _pairs(cards: dict[str, dict[str, Any]]) -> list[tuple[str, str]]:
    """Articles that share keywords enough, or their address."""
    counts: dict[tuple[str, str], int] = {}
    for sharing in _postings(cards).values():
        for pair in combinations(sharing, 2):
            counts[pair] = counts.get(pair, 0) + 1
    return [pair for pair, count in counts.items() if count >= COMMON]


def _postings(cards: dict[str, dict[str, Any]]) -> dict[str, list[str]]:
    """Keyword → the articles that have it; an address counts as many."""
    postings: dict[str, list[str]] = {}
    for identity, card in cards.items():
        addresses = {address for address in (card["url"], card["canonical"]) if address}
        for key in {*map(str.lower, card["keywords"]), *(f"{one} {n}" for one in addresses for n in range(COMMON))}:
            postings.setdefault(key, []).append(identity)
    return {key: sharing for key, sharing in postings.items() if 1 < len(sharing) <= _MOST_OF_ONE}


def _common(index: Index, one: str, other: str) -> Shared:
    return shared(units(index.text(one) or ""), units(index.text(other) or ""))


def _group(index: Index, cards: dict[str, dict[str, Any]], members: Sequence[str]) -> list[Double]:
    newest = sorted(members, key=lambda identity: cards[identity]["saved"], reverse=True)
    return [Double(cards[identity], _common(index, newest[0], identity)) for identity in newest]


def _root(parents: dict[str, str], identity: str) -> str:
    while parents[identity] != identity:
        parents[identity] = parents[parents[identity]]
        identity = parents[identity]
    return identity
