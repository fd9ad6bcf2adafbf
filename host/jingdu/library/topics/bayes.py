"""Keywords of an article, by naive Bayes (paper K2), or by another ranking, such as the word network of paper K1.

Which is the better one was measured: see ``jingdu/library/PAPERS.md``.

Idea: of words and short phrases that authors chose as keywords it is known how frequent and rare
they are, how early they first occur, how long they are, and how they go with the others; a new
candidate that is like them is a keyword.

Reference: keyword and characteristic-string extraction for de-duplication (the features and the
classifier are those of KEA, Witten et al. 1999, with coherence after Turney 2003).

Symbols: T → ``tfidf``; O → ``first``; L → ``length``; C → ``coherence``; P(yes) → ``Model.prior``;
P(t | yes) → ``Bins.yes``, P(t | no) → ``Bins.no``; the edges of equal depth → ``Bins.edges``.

Departures. (1) Semantic relatedness of two candidates is how often they share a sentence (Dice's
coefficient), since no thesaurus of both languages is to be had. (2) Occurrences count by how their
place stresses them (title, heading, bold), and the strongest place S is a fifth feature, ``place``:
the product knows the article's structure. (3) Chinese and other scripts have their own tables.
(4) T has the root
of IDF, and T and C are divided by the article's highest: what is measured of long and short articles is
then alike. (5) Supports are added as logarithms.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import exp, log, sqrt
from typing import Any, Final

from jingdu.extractors import weight_files
from jingdu.library.topics.passages import Passage
from jingdu.library.topics.phrases import Candidates, Key, Place, candidates, merged, shown
from jingdu.library.topics.terms import Idf, Sentence, is_east_asian, no_nouns, packaged_idf, sentences

FEATURES: Final = ("tfidf", "first", "length", "coherence", "place")
SCRIPTS: Final = ("chinese", "other")
PARTNERS: Final = 30
"""Candidates, the heaviest by T, that coherence is measured with."""


MAX_KEYWORDS: Final = 10
"""Keywords of an article, unless more are asked for."""
WIDESPREAD: Final = 0.25
"""Share of the library's articles from which a word says little of one of them."""


@dataclass(frozen=True)
class Bins:
    """One feature: the edges of its bins, and how probable each bin is for keywords and for others."""

    edges: tuple[float, ...]
    yes: tuple[float, ...]
    no: tuple[float, ...]

    def odds(self, value: float) -> float:
        """ln P(t | yes) − ln P(t | no) of the bin of the value."""
        at = bisect_right(self.edges, value)
        return log(self.yes[at]) - log(self.no[at])


@dataclass(frozen=True)
class Table:
    """The classifier of one script."""

    prior: float
    features: Mapping[str, Bins]

    def probability(self, values: Mapping[str, float]) -> float:
        """P(yes | T, O, L, C) = P(yes)·Π P(· | yes) / Σ over yes and no of the same product."""
        odds = log(self.prior) - log(1 - self.prior)
        return 1 / (1 + exp(-odds - sum(bins.odds(values[name]) for name, bins in self.features.items())))


@dataclass(frozen=True)
class Model:
    """What was learned: a table for each script."""

    tables: Mapping[str, Table]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> str:
        """Readable JSON; ``from_json`` reads it."""
        tables = {
            script: {
                "prior": table.prior,
                "features": {name: bins.__dict__ for name, bins in table.features.items()},
            }
            for script, table in self.tables.items()
        }
        return json.dumps({"tables": tables, "provenance": dict(self.provenance)}, ensure_ascii=False, indent=1) + "\n"


def tfidf(places: Sequence[Place], idf: float) -> float:
    """T = tf·√idf: the occurrences' weights times the root of the mean IDF of the words."""
    return sum(place.weight for place in places) * sqrt(idf)


def first(places: Sequence[Place], total: int) -> float:
    """O: the share of the article that comes before the first occurrence."""
    return min(place.at for place in places) / max(total, 1)


def coherence(own: frozenset[int], others: Sequence[frozenset[int]]) -> float:
    """C = Σ 2|a ∩ b| / (|a| + |b|) over the other candidates, where a and b are sets of sentences."""
    return sum(2 * len(own & other) / (len(own) + len(other)) for other in others if not own.isdisjoint(other))


def relative(values: Mapping[Key, float]) -> dict[Key, float]:
    """Each value as a share of the highest."""
    highest = max(values.values(), default=0.0) or 1.0
    return {key: value / highest for key, value in values.items()}


def script_of(found: Candidates) -> str:
    """Which table is to be used: that of most occurrences."""
    east = sum(len(places) for key, places in found.items() if is_east_asian(key[0]))
    return "chinese" if 2 * east > sum(map(len, found.values())) else "other"


def features(found: Candidates, idf: Idf) -> dict[Key, dict[str, float]]:
    """T, O, L, C and S of each candidate."""
    total = 1 + max((place.at for places in found.values() for place in places), default=0)
    rare = {key: sum(map(idf.of, key)) / len(key) for key in found}
    heavy = relative({key: tfidf(places, rare[key]) for key, places in found.items()})
    where = {key: frozenset(place.sentence for place in places) for key, places in found.items()}
    partners = sorted(heavy, key=lambda key: (-heavy[key], key))[:PARTNERS]
    near = [where[other] for other in partners]
    others = {key: near[:at] + near[at + 1 :] for at, key in enumerate(partners)}
    together = relative({key: coherence(where[key], others.get(key, near)) for key in found})
    return {
        key: {
            "tfidf": heavy[key],
            "first": first(places, total),
            "length": float(sum(map(len, key)) if is_east_asian(key[0]) else len(key)),
            "coherence": together[key],
            "place": max(place.weight for place in places),
        }
        for key, places in found.items()
    }


def rank(found: Candidates, idf: Idf, model: Model) -> list[Key]:
    """Candidates by P(yes | T, O, L, C), best first; of equals the heavier by T."""
    table = model.tables[script_of(found)]
    measured = features(found, idf)
    likely = {key: table.probability(values) for key, values in measured.items()}
    return sorted(found, key=lambda key: (-likely[key], -measured[key]["tfidf"], key))


@cache
def packaged() -> Model:
    """The model that comes with Jingdu; raises ``bad_weights`` where it does not fit this code."""
    return from_json(weight_files.read("keywords"))


def from_json(text: str) -> Model:
    """Raises ``Fault`` ``bad_weights`` where the text does not fit this code."""
    with weight_files.fitting():
        found = json.loads(text)
        return Model({script: _table(found["tables"][script]) for script in SCRIPTS}, found["provenance"])


def _table(found: Mapping[str, Any]) -> Table:
    read = {name: Bins(*(tuple(map(float, bins[part])) for part in ("edges", "yes", "no")))
            for name, bins in found["features"].items()}  # fmt: skip
    if not set(read) <= set(FEATURES) or not 0 < found["prior"] < 1:
        raise ValueError("other features than the code's")
    for bins in read.values():
        if not len(bins.yes) == len(bins.no) == len(bins.edges) + 1 or min(bins.yes + bins.no) <= 0:
            raise ValueError("bins that do not fit")
    return Table(float(found["prior"]), read)


def keywords(
    passages: Iterable[Passage],
    most: int = MAX_KEYWORDS,
    shares: Callable[[Sequence[str]], Mapping[str, float]] | None = None,
    ranked: Callable[[list[Sentence], Candidates, Idf], list[Key]] | None = None,
) -> list[str]:
    """The best keywords as they are written in the article, nouns first; ``ranked`` sorts the candidates, best first.

    ``shares`` gives the share of the library's articles that each word is in, 0 … 1; widespread words give way.
    """
    found, idf = sentences(passages), packaged_idf()
    choices = merged(candidates(found))
    order = ranked(found, choices, idf) if ranked else rank(choices, idf, packaged())
    best = _distinct(choices, order, most * (2 if shares else 1))
    known = shares(list(best.values())) if shares else {}
    keys = sorted(best, key=lambda key: known.get(best[key], 0.0) > WIDESPREAD)[:most]
    verbs = no_nouns([key[-1] for key in keys])
    return [best[key] for key in sorted(keys, key=lambda key: key[-1] in verbs)]


def _distinct(choices: Candidates, order: list[Key], most: int) -> dict[Key, str]:
    """The first of the order that repeat nothing: neither part of a better one, nor a better one with more words."""
    taken: dict[Key, str] = {}
    for key in order:
        if len(taken) == most:
            break
        if not any(set(key) <= set(better) or set(better) <= set(key) for better in taken):
            taken[key] = shown(choices[key])
    return taken
