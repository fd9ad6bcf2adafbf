"""Estimates the lexicon's supports from labelled pages; every site has the same weight."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from operator import itemgetter
from typing import Final, NamedTuple, cast

from jingdu.features.words import Lexicon, cue_words, name_words, naming
from jingdu.learn.corpus import grouped
from jingdu.page.model import Attributes, Page

MIN_SITES: Final = 6
"""Minimum number of sites on which a word of the lexicon occurs."""
PRIOR: Final = 2.0
"""Weight of the prior, in sites."""
TABLES: Final = ("own", "around", "cues")
"""Fields of ``WordShares`` and ``Lexicon``."""


class WordShares(NamedTuple):
    """Word → share of content among the blocks of one site that have the word."""

    own: dict[str, float]
    around: dict[str, float]
    cues: dict[str, float]


def word_shares(pages: Iterable[tuple[Page, Iterable[bool]]]) -> WordShares:
    """The shares of one site, from its pages and the labels of their blocks."""
    total, content = ({table: Counter[str]() for table in TABLES} for _ in range(2))
    for page, labels in pages:
        around: list[frozenset[str]] = []
        own = [name_words(naming(cast(Attributes, dict(element.items())))) for element in page.containers.elements]
        for container, parent in enumerate(page.containers.parents):
            around.append((around[parent] if container else frozenset()) | own[container])
        for at, text, label in zip(page.blocks.container_of, page.blocks.texts, labels, strict=True):
            words = {"own": own[at], "around": around[at], "cues": set(cue_words(text))}
            for table in TABLES:
                total[table].update(words[table])
                if label:
                    content[table].update(words[table])
    return WordShares(*({word: content[table][word] / n for word, n in total[table].items()} for table in TABLES))


class LexiconEstimator:
    """Estimates the lexicon from all sites, or from all but one."""

    def __init__(self, sites: Mapping[str, WordShares]) -> None:
        self.sites = sites
        self.sums: dict[str, dict[str, tuple[float, int]]] = {}
        """Table → word → sum of shares, number of sites."""
        self.prior: dict[str, float] = {}
        for table in TABLES:
            words = grouped(chain.from_iterable(getattr(site, table).items() for site in sites.values()), itemgetter(0))
            common = {word: [share for _, share in of] for word, of in words.items() if len(of) >= MIN_SITES}
            self.sums[table] = {word: (sum(shares), len(shares)) for word, shares in common.items()}
            content, number = map(sum, zip((0.0, 0), *self.sums[table].values(), strict=True))
            self.prior[table] = content / (number or 1)
        self.lexicon = Lexicon(
            *({word: self._support(table, *total) for word, total in self.sums[table].items()} for table in TABLES)
        )

    def leave_out(self, site: str) -> Lexicon:
        """The lexicon estimated without this site, for the features of its own training pages."""
        shares = self.sites[site]
        tables = {table: dict(getattr(self.lexicon, table)) for table in TABLES}
        for table, supports in tables.items():
            for word, share in getattr(shares, table).items():
                if word in supports:
                    content, number = self.sums[table][word]
                    supports[word] = self._support(table, content - share, number - 1)
        return Lexicon(**tables)

    def _support(self, table: str, content: float, sites: float) -> int:
        """Log-odds of content given the word, minus the log-odds of the prior, in thousandths."""
        prior = self.prior[table]
        return round(1000 * (_log_odds((content + PRIOR * prior) / (sites + PRIOR)) - _log_odds(prior)))


def _log_odds(share: float) -> float:
    share = min(0.999, max(0.001, share))
    return math.log(share / (1 - share))
