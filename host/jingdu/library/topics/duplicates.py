"""Finds near-duplicates in the library, of an article about to be saved or among all articles.

The library's index serves as paper S2's inverted index: a new article's ten heaviest terms are searched for in it,
saved articles are paired by their keywords. The few candidates' texts are compared without boilerplate (`similarity`).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from jingdu.faults import Fault
from jingdu.library import indexed
from jingdu.library.index import Index, queries
from jingdu.library.topics import features
from jingdu.library.topics.passages import of_html
from jingdu.library.topics.similarity import Piece, Shared, boilerplate, common, is_same, shared, units
from jingdu.protocol.saving import Duplicate
from jingdu.render.article import Article
from jingdu.sites import site_of
from jingdu.text.fold import fold

MAX_CANDIDATES: Final = 12
MIN_COMMON_KEYWORDS: Final = 4
"""For two saved articles to be compared: a cosine of 0.4 for ten keywords."""
_MAX_ARTICLES_OF_KEYWORD: Final = 60
Stamp = tuple[str, str]
"""An article's id and text hash."""


def near_duplicates(article: Article) -> list[Duplicate]:
    """Near-duplicates of an article about to be saved, the most similar first; empty without an index."""
    piece = Piece(article.title, article.text, article.site or site_of(article.url) or "", article.url)
    text, found = units(piece.text), []
    with suppress(Fault):
        index = indexed.opened()
        own = boilerplate(piece)
        passages = [passage for passage in of_html(article.html, piece.title) if fold(passage.text) not in own]
        for fields in index.read(queries.candidates, features.search_terms(features.folded(passages)), MAX_CANDIDATES):
            other, item = _piece(index, fields), indexed.item_of(fields)
            same = common(piece, other, shared(text, units(other.text)))
            if is_same(same) and index.has(item.id):
                found.append(Duplicate(item, round(same.similarity, 3)))
    return sorted(found, key=lambda duplicate: -duplicate.likeness)


def _piece(index: Index, fields: dict[str, Any]) -> Piece:
    return Piece(fields["title"], index.text(fields["id"]) or "", fields["site"] or "", fields["url"])


class Comparison:
    """The comparison of all saved articles, one pair per step.

    Results are cached, so that the comparison is fast again after a small change of the library.
    """

    def __init__(self, index: Index) -> None:
        self.version = index.version()
        self.done = 0
        self._index = index
        self._cards = {card["id"]: card for card in index.read(queries.cards)}
        self._pairs = _pairs(self._cards)
        self.total = len(self._pairs)
        self._groups = {identity: [identity] for identity in self._cards}

    def steps(self) -> Iterator[None]:
        """Compares the remaining pairs, one per step, unless both are in the same group already."""
        while self.done < self.total:
            one, other = self._pairs[self.done]
            self.done += 1
            if self._groups[one] is not self._groups[other] and is_same(self._common(one, other)):
                joined = self._groups[one] + self._groups[other]
                self._groups |= dict.fromkeys(joined, joined)
            yield

    def groups(self) -> list[list[Duplicate]]:
        """The groups of near-duplicates, last saved first, with the similarity to the first of the group."""
        groups = []
        for members in {id(group): group for group in self._groups.values()}.values():  # each once
            if len(members) > 1:
                items = (indexed.item_of(self._cards[one]) for one in members)
                first, *others = reversed(indexed.oldest_first(items))
                shares = (self._common(first.id, other.id).similarity for other in others)
                rows = [Duplicate(other, round(share, 3)) for other, share in zip(others, shares, strict=True)]
                groups.append([Duplicate(first, 1.0), *rows])
        return groups

    def _common(self, one: str, other: str) -> Shared:
        """The common runs of two articles; boilerplate is excluded if they would be near-duplicates."""
        pair = sorted((one, other))  # symmetric, so one cache entry suffices
        whole = _shared(self._index, *((identity, self._cards[identity].get("text_hash", "")) for identity in pair))
        if not is_same(whole):
            return whole
        first, second = (_piece(self._index, self._cards[identity]) for identity in pair)
        return common(first, second, whole)


@lru_cache(maxsize=50_000)
def _shared(index: Index, one: Stamp, other: Stamp) -> Shared:
    return shared(_units(index, one), _units(index, other))


@lru_cache(maxsize=100)
def _units(index: Index, stamp: Stamp) -> list[str]:
    return units(index.text(stamp[0]) or "")


def _pairs(cards: dict[str, dict[str, Any]]) -> list[tuple[str, str]]:
    """Pairs of articles that share enough keywords, or an address, which counts as `MIN_COMMON_KEYWORDS` keywords."""
    postings: defaultdict[str, list[str]] = defaultdict(list)
    for identity, card in cards.items():
        keys = {keyword.lower() for keyword in card["keywords"]}
        for address in filter(None, (card["url"], card["canonical"])):
            keys |= {f"{address} {number}" for number in range(MIN_COMMON_KEYWORDS)}
        for key in keys:
            postings[key].append(identity)
    rare = (sharing for sharing in postings.values() if len(sharing) <= _MAX_ARTICLES_OF_KEYWORD)
    counts = Counter(pair for sharing in rare for pair in combinations(sharing, 2))
    return [pair for pair, count in counts.items() if count >= MIN_COMMON_KEYWORDS]
