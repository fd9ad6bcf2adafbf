"""Paper K1: keywords from a word network.

Idea: words that stand next to each other are joined; a keyword is a word with many and strong
joints (degree), amid words that are joined among themselves (clustering), and on the ways
between the article's other words (betweenness).

Reference: Keyword extraction by a weighted language network, Computer Engineering and
Applications 44(8), 2008, 155-157; keyword extraction from news pages by a complex network.

Symbols: wᵢⱼ → ``Network.edges``, how often j follows i; Dᵢ → ``degrees``; Cᵢ → ``clustering``; Bᵢ →
``betweenness``; weights of the three → ``Settings``; node weight pᵢ → ``Network.places`` × IDF.

Departures. (1) The part of speech is replaced by the stop list and by IDF (to the power
``Settings.idf``): jieba's tagger would have to read a second dictionary, and English has none
here. (2) Betweenness is counted among the ``POOL`` nodes that lead by degree and clustering: over
all it costs n·m steps. (3) Words that lead and follow each other twice are one keyword.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from jingdu.library.topics.phrases import Candidates, Key
from jingdu.library.topics.terms import Idf, Sentence

POOL: Final = 60


class Settings(NamedTuple):
    """The weights of the three measures, and how much IDF counts."""

    degree: float
    clustering: float
    betweenness: float
    idf: float
    window: int
    """Words of a sentence that a word is joined with after it."""


PLAIN: Final = Settings(0.5, 0.5, 0.5, 0.0, 1)
"""Degree and clustering alike, then betweenness, without IDF: the paper's steps without our addition."""
TUNED: Final = Settings(1.0, -0.1, 0.2, 0.5, 2)
"""Found on the corpora by trying (see PAPERS.md); clustering counts against a word: the rare ones have most of it."""


@dataclass
class Network:
    """Directed weighted edges between words, and how strongly each word's places stress it."""

    edges: dict[tuple[str, str], float] = field(default_factory=dict)
    places: dict[str, float] = field(default_factory=dict)

    def neighbours(self) -> dict[str, set[str]]:
        """The words that each is joined with, either way."""
        found: dict[str, set[str]] = {key: set() for key in self.places}
        for one, other in self.edges:
            found[one].add(other)
            found[other].add(one)
        return found


def network(sentences: Iterable[Sentence], window: int) -> Network:
    """wᵢⱼ: how often j is among the ``window`` words after i in a sentence; the heaviest place of each word."""
    made = Network()
    for sentence in sentences:
        terms = [term for run in sentence.runs for term in run]
        for at, term in enumerate(terms):
            made.places[term.key] = max(made.places.get(term.key, 0.0), term.weight)
            for after in terms[at + 1 : at + 1 + window]:
                if after.key != term.key:
                    edge = term.key, after.key
                    made.edges[edge] = made.edges.get(edge, 0.0) + 1.0
    return made


def degrees(edges: Mapping[tuple[str, str], float], weights: Mapping[str, float]) -> dict[str, float]:
    """Normalised weighted degree: Dᵢ = pᵢ·Σⱼ(wᵢⱼ + wⱼᵢ) / max."""
    sums = dict.fromkeys(weights, 0.0)
    for (one, other), weight in edges.items():
        sums[one] += weight
        sums[other] += weight
    return _normalised({key: weights[key] * total for key, total in sums.items()})


def clustering(neighbours: Mapping[str, set[str]]) -> dict[str, float]:
    """Cᵢ = 2Eᵢ / (kᵢ(kᵢ − 1)), where Eᵢ edges join the kᵢ neighbours of i; 0 below two neighbours."""
    found = {}
    for key, near in neighbours.items():
        joined = sum(len(neighbours[one] & near) for one in near)
        found[key] = joined / (len(near) * (len(near) - 1)) if len(near) > 1 else 0.0
    return found


def betweenness(neighbours: Mapping[str, set[str]]) -> dict[str, float]:
    """Bᵢ = Σ σₛₜ(i)/σₛₜ over the pairs s, t ≠ i (Brandes 2001, unweighted), divided by the highest."""
    found = dict.fromkeys(neighbours, 0.0)
    for source in neighbours:
        for key, share in _dependencies(neighbours, source).items():
            found[key] += share
    return _normalised(found)


def _dependencies(neighbours: Mapping[str, set[str]], source: str) -> dict[str, float]:
    """Brandes's δₛ(v) = Σ over w that v precedes of σ(v)/σ(w)·(1 + δₛ(w))."""
    ways, far = {source: 1.0}, {source: 0}
    before: dict[str, list[str]] = {source: []}
    order: list[str] = []
    queue = deque([source])
    while queue:
        here = queue.popleft()
        order.append(here)
        for there in neighbours[here]:
            if there not in far:
                far[there], ways[there], before[there] = far[here] + 1, 0.0, []
                queue.append(there)
            if far[there] == far[here] + 1:
                ways[there] += ways[here]
                before[there].append(here)
    share = dict.fromkeys(order, 0.0)
    for key in reversed(order):
        for previous in before[key]:
            share[previous] += ways[previous] / ways[key] * (1 + share[key])
    share[source] = 0.0
    return share


def scores(sentences: Sequence[Sentence], idf: Idf, settings: Settings = TUNED) -> dict[str, float]:
    """Word → α·D + β·C + γ·B, the last among the words that lead by the first two."""
    made = network(sentences, settings.window)
    weights = {key: place * max(idf.of(key), 0.1) ** settings.idf for key, place in made.places.items()}
    near = made.neighbours()
    degree, clusters = degrees(made.edges, weights), clustering(near)
    found = {key: settings.degree * degree[key] + settings.clustering * clusters[key] for key in near}
    pool = set(sorted(found, key=lambda key: (-found[key], key))[:POOL])
    between = betweenness({key: near[key] & pool for key in sorted(pool)})
    return {key: score + settings.betweenness * between.get(key, 0.0) for key, score in found.items()}


def rank(sentences: Sequence[Sentence], found: Candidates, idf: Idf, settings: Settings = TUNED) -> list[Key]:
    """Candidates by the mean score of their words, best first; phrases where each of their words leads."""
    score = scores(sentences, idf, settings)
    leading = set(sorted(score, key=lambda key: (-score[key], key))[:POOL])
    whole = {key: sum(score[word] for word in key) / len(key) for key in found
             if len(key) == 1 or leading.issuperset(key)}  # fmt: skip
    return sorted(whole, key=lambda key: (-whole[key], -len(key), key))


def _normalised(values: dict[str, float]) -> dict[str, float]:
    highest = max(values.values(), default=0.0) or 1.0
    return {key: value / highest for key, value in values.items()}
