"""Categories (paper C): tags that an article could carry, learned from the tags that the user gave others.

The idea in a sentence: how surely a term points to a class is the share of its occurrences that are in that
class; terms that point nowhere are dropped, that sureness weighs the others, and a linear SVM decides.

Reference: web text feature selection by the uncertainty measure with SVM. Published: 2,820 pages, 10 classes.

Symbols → names: tf(t, c), tf(t) → ``occurrences``; UM(t, c) = tf(t, c) / tf(t) → ``uncertainty``; the
threshold 0.3 → ``MIN_UNCERTAINTY``; an article's vector → ``vector``; w of the SVM → ``Model.weights``.

Departures: the classes are the user's own tags, and an article may carry several, so there is one SVM for each
tag against the rest; it is trained by Pegasos (Shalev-Shwartz and others, 2007), an article of a rare tag counting
as much more as it is rarer; of each SVM the heaviest weights are kept, so that the model is small and can be read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np

MIN_ARTICLES: Final = 10
"""Tagged articles from which on tags are suggested."""
MIN_OF_TAG: Final = 2
"""Articles that carry a tag before it is suggested."""
MAX_TAGS: Final = 40
"""Tags that are learned: the most used ones."""
MAX_SUGGESTIONS: Final = 3
"""Tags suggested for one article."""
MIN_UNCERTAINTY: Final = 0.3
"""Largest uncertainty measure under which a term is dropped, as published."""
KEPT: Final = 200
"""Weights of a tag that are kept."""
REGULARISATION: Final = 0.01
"""λ of Pegasos."""
ROUNDS: Final = 20
SEED: Final = 1
BIAS: Final = ""
"""The key of the weight that every article has."""
Counts = Mapping[str, float]


class Tagged(NamedTuple):
    """An article with the user's tags: how often each term occurs in it."""

    counts: Counts
    tags: Sequence[str]


class Model(NamedTuple):
    """What was learned: each term's weight in a vector, and each tag's SVM."""

    measure: dict[str, float]
    weights: dict[str, dict[str, float]]


def occurrences(articles: Iterable[Tagged], tag: str | None = None) -> Counter[str]:
    """tf(t, c): how often each term occurs in the articles of a class; without one, tf(t) in all."""
    found: Counter[str] = Counter()
    for article in articles:
        if tag is None or tag in article.tags:
            found.update(article.counts)
    return found


def uncertainty(in_class: float, in_all: float) -> float:
    """UM(t, c) = tf(t, c) / tf(t)."""
    return in_class / in_all


def measured(articles: Sequence[Tagged], tags: Iterable[str], least: float = MIN_UNCERTAINTY) -> dict[str, float]:
    """max UM(t, c) over the classes, for each term that it is ``least`` or more of."""
    every = occurrences(articles)
    best: dict[str, float] = {}
    for tag in tags:
        for term, number in occurrences(articles, tag).items():
            best[term] = max(best.get(term, 0.0), uncertainty(number, every[term]))
    return {term: value for term, value in best.items() if value >= least}


def vector(counts: Counts, measure: Mapping[str, float]) -> dict[str, float]:
    """x(t, d) = tf(t, d) · max UM(t, c), of length 1; and 1 for the bias."""
    raw = {term: number * measure[term] for term, number in counts.items() if term in measure}
    length = sqrt(sum(value * value for value in raw.values())) or 1.0
    return {term: value / length for term, value in raw.items()} | {BIAS: 1.0}


def margin(weights: Mapping[str, float], found: Mapping[str, float]) -> float:
    """w · x: above 0 the article is of the class."""
    return sum(value * weights.get(term, 0.0) for term, value in found.items())


def learning(articles: Sequence[Tagged]) -> Generator[None, None, Model | None]:
    """Learns, in small steps, the model of tagged articles; None while there are too few, or only one tag."""
    used = Counter(tag for article in articles for tag in set(article.tags))
    tags = [tag for tag, number in used.most_common(MAX_TAGS) if MIN_OF_TAG <= number < len(articles)]
    if len(articles) < MIN_ARTICLES or not tags:
        return None
    measure = measured(articles, tags)
    vectors = [vector(article.counts, measure) for article in articles]
    signs = np.array([[1.0 if tag in article.tags else -1.0 for article in articles] for tag in tags])
    trained = yield from pegasos(vectors, signs)
    weights = {}
    for tag, svm in zip(tags, trained, strict=True):
        best = sorted((term for term in svm if term), key=lambda term: -abs(svm[term]))[:KEPT]
        weights[tag] = {term: round(svm[term], 4) for term in [BIAS, *best] if svm[term]}
    terms = {term for svm in weights.values() for term in svm}
    return Model({term: value for term, value in measure.items() if term in terms}, weights)


def suggested(model: Model, counts: Counts, carried: Iterable[str] = ()) -> list[str]:
    """The tags whose SVM says that the article is of them, the surest first; none that it carries."""
    found = vector(counts, model.measure)
    if len(found) == 1:
        return []
    margins = {tag: margin(svm, found) for tag, svm in model.weights.items() if tag not in set(carried)}
    return sorted((tag for tag, value in margins.items() if value > 0), key=lambda tag: -margins[tag])[:MAX_SUGGESTIONS]


def pegasos(
    vectors: Sequence[Mapping[str, float]], signs: Any, rounds: int = ROUNDS
) -> Generator[None, None, list[dict[str, float]]]:
    """Linear SVMs, one for each row of ``signs``, all trained in one pass over the articles; a round at each step.

    Step s on article i: η = 1/(λs); w ← (1 - ηλ)·w, and + η·k·y·x where y·(w·x) < 1; k is how much the article
    counts. w is held as v / s, so that the shrinking costs nothing.
    """
    places = {term: at for at, term in enumerate(sorted({term for found in vectors for term in found}))}
    rows = [(np.array([places[term] for term in found]), np.array([*found.values()])) for found in vectors]
    share = (signs > 0).mean(axis=1, keepdims=True)
    kinds = np.where(signs > 0, 0.5 / share, 0.5 / (1 - share))  # both sides of a class count the same together
    summed = np.zeros((len(signs), len(places)))
    step = 0
    generator = np.random.default_rng(SEED)
    for _ in range(rounds):
        for at in generator.permutation(len(rows)):
            where, values = rows[at]
            reached = signs[:, at] * (summed[:, where] @ values) / (REGULARISATION * max(step, 1))
            pushed = np.where(reached < 1, signs[:, at] * kinds[:, at], 0.0)
            summed[:, where] += np.outer(pushed, values)
            step += 1
        yield
    trained = summed / (REGULARISATION * step)
    return [dict(zip(places, map(float, row), strict=True)) for row in trained]
