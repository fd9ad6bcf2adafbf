"""The lexicon's supports from labelled pages, each site with one voice."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, cast

from jingdu.features.words import Lexicon, cue_words, name_words, naming
from jingdu.page.model import Attributes, Page

MIN_SITES: Final = 6
"""Sites that must use a word before it counts."""
PRIOR: Final = 2.0
"""Sites' worth of doubt added to each word."""
KINDS: Final = ("own", "around", "cues")


class Votes(NamedTuple):
    """Of one site, for each kind and word, the share of its blocks with that word that are content."""

    own: dict[str, float]
    around: dict[str, float]
    cues: dict[str, float]


def votes(pages: Iterable[tuple[Page, list[bool]]]) -> Votes:
    seen: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    content: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    for page, labels in pages:
        around: list[frozenset[str]] = []
        own = [name_words(naming(cast(Attributes, dict(box.element.items())))) for box in page.boxes]
        for box in page.boxes:
            around.append((around[box.parent.index] if box.parent else frozenset()) | own[box.index])
        for block, label in zip(page.blocks, labels, strict=True):
            words = {"own": own[block.box.index], "around": around[block.box.index], "cues": set(cue_words(block.text))}
            for kind in KINDS:
                seen[kind].update(words[kind])
                if label:
                    content[kind].update(words[kind])
    return Votes(*({word: content[kind][word] / n for word, n in seen[kind].items()} for kind in KINDS))


class Poll:
    """The votes of all sites, from which the lexicon with or without one site is read."""

    def __init__(self, sites: Mapping[str, Votes]) -> None:
        self.sites = sites
        self.sums: dict[str, dict[str, list[float]]] = {kind: defaultdict(lambda: [0.0, 0.0]) for kind in KINDS}
        for site in sites.values():
            for kind in KINDS:
                for word, share in getattr(site, kind).items():
                    total = self.sums[kind][word]
                    total[0] += share
                    total[1] += 1
        for kind in KINDS:
            self.sums[kind] = {word: t for word, t in self.sums[kind].items() if t[1] >= MIN_SITES}
        self.prior = {kind: _share(list(self.sums[kind].values())) for kind in KINDS}
        self.whole = Lexicon(*({w: self._support(kind, *t) for w, t in self.sums[kind].items()} for kind in KINDS))

    def without(self, site: str) -> Lexicon:
        """The lexicon that this site had no part in: what its own pages are learned with."""
        votes = self.sites.get(site)
        if votes is None:
            return self.whole
        parts = []
        for kind in KINDS:
            table = dict(getattr(self.whole, kind))
            for word, share in getattr(votes, kind).items():
                if word in table:
                    total = self.sums[kind][word]
                    table[word] = self._support(kind, total[0] - share, total[1] - 1)
            parts.append(table)
        return Lexicon(*parts)

    def _support(self, kind: str, content: float, sites: float) -> int:
        """Log-odds of content given the word, less the prior's, in thousandths."""
        prior = self.prior[kind]
        share = (content + PRIOR * prior) / (sites + PRIOR)
        return round(1000 * (_log_odds(share) - _log_odds(prior)))


def _share(sums: list[list[float]]) -> float:
    return sum(content for content, _ in sums) / (sum(sites for _, sites in sums) or 1)


def _log_odds(share: float) -> float:
    share = min(0.999, max(0.001, share))
    return math.log(share / (1 - share))
