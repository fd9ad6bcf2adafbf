"""The profile of a site: the distribution of its terms, texts and templates over the pages that were read.

It stores:

- for each term (a word or a bigram of East Asian characters) its bucket, one of ``BUCKETS`` values of a salted
  checksum, with the sums Σc and Σc·ln c of its counts c on the pages. Words share buckets, and neither words, their
  order nor their pages are stored, so a page's text can't be restored;
- for each block's text a salted checksum of 32 bits, and the number of pages with it. Only someone who knows a text can
  test whether it was seen;
- for each page a salted checksum of its address, so that it counts once, and the buckets of its title (for paper E's
  anchor precision);
- for each cluster (paper P) checksums of the attributes, with the tags, of ``body``'s children and along its paths.

The salt is random, so profiles of different users or sites can't be compared. As someone with the file could still test
a list of words, only the user may read it (0600), and ``jingdu learn-site --forget`` removes it.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log
from typing import Final, NamedTuple, TypeVar

_T = TypeVar("_T")

BUCKETS: Final = 1 << 22
"""Number of buckets. The 8,000 terms of a site occupy one in 500 of them, so a new word seems known with a probability
of 1/500."""
MAX_PAGES: Final = 100
"""Pages after which all counts are halved, so that a site's new design is learned."""
MAX_TERMS: Final = 8000
MAX_TEXTS: Final = 3000
MAX_CLUSTERS: Final = 8
MAX_PATHS: Final = 4
DIGITS: Final = 4
"""Decimal places of Σc·ln c."""

Spread = tuple[float, float]
"""Σc and Σc·ln c of a term's counts c on the pages, from which its entropy follows."""


class Step(NamedTuple):
    """A step of an extraction path: the ``nth`` child container, from 0, with this label (`jingdu.sites.templates`)."""

    label: str
    nth: int


Path = tuple[Step, ...]
"""An extraction path, from a child of ``body`` downwards."""


@dataclass(slots=True)
class Cluster:
    """A cluster of pages from one template (paper P).

    ``children`` are the labels of ``body``'s children on its first page, ``pages`` is the number of its pages, and
    ``votes`` maps extraction paths to the number of pages on which they were found.
    """

    children: tuple[str, ...]
    votes: dict[Path, float]
    pages: float = 1.0

    @property
    def path(self) -> Path:
        """The extraction path found on most pages."""
        return max(self.votes, key=self.votes.__getitem__, default=())

    def vote(self, path: Path) -> None:
        self.pages += 1
        self.votes[path] = self.votes.get(path, 0.0) + 1
        if len(self.votes) > MAX_PATHS:
            del self.votes[min((other for other in self.votes if other != path), key=self.votes.__getitem__)]


@dataclass(slots=True)
class SiteProfile:
    """The profile of a site.

    ``count`` is the number n of pages in ``terms`` (bucket → sums) and ``texts`` (checksum → number of pages).
    ``pages`` maps checksums of addresses to the buckets of their titles, the oldest first.
    """

    site: str
    salt: int = 0
    count: float = 0.0
    pages: dict[int, tuple[int, ...]] = field(default_factory=dict)
    terms: dict[int, Spread] = field(default_factory=dict)
    texts: dict[int, float] = field(default_factory=dict)
    clusters: list[Cluster] = field(default_factory=list)

    def bucket(self, term: str) -> int:
        return self.checksum(term) % BUCKETS

    def checksum(self, text: str) -> int:
        return zlib.crc32(text.encode("utf-8", "surrogatepass"), self.salt)

    def add(self, page: int, title: tuple[int, ...], terms: Mapping[int, int], texts: set[int]) -> None:
        """Adds a page: its key, its title's buckets, its terms (bucket → count) and its texts' checksums."""
        spreads = {bucket: (float(count), count * log(count)) for bucket, count in terms.items()}
        self.merge(SiteProfile(self.site, self.salt, 1.0, {page: title}, spreads, dict.fromkeys(texts, 1.0)))

    def merge(self, other: SiteProfile) -> None:
        """Adds another profile with the same salt, except its clusters, and applies the limits."""
        self.pages |= other.pages
        self.count += other.count
        for bucket, (total, logs) in other.terms.items():
            before = self.terms.get(bucket, (0.0, 0.0))
            self.terms[bucket] = (before[0] + total, round(before[1] + logs, DIGITS))
        for text, pages in other.texts.items():
            self.texts[text] = self.texts.get(text, 0.0) + pages
        while self.count >= MAX_PAGES:
            self._age()
        self._apply_limits()

    def _age(self) -> None:
        """Halves every count, as if only half of the pages had been read."""
        self.count /= 2
        self.pages = dict(list(self.pages.items())[len(self.pages) // 2 :])
        self.terms = {
            bucket: (total / 2, round(logs / 2, DIGITS)) for bucket, (total, logs) in self.terms.items() if total > 1
        }
        self.texts = {text: pages / 2 for text, pages in self.texts.items() if pages > 1}
        for cluster in self.clusters:
            cluster.pages /= 2
            cluster.votes = {path: votes / 2 for path, votes in cluster.votes.items()}

    def _apply_limits(self) -> None:
        """Drops the terms, texts and clusters that occur on the fewest pages, if there are too many."""
        if len(self.terms) > MAX_TERMS:
            worth = {bucket: log(total) - logs / total for bucket, (total, logs) in self.terms.items()}
            self.terms = _best(self.terms, worth, MAX_TERMS)
        if len(self.texts) > MAX_TEXTS:
            self.texts = _best(self.texts, self.texts, MAX_TEXTS)
        if len(self.clusters) > MAX_CLUSTERS:
            newest = self.clusters[-1]
            self.clusters = sorted(self.clusters[:-1], key=lambda cluster: -cluster.pages)[: MAX_CLUSTERS - 1]
            self.clusters.append(newest)


def _best(items: dict[int, _T], worth: Mapping[int, float], limit: int) -> dict[int, _T]:
    """The items of the highest worth, at most nine tenths of ``limit``.

    Among equal ones, those with the lowest keys are kept. As checksums are random, these are always the same random
    sample, so recurring items are recognised.
    """
    kept = set(sorted(items, key=lambda key: (-worth[key], key))[: limit * 9 // 10])
    return {key: value for key, value in items.items() if key in kept}


def entropy(total: float, logs: float, pages: float) -> float:
    """EN of a term with Σc = ``total`` and Σc·ln c = ``logs`` on ``pages`` > 1 pages; between 0 and 1.

    EN(tⱼ) = −Σₖ wⱼₖ·logₙ wⱼₖ, where wⱼₖ = frequency in page k / frequency in all (paper E, step 1). With a term's
    counts c and C = Σc this is (ln C − Σ c·ln c / C) / ln n, so two sums per term suffice to add pages one by one.
    """
    return min(1.0, max(0.0, (log(total) - logs / total) / log(pages)))


def term_weights(own: Mapping[str, int], site: SiteProfile, known: bool) -> dict[str, float]:
    """Term → weight 1 − EN, for the page's terms that are on other pages of the site; all others weigh 1.

    ``own`` has the page's counts, and ``known`` says whether the profile's sums include them; the page is one of the n
    pages either way. Empty if the profile has no other page.
    """
    pages = site.count + (not known)
    if pages < 2:
        return {}
    spreads, salt, of_pages = site.terms.get, site.salt, log(pages)
    weights = {}
    for term, count in own.items():
        spread = spreads(zlib.crc32(term.encode(), salt) % BUCKETS)
        if spread is None:
            continue
        total, logs = spread
        if known:
            if total <= count:
                continue
        else:
            total += count
            if count > 1:
                logs += count * log(count)
        even = (log(total) - logs / total) / of_pages  # `entropy`, inlined for speed
        weights[term] = 1.0 - even if 0.0 < even < 1.0 else float(even <= 0.0)
    return weights
