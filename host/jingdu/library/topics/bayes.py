"""Paper K2: keywords by naive Bayes.

Idea: authors' keywords have typical values of frequency, rarity, first occurrence, length and coherence; a candidate
with similar values is a keyword.

Reference: keyword and characteristic-string extraction for de-duplication (the features and the
classifier are those of KEA, Witten et al. 1999, with coherence after Turney 2003).

Symbols: T → ``tfidf``; O → ``first``; L → ``length``; C → ``coherence``; P(yes) → ``Model.prior``;
P(t | yes) → ``Bins.yes``, P(t | no) → ``Bins.no``; the edges of equal depth → ``Bins.edges``.

Departures. (1) Semantic relatedness of two candidates is measured by how often they share a sentence (Dice's
coefficient), as there is no thesaurus for both languages. (2) Occurrences are weighted by their
place (title, heading, bold), and the highest weight S is a fifth feature, ``place``.
(3) Chinese and other scripts have separate tables. (4) T uses the root of IDF, and T and C are divided
by the article's maximum, so that long and short articles are comparable. (5) Supports are added as logarithms.
"""

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log, sqrt
from typing import Any, Final

from jingdu.extractors import weight_files
from jingdu.library.topics.phrases import Candidates, Key, Place, relative
from jingdu.library.topics.terms import Idf, is_east_asian

FEATURES: Final = ("tfidf", "first", "length", "coherence", "place")
SCRIPTS: Final = ("chinese", "other")
PARTNERS: Final = 30
"""Candidates with the highest T, against which coherence is measured."""


@dataclass(frozen=True)
class Bins:
    """The distribution of a feature: edges of its bins, and their probabilities for keywords and for others."""

    edges: tuple[float, ...]
    yes: tuple[float, ...]
    no: tuple[float, ...]

    def odds(self, value: float) -> float:
        """ln P(t | yes) − ln P(t | no) of the value's bin."""
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
    tables: Mapping[str, Table]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> str:
        tables = {
            script: {"prior": table.prior, "features": {name: bins.__dict__ for name, bins in table.features.items()}}
            for script, table in self.tables.items()
        }
        return json.dumps({"tables": tables, "provenance": dict(self.provenance)}, ensure_ascii=False, indent=1) + "\n"


def tfidf(places: Sequence[Place], idf: float) -> float:
    """T = tf·√idf: the sum of the occurrences' weights times the root of the words' mean IDF."""
    return sum(place.weight for place in places) * sqrt(idf)


def first(places: Sequence[Place], total: int) -> float:
    """O: the share of the article before the first occurrence."""
    return min(place.at for place in places) / max(total, 1)


def coherence(own: frozenset[int], others: Sequence[frozenset[int]]) -> float:
    """C = Σ 2|a ∩ b| / (|a| + |b|) over the other candidates, where a and b are sets of sentences."""
    return sum(2 * len(own & other) / (len(own) + len(other)) for other in others if not own.isdisjoint(other))


def script_of(found: Candidates) -> str:
    """The script of most occurrences."""
    east = sum(len(places) for key, places in found.items() if is_east_asian(key[0]))
    return "chinese" if 2 * east > sum(map(len, found.values())) else "other"


def features(found: Candidates, idf: Idf) -> dict[Key, dict[str, float]]:
    """T, O, L, C and S of each candidate."""
    total = 1 + max((place.at for places in found.values() for place in places), default=0)
    mean_idf = {key: sum(map(idf.of, key)) / len(key) for key in found}
    heavy = relative({key: tfidf(places, mean_idf[key]) for key, places in found.items()})
    occurs_in = {key: frozenset(place.sentence for place in places) for key, places in found.items()}
    partners = sorted(heavy, key=lambda key: (-heavy[key], key))[:PARTNERS]
    near = [occurs_in[other] for other in partners]
    others = {key: near[:at] + near[at + 1 :] for at, key in enumerate(partners)}
    coherences = relative({key: coherence(occurs_in[key], others.get(key, near)) for key in found})
    return {
        key: {
            "tfidf": heavy[key],
            "first": first(places, total),
            "length": float(sum(map(len, key)) if is_east_asian(key[0]) else len(key)),
            "coherence": coherences[key],
            "place": max(place.weight for place in places),
        }
        for key, places in found.items()
    }


def rank(found: Candidates, idf: Idf, model: Model) -> list[Key]:
    """Candidates by descending P(yes | T, O, L, C), then T."""
    table = model.tables[script_of(found)]
    values = features(found, idf)
    probability = {key: table.probability(row) for key, row in values.items()}
    return sorted(found, key=lambda key: (-probability[key], -values[key]["tfidf"], key))


def from_json(text: str) -> Model:
    """Parses a model; raises ``bad_weights`` if it does not fit this code."""
    with weight_files.bad_weights():
        data = json.loads(text)
        return Model({script: _table(data["tables"][script]) for script in SCRIPTS}, data["provenance"])


def _table(data: Mapping[str, Any]) -> Table:
    features = {name: Bins(*(tuple(map(float, bins[part])) for part in ("edges", "yes", "no")))
                for name, bins in data["features"].items()}  # fmt: skip
    return Table(float(data["prior"]), features)
