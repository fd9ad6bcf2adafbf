"""Keywords by naive Bayes (K2): worked examples, and a reference implementation of the features."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given

from jingdu.extractors import weight_files
from jingdu.faults import Fault
from jingdu.learn.train import keywords as learning
from jingdu.library.topics import bayes
from jingdu.library.topics.phrases import candidates, merged
from jingdu.library.topics.terms import Sentence
from tests.papers.small_texts import FLAT_IDF, SENTENCES, TEST_IDF, sentences_of


def test_probability_worked_example() -> None:
    """High TF×IDF and early: 0.2·0.9·0.7 = 0.126 against 0.8·0.2·0.2 = 0.032."""
    table = bayes.Table(
        prior=0.2,
        features={
            "tfidf": bayes.Bins((0.5,), (0.1, 0.9), (0.8, 0.2)),
            "first": bayes.Bins((0.1, 0.6), (0.7, 0.2, 0.1), (0.2, 0.3, 0.5)),
        },
    )
    assert table.probability({"tfidf": 0.7, "first": 0.05}) == pytest.approx(0.126 / (0.126 + 0.032))


def test_features_worked_example() -> None:
    """rope ferry | ferry river: ferry is in both sentences, first after one word of four."""
    found = candidates(sentences_of("rope ferry", "ferry river"))
    ferry = found["ferry",]
    assert [(place.sentence, place.at) for place in ferry] == [(0, 1), (1, 2)]
    assert bayes.tfidf(ferry, 4.0) == 2 * sqrt(4.0)
    assert bayes.first(ferry, 4) == 0.25
    # relatedness to rope and to river: 2·1/(2+1) each
    assert bayes.coherence(frozenset({0, 1}), [frozenset({0}), frozenset({1})]) == pytest.approx(4 / 3)
    measured = bayes.features(found, FLAT_IDF)
    assert measured["ferry",] == {"tfidf": 1.0, "first": 0.25, "length": 1.0, "coherence": 1.0, "place": 1.0}
    assert measured["rope",]["coherence"] == pytest.approx(0.5)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"tables": {"chinese": {}}}', '{"tables": 1, "provenance": {}}'])
def test_an_invalid_model_is_rejected(text: str) -> None:
    with pytest.raises(Fault, match="bad_weights"):
        bayes.from_json(text)


def test_the_packaged_model_has_provenance_and_round_trips() -> None:
    model = weight_files.loaded("keywords", bayes.from_json)
    assert set(model.tables) == set(bayes.SCRIPTS)
    assert bayes.from_json(model.as_json()) == model
    assert "corpora" in model.provenance and model.provenance.get("command")


def reference_features(found: list[Sentence]) -> dict[tuple[str, ...], dict[str, float]]:
    """T, O, L, C and the place of each candidate, found by searching the whole text for it."""
    flat = [(number, run, at) for number, s in enumerate(found) for run in s.runs for at in range(len(run))]
    choices = merged(candidates(found))
    heavy, first, place, where = {}, {}, {}, {}
    for key in choices:
        hits = [
            (index, number, min(term.weight for term in run[at : at + len(key)]))
            for index, (number, run, at) in enumerate(flat)
            if tuple(term.key for term in run[at : at + len(key)]) == key
        ]
        heavy[key] = sum(weight for *_, weight in hits) * sqrt(sum(map(TEST_IDF.of, key)) / len(key))
        first[key], place[key] = hits[0][0], max(weight for *_, weight in hits)
        where[key] = {number for _, number, _ in hits}
    last = max((place.at for places in choices.values() for place in places), default=0)
    near = {
        key: sum(2 * len(where[key] & where[o]) / (len(where[key]) + len(where[o])) for o in choices if o != key)
        for key in choices
    }
    most, nearest = max(heavy.values(), default=0) or 1, max(near.values(), default=0) or 1
    return {
        key: {
            "tfidf": heavy[key] / most, "first": first[key] / (last + 1), "length": len(key),
            "coherence": near[key] / nearest, "place": place[key],
        }
        for key in choices
    }  # fmt: skip


@given(SENTENCES)
def test_features_match_the_reference_implementation(text: list[Sentence]) -> None:
    found, expected = bayes.features(merged(candidates(text)), TEST_IDF), reference_features(text)
    assert found.keys() == expected.keys()
    for key, values in found.items():
        assert values == pytest.approx(expected[key])


def test_equal_depth_bins_worked_example() -> None:
    """Each of the twenty bins has two of the forty keywords' values 1 … 40; smoothing adds one per bin: 3/60."""
    values = np.array([*range(1, 41), 100, 100], dtype=float)
    bins = learning._bins(values, values < 100)
    assert len(bins.edges) == learning.DEPTH - 1
    assert set(bins.yes) == {0.05}
    assert bins.no == pytest.approx([1 / 22] * 19 + [3 / 22], rel=1e-4)
