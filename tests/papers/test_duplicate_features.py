"""Heaviest terms and an inverted index (S2): worked by hand, and against the paper's definition taken literally."""

from __future__ import annotations

from itertools import combinations
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jingdu.library.topics.duplicates import features
from jingdu.library.topics.passages import of_text
from jingdu.library.topics.terms import Sentence, sentences
from tests.papers.doubled import CHANGES, articles
from tests.papers.small_texts import SENTENCES, UNLIKE


def test_the_vector_by_hand() -> None:
    """The title counts four times: ferry 4 + 1, rope 1; the length is 1."""
    from jingdu.library.topics.idf import Idf

    alike = Idf(pages=100, least=1, held={})
    found = features.vector(sentences(of_text("rope\nferry", "Ferry")), alike)
    assert found == pytest.approx({"ferry": 5 / sqrt(26), "rope": 1 / sqrt(26)})
    assert len(features.vector(sentences(of_text("\n".join(f"word{n}" for n in range(30)))), alike)) == features.TERMS


def test_both_scripts_have_the_same_terms() -> None:
    simplified, traditional = (features.folded(of_text(text)) for text in ("图书馆里的旧书", "圖書館裡的舊書"))
    assert features.vector(simplified) == features.vector(traditional)


def test_the_cosine_by_hand() -> None:
    """(3, 4) and (4, 3) of length 5: 24/25, over the published 0.8; with nothing in common 0."""
    one, other = features.unit({"rope": 3, "ferry": 4}), features.unit({"rope": 4, "ferry": 3})
    assert features.cosine(one, other) == pytest.approx(24 / 25)
    assert features.cosine(one, features.unit({"mill": 1})) == 0.0


@given(SENTENCES, st.integers(1, 6))
def test_the_vector_is_the_definition_taken_literally(found: list[Sentence], most: int) -> None:
    heavy = {}
    for word in {term.key for s in found for run in s.runs for term in run}:
        in_blocks = [[term.weight for run in s.runs for term in run if term.key == word] for s in found]
        heavy[word] = sum(map(sum, in_blocks)) * max(UNLIKE.of(word), 0.1)
    kept = sorted(heavy, key=lambda word: (-heavy[word], word))[:most]
    length = sqrt(sum(heavy[word] ** 2 for word in kept))
    assert features.vector(found, UNLIKE, most) == pytest.approx({word: heavy[word] / length for word in kept})


def test_few_pairs_share_terms_enough_and_all_copies_do() -> None:
    """Of all pairs of the written articles and their copies few come out as candidates, all that are the same among."""
    texts = [(one.name, change(one)) for one in articles() for change in (lambda same: same, *CHANGES.values())]
    vectors = [features.vector(features.folded(of_text(text.text, text.title))) for _, text in texts]
    pairs = set(combinations(range(len(texts)), 2))
    near = {(one, other) for one, other in pairs if features.cosine(vectors[one], vectors[other]) >= features.NEAR}
    same = {(one, other) for one, other in pairs if texts[one][0] == texts[other][0]}
    assert same <= near
    assert len(near) <= 1.5 * len(same) < 0.1 * len(pairs)
