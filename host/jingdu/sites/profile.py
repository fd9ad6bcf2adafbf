"""The profile of a site: how its terms, texts and templates spread over the pages that were read.

What is remembered of a page, and what is not:

- Of each term (a word or a pair of Chinese characters) its bucket, one of ``BUCKETS``
  places that a salted checksum gives, with the sum Σc and the sum Σc·ln c of its counts on the
  pages. Many words share a bucket, the words themselves are not kept, nor their order, nor
  which page they were on: the text of a page cannot be put together again from them.
- Of each block's text a salted checksum of 32 bits, and on how many pages it was. Only
  with the text one can ask whether it was seen.
- Of each page a salted checksum of its address, so that opening it again counts once, and
  the buckets of its title (for paper E's anchor precision).
- Of each cluster (paper P) checksums of the tags and attributes along its extraction path.

The salt is a random number of the profile, so that profiles of two people or two sites
cannot be compared. A person who holds the file can still try a list of words, which
is why the files are the user's own (0600), and ``jingdu learn-site --forget`` removes them.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log
from typing import Final, NamedTuple, TypeVar

_T = TypeVar("_T")

BUCKETS: Final = 1 << 22
"""Places for terms: a dictionary of a million words has one in every fourth, and 8,000 terms of a site
take one in 500, so that a new word seems known once in 500 times."""
MOST_PAGES: Final = 100
"""Pages after which a profile ages: everything is halved, so that a site's new look is learned."""
MOST_TERMS: Final = 8000
MOST_TEXTS: Final = 3000
MOST_CLUSTERS: Final = 8
MOST_PATHS: Final = 4
DIGITS: Final = 4
"""Of Σc·ln c that are kept: as many as are written."""


Spread = tuple[float, float]
"""Of a term with count c on each page: Σc and Σc·ln c. Enough for its entropy."""


class Step(NamedTuple):
    """One step of an extraction path: the ``nth`` child box of this label."""

    label: str
    nth: int


Path = tuple[Step, ...]
"""An extraction path: from ``body``'s child downwards."""


@dataclass(slots=True)
class Cluster:
    """Pages of one template (paper P): the labels of ``body``'s children on its first page, and its pages.

    ``votes`` has, by path, the pages on which it was found.
    """

    children: tuple[str, ...]
    votes: dict[Path, float]
    pages: float = 1.0

    @property
    def path(self) -> Path:
        """The extraction path: found on most pages, of equals first."""
        return max(self.votes, key=self.votes.__getitem__, default=())

    def vote(self, path: Path) -> None:
        """One more page, on which this path was found."""
        self.pages += 1
        self.votes[path] = self.votes.get(path, 0.0) + 1
        if len(self.votes) > MOST_PATHS:
            least = min((other for other in self.votes if other != path), key=self.votes.__getitem__)
            del self.votes[least]

    def age(self) -> None:
        """Halves every count."""
        self.pages /= 2
        self.votes = {path: votes / 2 for path, votes in self.votes.items()}


@dataclass(slots=True)
class SiteProfile:
    """What was learned of a site. ``count`` is the number n of pages that ``terms`` and ``texts`` rest on.

    ``pages`` maps the checksum of an address to the buckets of the page's title, the oldest first.
    """

    site: str
    salt: int = 0
    count: float = 0.0
    pages: dict[int, tuple[int, ...]] = field(default_factory=dict)
    terms: dict[int, Spread] = field(default_factory=dict)
    texts: dict[int, float] = field(default_factory=dict)
    clusters: list[Cluster] = field(default_factory=list)

    def bucket(self, term: str) -> int:
        """Where a term is counted."""
        return zlib.crc32(term.encode("utf-8", "surrogatepass"), self.salt) % BUCKETS

    def checksum(self, text: str) -> int:
        """The checksum of a text or an address."""
        return zlib.crc32(text.encode("utf-8", "surrogatepass"), self.salt)

    def add(self, page: int, title: tuple[int, ...], terms: Mapping[int, int], texts: set[int]) -> None:
        """Adds the counts of one page."""
        spreads = {bucket: (float(count), count * log(count)) for bucket, count in terms.items()}
        self.merge(SiteProfile(self.site, self.salt, 1.0, {page: title}, spreads, dict.fromkeys(texts, 1.0)))

    def merge(self, other: SiteProfile) -> None:
        """Adds the counts of other pages, learned with the same salt, then keeps the bounds; the clusters stay."""
        self.pages |= other.pages
        self.count += other.count
        for bucket, (total, logs) in other.terms.items():
            before = self.terms.get(bucket, (0.0, 0.0))
            self.terms[bucket] = (before[0] + total, round(before[1] + logs, DIGITS))
        for text, pages in other.texts.items():
            self.texts[text] = self.texts.get(text, 0.0) + pages
        while self.count >= MOST_PAGES:
            self._age()
        self._keep_bounds()

    def _age(self) -> None:
        """Halves every count: entropies stay as they would be over half of the pages."""
        self.count /= 2
        self.pages = dict(list(self.pages.items())[len(self.pages) // 2 :])
        self.terms = {
            bucket: (total / 2, round(logs / 2, DIGITS)) for bucket, (total, logs) in self.terms.items() if total > 1
        }
        self.texts = {text: pages / 2 for text, pages in self.texts.items() if pages > 1}
        for cluster in self.clusters:
            cluster.age()

    def _keep_bounds(self) -> None:
        """Lets go of the terms, texts and clusters that say least: those of the fewest pages."""
        if len(self.terms) > MOST_TERMS:
            worth = {bucket: log(total) - logs / total for bucket, (total, logs) in self.terms.items()}
            self.terms = _best(self.terms, worth, MOST_TERMS)
        if len(self.texts) > MOST_TEXTS:
            self.texts = _best(self.texts, self.texts, MOST_TEXTS)
        if len(self.clusters) > MOST_CLUSTERS:
            newest = self.clusters[-1]
            self.clusters = sorted(self.clusters[:-1], key=lambda cluster: -cluster.pages)[: MOST_CLUSTERS - 1]
            self.clusters.append(newest)


def _best(items: dict[int, _T], worth: Mapping[int, float], most: int) -> dict[int, _T]:
    """Nine tenths of ``most``: the items of the highest worth.

    Of equal ones the lowest keys stay. Checksums are as good as random, so that is one sample
    whatever page comes next, and what comes again is recognised.
    """
    kept = set(sorted(items, key=lambda key: (-worth[key], key))[: most * 9 // 10])
    return {key: value for key, value in items.items() if key in kept}
