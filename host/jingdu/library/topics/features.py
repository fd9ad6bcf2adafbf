"""Paper S2: near-duplicate detection by the keywords of pages and an inverted index.

Idea: an article is represented by its ten heaviest terms; an inverted index finds the few articles that
share any, and the cosine of the vectors is the similarity.

Reference: Near-duplicate detection by web page feature keywords.

Symbols: weight of a term → ``vector``; n → ``TERMS``; cosine(d₁, d₂) → ``dot``; the inverted
index is the library's (`jingdu.library.index`).

Departures. (1) A term's weight is multiplied by its IDF, because common words are no evidence. (2) The published
threshold of the cosine, 0.8, misses edited and truncated copies: `jingdu.library.topics.duplicates` compares the texts
of more candidates. (3) Terms have Simplified keys, which Traditional and Simplified Chinese share.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final

from jingdu.library.topics.passages import Passage
from jingdu.library.topics.terms import Idf, Sentence, packaged_idf, sentences
from jingdu.text.fold import composed

TERMS: Final = 10

Vector = Mapping[str, float]


def folded(passages: Iterable[Passage]) -> list[Sentence]:
    """The sentences of an article, with keys that are equal in Traditional and Simplified Chinese."""
    return sentences(Passage(composed(text), kind, tuple(map(composed, stressed))) for text, kind, stressed in passages)


def vector(found: Iterable[Sentence], idf: Idf | None = None, most: int = TERMS) -> dict[str, float]:
    """The ``most`` heaviest terms: Σ over blocks of frequency × weight of the place, × IDF; normalised to length 1."""
    idf = idf or packaged_idf()
    weights: dict[str, float] = {}
    for sentence in found:
        for term in sentence.terms:
            weights[term.key] = weights.get(term.key, 0.0) + term.weight
    heavy = {key: weight * max(idf.of(key), 0.1) for key, weight in weights.items()}
    return unit({key: heavy[key] for key in sorted(heavy, key=lambda key: (-heavy[key], key))[:most]})


def search_terms(found: list[Sentence]) -> list[str]:
    """The heaviest terms in their most frequent form, for a search."""
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for sentence in found:
        for term in sentence.terms:
            forms[term.key][term.shown] += 1
    return [max(forms[key], key=lambda form: (forms[key][form], form)) for key in vector(found)]


def unit(weights: Vector) -> dict[str, float]:
    """The vector, normalised to length 1."""
    length = sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {key: weight / length for key, weight in weights.items()}


def dot(one: Vector, other: Vector) -> float:
    """Σ w₁ₜ·w₂ₜ, which for vectors of length 1 is cos(d₁, d₂)."""
    return sum(weight * other.get(key, 0.0) for key, weight in one.items())
