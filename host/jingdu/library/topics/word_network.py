"""Paper K1: keywords from a word network.

Idea: adjacent words are connected; a keyword is a word with many and strong connections (degree), among words that are
connected with each other (clustering), and on the shortest paths between other words (betweenness).

Reference: Keyword extraction by a weighted language network, Computer Engineering and
Applications 44(8), 2008, 155-157; keyword extraction from news pages by a complex network.

Symbols: wᵢⱼ → ``Network.edges``, how often j follows i; Dᵢ → ``degrees``; Cᵢ → ``clustering``; Bᵢ →
``betweenness``; weights of the three → ``Settings``; node weight pᵢ → ``Network.places`` × IDF.

Departures. (1) The part of speech is replaced by the stop list and by IDF (to the power ``Settings.idf``), as jieba's
tagger would have to load a second dictionary, and there is none for English. (2) Betweenness is computed among the
``POOL`` best nodes by degree and clustering, because for all nodes it takes n·m steps. (3) Leading words that follow
each other twice are one keyword.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from jingdu.library.topics.phrases import Candidates, Key, relative
from jingdu.library.topics.terms import Idf, Sentence

POOL: Final = 60


class Settings(NamedTuple):
    """Weights of the three measures, and the exponent of IDF."""

    degree: float
    clustering: float
    betweenness: float
    idf: float
    window: int
    """Number of following words in the sentence with which a word is connected."""


PLAIN: Final = Settings(0.5, 0.5, 0.5, 0.0, 1)
"""The paper's measures without IDF."""
TUNED: Final = Settings(1.0, -0.1, 0.2, 0.5, 2)
"""Tuned on the corpora (PAPERS.md); clustering counts against a word, because it is highest for rare ones."""


@dataclass
class Network:
    """Directed weighted edges between words, and the highest weight of each word's occurrences."""

    edges: dict[tuple[str, str], float] = field(default_factory=dict)
    places: dict[str, float] = field(default_factory=dict)

    def neighbours(self) -> dict[str, set[str]]:
        """The neighbours of each word in either direction."""
        found: dict[str, set[str]] = {key: set() for key in self.places}
        for one, other in self.edges:
            found[one].add(other)
            found[other].add(one)
        return found


def network(sentences: Iterable[Sentence], window: int) -> Network:
    """wᵢⱼ: how often j is among the ``window`` words after i in a sentence; and the heaviest place of each word."""
    result = Network()
    for sentence in sentences:
        terms = sentence.terms
        for at, term in enumerate(terms):
            result.places[term.key] = max(result.places.get(term.key, 0.0), term.weight)
            for after in terms[at + 1 : at + 1 + window]:
                if after.key != term.key:
                    edge = term.key, after.key
                    result.edges[edge] = result.edges.get(edge, 0.0) + 1.0
    return result


def degrees(edges: Mapping[tuple[str, str], float], weights: Mapping[str, float]) -> dict[str, float]:
    """Normalised weighted degree: Dᵢ = pᵢ·Σⱼ(wᵢⱼ + wⱼᵢ) / max."""
    sums = dict.fromkeys(weights, 0.0)
    for (one, other), weight in edges.items():
        sums[one] += weight
        sums[other] += weight
    return relative({key: weights[key] * total for key, total in sums.items()})


def clustering(neighbours: Mapping[str, set[str]]) -> dict[str, float]:
    """Cᵢ = 2Eᵢ / (kᵢ(kᵢ − 1)), where Eᵢ edges connect the kᵢ neighbours of i; 0 for fewer than two neighbours."""
    found = {}
    for key, near in neighbours.items():
        connected = sum(len(neighbours[other] & near) for other in near)
        found[key] = connected / (len(near) * (len(near) - 1)) if len(near) > 1 else 0.0
    return found


def betweenness(neighbours: Mapping[str, set[str]]) -> dict[str, float]:
    """Bᵢ = Σ σₛₜ(i)/σₛₜ over the pairs s, t ≠ i (Brandes 2001, unweighted), divided by the highest."""
    found = dict.fromkeys(neighbours, 0.0)
    for source in neighbours:
        for key, share in _dependencies(neighbours, source).items():
            found[key] += share
    return relative(found)


def _dependencies(neighbours: Mapping[str, set[str]], source: str) -> dict[str, float]:
    """Brandes's δₛ(v) = Σ σ(v)/σ(w)·(1 + δₛ(w)) over the nodes w with predecessor v."""
    paths, distance = {source: 1.0}, {source: 0}
    predecessors: dict[str, list[str]] = {source: []}
    order: list[str] = []
    queue = deque([source])
    while queue:
        v = queue.popleft()
        order.append(v)
        for w in neighbours[v]:
            if w not in distance:
                distance[w], paths[w], predecessors[w] = distance[v] + 1, 0.0, []
                queue.append(w)
            if distance[w] == distance[v] + 1:
                paths[w] += paths[v]
                predecessors[w].append(v)
    dependency = dict.fromkeys(order, 0.0)
    for w in reversed(order):
        for v in predecessors[w]:
            dependency[v] += paths[v] / paths[w] * (1 + dependency[w])
    dependency[source] = 0.0
    return dependency


def scores(sentences: Sequence[Sentence], idf: Idf, settings: Settings = TUNED) -> dict[str, float]:
    """Word → α·D + β·C + γ·B, where B is computed among the best words by α·D + β·C."""
    graph = network(sentences, settings.window)
    weights = {key: place * max(idf.of(key), 0.1) ** settings.idf for key, place in graph.places.items()}
    near = graph.neighbours()
    degree, clusters = degrees(graph.edges, weights), clustering(near)
    found = {key: settings.degree * degree[key] + settings.clustering * clusters[key] for key in near}
    pool = set(sorted(found, key=lambda key: (-found[key], key))[:POOL])
    between = betweenness({key: near[key] & pool for key in sorted(pool)})
    return {key: score + settings.betweenness * between.get(key, 0.0) for key, score in found.items()}


def rank(sentences: Sequence[Sentence], found: Candidates, idf: Idf, settings: Settings = TUNED) -> list[Key]:
    """Candidates by the mean score of their words, best first; phrases only if all of their words lead."""
    score = scores(sentences, idf, settings)
    leading = set(sorted(score, key=lambda key: (-score[key], key))[:POOL])
    whole = {key: sum(score[word] for word in key) / len(key) for key in found
             if len(key) == 1 or leading.issuperset(key)}  # fmt: skip
    return sorted(whole, key=lambda key: (-whole[key], -len(key), key))
