"""Heaviest terms and an inverted index (S2): worked by hand, and against the paper's definition taken literally."""

from __future__ import annotations

import time
from itertools import combinations
from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jingdu.library.topics.duplicates import features
from jingdu.library.topics.passages import Passage, of_html, of_text
from jingdu.library.topics.terms import Sentence, sentences
from tests.papers.doubled import CHANGES, articles
from tests.papers.small_texts import CODE_ONLY, EDGES, JAPANESE, LONG, MIXED, SENTENCES, UNLIKE


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


VECTORS = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(0.1, 5), min_size=1).map(features.unit)


@given(st.lists(VECTORS, max_size=8), VECTORS, st.floats(0.05, 0.95))
def test_the_inverted_index_gives_what_comparing_all_gives(
    kept: list[dict[str, float]], new: dict[str, float], least: float
) -> None:
    postings = features.Postings()
    for number, vector in enumerate(kept):
        postings.put(str(number), vector)
    slow = {}
    for number, vector in enumerate(kept):
        value = sum(new[key] * vector[key] for key in new if key in vector)
        assert isclose(value, features.cosine(new, vector))
        if value >= least and value:
            slow[str(number)] = value
    assert postings.candidates(new, least) == pytest.approx(slow)


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


def test_the_index_spares_most_comparisons_and_misses_no_copy() -> None:
    """Of all pairs of the written articles and their copies few come out as candidates, all that are the same among."""
    texts = [(one.name, change(one)) for one in articles() for change in (lambda same: same, *CHANGES.values())]
    vectors = [features.vector(features.folded(of_text(text.text, text.title))) for _, text in texts]
    postings = features.Postings()
    for number, vector in enumerate(vectors):
        postings.put(str(number), vector)
    near = {(one, int(other)) for one, vector in enumerate(vectors) for other in postings.candidates(vector)}
    pairs = set(combinations(range(len(texts)), 2))
    same = {(one, other) for one, other in pairs if texts[one][0] == texts[other][0]}
    assert same <= near
    assert len(near & pairs) <= 1.5 * len(same) < 0.1 * len(pairs)


@pytest.mark.parametrize("text", [text for text, _ in EDGES.values()], ids=EDGES)
def test_little_text_has_few_terms(text: list[Passage]) -> None:
    found = features.vector(features.folded(text))
    assert len(found) <= 1
    assert features.cosine(found, found) == len(found)


def test_japanese_mixed_and_code() -> None:
    japanese, mixed = (features.vector(features.folded(of_text(text))) for text in (JAPANESE, MIXED))
    assert features.cosine(japanese, japanese) == pytest.approx(1) == features.cosine(mixed, mixed)
    assert features.cosine(japanese, mixed) == 0
    assert {"kubernete", "数据库"} <= mixed.keys()
    assert not features.vector(features.folded(of_html(CODE_ONLY)))


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_long_texts_take_a_bounded_time(text: str) -> None:
    begun = time.process_time()
    assert 1 <= len(features.vector(features.folded(of_text(text)))) <= features.TERMS
    assert time.process_time() - begun < 20
