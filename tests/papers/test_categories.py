"""Paper C: the uncertainty measure selects and weights terms; a linear SVM suggests tags."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Sequence
from typing import TypeVar, cast

import numpy as np
import pytest

from jingdu.library.topics import categories
from jingdu.library.topics.categories import BIAS_KEY, Model, Tagged, indicative_terms, pegasos, suggest, train, vector
from jingdu.library.topics.features import dot
from jingdu.library.topics.terms import counts, sentences
from tests.papers.small_texts import TOPICS, article

Result = TypeVar("Result")
ARTICLES = [
    Tagged({"goal": 3, "keeper": 1, "day": 1}, ["football"]),
    Tagged({"goal": 1, "day": 1}, ["football", "long"]),
    Tagged({"soup": 2, "day": 2, "goal": 1}, ["cooking"]),
]


def test_uncertainty_measure_worked_example() -> None:
    """UM(t, c) = tf(t, c) / tf(t): goal 4/5 in football; day 2/4 in football and in cooking; keeper and soup 1."""
    assert indicative_terms(ARTICLES, ["football", "cooking"]) == {"goal": 0.8, "keeper": 1.0, "day": 0.5, "soup": 1.0}
    assert indicative_terms(ARTICLES, ["long"]) == {}


def test_vector_worked_example() -> None:
    """goal 3 · 0.8 = 2.4, keeper 1 · 0.7 = 0.7, norm 2.5; terms without a measure are ignored."""
    found = vector(ARTICLES[0].counts, {"goal": 0.8, "keeper": 0.7})
    assert found == pytest.approx({"goal": 0.96, "keeper": 0.28, BIAS_KEY: 1.0})
    assert dot({"goal": 2.0, BIAS_KEY: -1.0}, found) == pytest.approx(0.92)


def result(work: Generator[None, None, Result]) -> Result:
    """The return value of a generator."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return cast(Result, end.value)


def learn(articles: Sequence[Tagged]) -> Model | None:
    return result(train(articles))


def test_pegasos_worked_example() -> None:
    """Each article updates the weights in its first step only (0 < 1 ≤ 0.8² / 39 λ): v = ±x; w = v / 40 λ."""
    trained = result(pegasos([{"a": 1.0}, {"b": 0.8}], np.array([[1.0, -1.0]])))
    assert trained == [pytest.approx({"a": 2.5, "b": -2.0})]


def reference_pegasos(vectors: Sequence[dict[str, float]], signs: Sequence[float]) -> dict[str, float]:
    """Pegasos as published, on dictionaries: every step scales the whole vector."""
    share = sum(sign > 0 for sign in signs) / len(signs)
    lam = categories.REGULARISATION
    weights = dict.fromkeys({term for one in vectors for term in one}, 0.0)
    generator = np.random.default_rng(categories.SEED)
    order = [int(at) for _ in range(categories.ROUNDS) for at in generator.permutation(len(vectors))]
    for step, at in enumerate(order, 1):
        rate = 1 / (lam * step)
        reached = signs[at] * sum(weights[term] * value for term, value in vectors[at].items())
        weights = {term: (1 - rate * lam) * value for term, value in weights.items()}
        if reached < 1:
            for term, value in vectors[at].items():
                weights[term] += rate * signs[at] * value * 0.5 / (share if signs[at] > 0 else 1 - share)
    return weights


def test_pegasos_matches_the_reference_implementation() -> None:
    chance = random.Random(4)
    vectors = [{term: chance.random() for term in chance.sample("abcdefgh", 4)} for _ in range(12)]
    signs = [1.0, -1.0, -1.0] * 4
    fast = result(pegasos(vectors, np.array([signs, [-sign for sign in signs]])))
    assert fast[0] == pytest.approx(reference_pegasos(vectors, signs))
    assert fast[1] == pytest.approx(reference_pegasos(vectors, [-sign for sign in signs]))


def tagged(half: int, number: int) -> list[Tagged]:
    """``number`` articles per topic, tagged with it, from one half of the sentences."""
    chance = random.Random(half)
    return [Tagged(counts(sentences(article(topic, half, chance))), [topic]) for topic in TOPICS for _ in range(number)]


def evaluated(model: Model, wanted: Sequence[Tagged]) -> tuple[float, float, float]:
    """Accuracy of the first suggestion; precision and recall of all suggestions."""
    found = [suggest(model, one.counts) for one in wanted]
    right = sum(one.tags[0] in tags for one, tags in zip(wanted, found, strict=True))
    first = sum(tags[:1] == one.tags for one, tags in zip(wanted, found, strict=True))
    return first / len(wanted), right / max(1, sum(map(len, found))), right / len(wanted)


def cross_validated(number: int) -> tuple[float, float, float]:
    """Two-fold cross-validation: trains on one half of the sentences and tests on the other, and vice versa."""
    both = []
    for half in (0, 1):
        model = learn(tagged(half, number))
        assert model
        both.append(evaluated(model, tagged(1 - half, 10)))
    return tuple(map(float, np.mean(both, axis=0)))  # type: ignore[return-value]


def test_tags_of_unseen_articles_are_suggested() -> None:
    """Eight topics, unseen sentences: the accuracy by chance is 1/8."""
    accuracy, precision, recall = cross_validated(4)
    assert accuracy >= 0.7
    assert precision >= 0.9
    assert recall >= 0.7


def test_too_few_articles_or_usable_tags_give_no_model() -> None:
    some = tagged(0, 3)
    assert learn(some[:9]) is None
    assert learn([one._replace(tags=["all"]) for one in some]) is None
    assert learn([one._replace(tags=[str(at)]) for at, one in enumerate(some)]) is None
    assert learn(some[:10])


def test_unknown_words_and_existing_tags_give_no_suggestion() -> None:
    model = learn(tagged(0, 4))
    assert model
    assert suggest(model, Counter(["zzz"])) == []
    one = tagged(0, 4)[0]
    assert suggest(model, one.counts)[0] == one.tags[0]
    assert one.tags[0] not in suggest(model, one.counts, carried=one.tags)


if __name__ == "__main__":
    for number in (2, 4, 10):
        first, precision, recall = cross_validated(number)
        print(f"{number} articles a tag: first right {first:.2f}, precision {precision:.2f}, recall {recall:.2f}")
