"""Paper C: the uncertainty measure chooses and weighs terms, a linear SVM finds the tags."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Sequence
from typing import TypeVar, cast

import numpy as np
import pytest

from jingdu.library.topics import categories
from jingdu.library.topics.categories import BIAS, Model, Tagged, indicative_terms, pegasos, suggest, train, vector
from jingdu.library.topics.features import dot
from jingdu.library.topics.terms import counts, sentences
from tests.papers.small_texts import TOPICS, article

Result = TypeVar("Result")
BY_HAND = [
    Tagged({"goal": 3, "keeper": 1, "day": 1}, ["football"]),
    Tagged({"goal": 1, "day": 1}, ["football", "long"]),
    Tagged({"soup": 2, "day": 2, "goal": 1}, ["cooking"]),
]


def test_the_measure_by_hand() -> None:
    """goal: 4 of 5 in football; day: 2 of 4 in football and in cooking; soup and keeper wholly in theirs."""
    assert indicative_terms(BY_HAND, ["football", "cooking"]) == {"goal": 0.8, "keeper": 1.0, "day": 0.5, "soup": 1.0}
    assert indicative_terms(BY_HAND, ["long"]) == {}


def test_a_vector_by_hand() -> None:
    """goal 3 · 0.8 = 2.4, keeper 1 · 0.7 = 0.7; the length is 2.5; what has no measure is not in it."""
    found = vector(BY_HAND[0].counts, {"goal": 0.8, "keeper": 0.7})
    assert found == pytest.approx({"goal": 0.96, "keeper": 0.28, BIAS: 1.0})
    assert dot({"goal": 2.0, BIAS: -1.0}, found) == pytest.approx(0.92)


def result(work: Generator[None, None, Result]) -> Result:
    """What a generator returns after its last step."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return cast(Result, end.value)


def learn(articles: Sequence[Tagged]) -> Model | None:
    return result(train(articles))


def test_the_svm_by_hand() -> None:
    """Both articles are pushed at their first step alone (0 < 1 ≤ 0.8² / 39 λ): v = ±x; w = v / 40 λ."""
    trained = result(pegasos([{"a": 1.0}, {"b": 0.8}], np.array([[1.0, -1.0]])))
    assert trained == [pytest.approx({"a": 2.5, "b": -2.0})]


def slow_svm(vectors: Sequence[dict[str, float]], signs: Sequence[float]) -> dict[str, float]:
    """Pegasos as published, with dictionaries: the whole vector shrinks at every step."""
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


def test_the_fast_svm_agrees_with_the_slow_one() -> None:
    chance = random.Random(4)
    vectors = [{term: chance.random() for term in chance.sample("abcdefgh", 4)} for _ in range(12)]
    signs = [1.0, -1.0, -1.0] * 4
    fast = result(pegasos(vectors, np.array([signs, [-sign for sign in signs]])))
    assert fast[0] == pytest.approx(slow_svm(vectors, signs))
    assert fast[1] == pytest.approx(slow_svm(vectors, [-sign for sign in signs]))


def tagged(half: int, number: int) -> list[Tagged]:
    """So many articles of each topic of one half, tagged with it."""
    chance = random.Random(half)
    return [Tagged(counts(sentences(article(topic, half, chance))), [topic]) for topic in TOPICS for _ in range(number)]


def judged(model: Model, wanted: Sequence[Tagged]) -> tuple[float, float, float]:
    """Share of articles whose first suggestion is right; precision and recall of all suggestions."""
    found = [suggest(model, one.counts) for one in wanted]
    right = sum(one.tags[0] in tags for one, tags in zip(wanted, found, strict=True))
    first = sum(tags[:1] == one.tags for one, tags in zip(wanted, found, strict=True))
    return first / len(wanted), right / max(1, sum(map(len, found))), right / len(wanted)


def crossed(number: int) -> tuple[float, float, float]:
    """Two-fold cross-validation: learned from one half's sentences, judged on the other's, and turned round."""
    both = []
    for half in (0, 1):
        model = learn(tagged(half, number))
        assert model
        both.append(judged(model, tagged(1 - half, 10)))
    return tuple(map(float, np.mean(both, axis=0)))  # type: ignore[return-value]


def test_tags_of_articles_that_were_not_learned_are_found() -> None:
    """Eight topics, sentences of the judged half never seen: by chance one in eight would be right."""
    accuracy, precision, recall = crossed(4)
    assert accuracy >= 0.7
    assert precision >= 0.9
    assert recall >= 0.7


def test_nothing_is_suggested_before_ten_articles_are_tagged_nor_of_one_tag() -> None:
    some = tagged(0, 3)
    assert learn(some[:9]) is None
    assert learn([one._replace(tags=["all"]) for one in some]) is None
    assert learn([one._replace(tags=[str(at)]) for at, one in enumerate(some)]) is None
    assert learn(some[:10])


def test_unknown_words_get_no_tag_and_no_tag_is_suggested_twice() -> None:
    model = learn(tagged(0, 4))
    assert model
    assert suggest(model, Counter(["zzz"])) == []
    one = tagged(0, 4)[0]
    assert suggest(model, one.counts)[0] == one.tags[0]
    assert one.tags[0] not in suggest(model, one.counts, carried=one.tags)


if __name__ == "__main__":
    for number in (2, 4, 10):
        first, precision, recall = crossed(number)
        print(f"{number} articles a tag: first right {first:.2f}, precision {precision:.2f}, recall {recall:.2f}")
