"""Categories (paper C): suggests tags for an article, learned from the tags of the user's other articles.

Idea: a term indicates a class by the share of its occurrences in that class. Terms that indicate no class are dropped,
the others are weighted by that share, and a linear SVM classifies the articles.

Reference: web text feature selection by the uncertainty measure with SVM. Published: 2,820 pages, 10 classes.

Symbols → names: tf(t, c), tf(t) → ``occurrences``; UM(t, c) = tf(t, c) / tf(t) → ``uncertainty``; the
threshold 0.3 → ``MIN_UNCERTAINTY``; an article's vector → ``vector``; w of the SVM → ``Model.weights``.

Departures: the classes are the user's tags, of which an article may have several, so there is one SVM per tag against
the rest. It is trained by Pegasos (Shalev-Shwartz and others, 2007) with balanced classes, and only the largest weights
are kept, so that the model is small and readable.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from jingdu.library.topics.features import dot, unit

MIN_TAGGED_ARTICLES: Final = 10
MIN_ARTICLES_OF_TAG: Final = 2
MAX_TAGS: Final = 40
MAX_SUGGESTIONS: Final = 3
MIN_UNCERTAINTY: Final = 0.3
"""A term is dropped if its UM is lower in every class; as published."""
MAX_WEIGHTS_OF_TAG: Final = 200
REGULARISATION: Final = 0.01
"""λ of Pegasos."""
ROUNDS: Final = 20
SEED: Final = 1
BIAS_KEY: Final = ""
Counts = Mapping[str, float]


class Tagged(NamedTuple):
    """An article's term counts and tags."""

    counts: Counts
    tags: Sequence[str]


class Model(NamedTuple):
    """Term → max UM, and tag → weights of its SVM."""

    measure: dict[str, float]
    weights: dict[str, dict[str, float]]


def occurrences(articles: Iterable[Tagged], tag: str | None = None) -> Counter[str]:
    """tf(t, c): occurrences of each term in the articles of a class, or tf(t) in all articles."""
    found: Counter[str] = Counter()
    for article in articles:
        if tag is None or tag in article.tags:
            found.update(article.counts)
    return found


def uncertainty(in_class: float, in_all: float) -> float:
    """UM(t, c) = tf(t, c) / tf(t)."""
    return in_class / in_all


def indicative_terms(articles: Sequence[Tagged], tags: Iterable[str]) -> dict[str, float]:
    """Term → max UM(t, c) over the classes, if that is at least ``MIN_UNCERTAINTY``."""
    every = occurrences(articles)
    best: dict[str, float] = {}
    for tag in tags:
        for term, number in occurrences(articles, tag).items():
            best[term] = max(best.get(term, 0.0), uncertainty(number, every[term]))
    return {term: value for term, value in best.items() if value >= MIN_UNCERTAINTY}


def vector(counts: Counts, measure: Mapping[str, float]) -> dict[str, float]:
    """x(t, d) = tf(t, d) · max UM(t, c), normalised to length 1; and 1 for the bias."""
    return unit({term: number * measure[term] for term, number in counts.items() if term in measure}) | {BIAS_KEY: 1.0}


def train(articles: Sequence[Tagged]) -> Generator[None, None, Model | None]:
    """Learns a model from tagged articles in small steps; returns None if there are too few articles or tags."""
    used = Counter(tag for article in articles for tag in set(article.tags))
    tags = [tag for tag, number in used.most_common(MAX_TAGS) if MIN_ARTICLES_OF_TAG <= number < len(articles)]
    if len(articles) < MIN_TAGGED_ARTICLES or not tags:
        return None
    measure = indicative_terms(articles, tags)
    vectors = [vector(article.counts, measure) for article in articles]
    signs = np.array([[1.0 if tag in article.tags else -1.0 for article in articles] for tag in tags])
    trained = yield from pegasos(vectors, signs)
    weights = {}
    for tag, svm in zip(tags, trained, strict=True):
        best = sorted((term for term in svm if term), key=lambda term: -abs(svm[term]))[:MAX_WEIGHTS_OF_TAG]
        weights[tag] = {term: round(svm[term], 4) for term in [BIAS_KEY, *best] if svm[term]}
    terms = {term for svm in weights.values() for term in svm}
    return Model({term: value for term, value in measure.items() if term in terms}, weights)


def suggest(model: Model, counts: Counts, carried: Iterable[str] = ()) -> list[str]:
    """The tags with a positive margin w · x in descending order, without the tags in ``carried``."""
    found = vector(counts, model.measure)
    if len(found) == 1:
        return []
    margins = {tag: dot(svm, found) for tag, svm in model.weights.items() if tag not in set(carried)}
    return sorted((tag for tag, value in margins.items() if value > 0), key=lambda tag: -margins[tag])[:MAX_SUGGESTIONS]


def pegasos(vectors: Sequence[Mapping[str, float]], signs: Any) -> Generator[None, None, list[dict[str, float]]]:
    """Trains linear SVMs, one for each row of ``signs``, together; yields after each round.

    Step s on article i: η = 1/(λs); w ← (1 - ηλ)·w, and + η·k·y·x if y·(w·x) < 1, where k is the weight of the article.
    w is represented as v / s, so that the shrinking is free.
    """
    places = {term: at for at, term in enumerate(sorted({term for found in vectors for term in found}))}
    rows = [(np.array([places[term] for term in found]), np.array([*found.values()])) for found in vectors]
    share = (signs > 0).mean(axis=1, keepdims=True)
    kinds = np.where(signs > 0, 0.5 / share, 0.5 / (1 - share))  # balances both sides
    summed = np.zeros((len(signs), len(places)))
    step = 0
    generator = np.random.default_rng(SEED)
    for _ in range(ROUNDS):
        for at in generator.permutation(len(rows)):
            where, values = rows[at]
            reached = signs[:, at] * (summed[:, where] @ values) / (REGULARISATION * max(step, 1))
            pushed = np.where(reached < 1, signs[:, at] * kinds[:, at], 0.0)
            summed[:, where] += np.outer(pushed, values)
            step += 1
        yield
    return [dict(zip(places, map(float, row), strict=True)) for row in summed / (REGULARISATION * step)]
