"""Near-duplicates: characteristic strings (S1), terms and an inverted index (S2), common runs; two witnesses each."""

from __future__ import annotations

import random
import time
from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from double_methods import likeness, ours, precision_recall
from doubled import is_chinese, pairs
from jingdu.library.duplicates import METHODS, confirmed, features, is_same, strings
from jingdu.library.duplicates.likeness import RUN, Shared, shared, units
from jingdu.library.passages import of_text
from jingdu.library.terms import sentences

UNITS = st.lists(st.sampled_from("abcd"), max_size=14)


# S1


def test_the_characteristic_string_by_hand() -> None:
    """What stands right before and after each 船: 渡|过, 上|的."""
    assert strings.characteristic(list("渡船过河，船上的船夫"), [["船"]]) == ["渡", "过", "，", "上", "的", "夫"]
    assert strings.characteristic(["船", "a"], [["船"]]) == ["a"]
    assert strings.characteristic(["a"], [["船"], []]) == []


def test_the_similarity_by_hand() -> None:
    """abcx and yabc share abc: 2·3 / (4 + 4)."""
    assert strings.similarity(list("abcx"), list("yabc")) == 0.75
    assert strings.similarity(list("abc"), list("abc")) == 1.0
    assert strings.similarity([], []) == 0.0


@given(UNITS, UNITS)
def test_the_longest_common_substring_is_found(one: list[str], other: list[str]) -> None:
    cuts = {tuple(one[a:b]) for a in range(len(one)) for b in range(a + 1, len(one) + 1)}
    slow = max((len(cut) for cut in cuts if "".join(cut) in "".join(other)), default=0)
    assert strings.longest_common(one, other) == slow


@given(UNITS, st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=3), max_size=3))
def test_characteristic_strings_read_literally(text: list[str], keywords: list[list[str]]) -> None:
    slow = []
    for at in range(len(text)):
        for keyword in keywords:
            if text[at : at + len(keyword)] == keyword:
                slow += text[at - 1 : at] if at else []
                slow += text[at + len(keyword) : at + len(keyword) + 1]
    assert sorted(strings.characteristic(text, keywords)) == sorted(slow)


def test_long_strings_take_linear_time() -> None:
    chance = random.Random(1)
    one, other = ([chance.choice("abcdefgh") for _ in range(30_000)] for _ in range(2))
    begun = time.process_time()
    assert strings.longest_common(one, other) > 3
    assert time.process_time() - begun < 5


# S2


def test_the_vector_by_hand() -> None:
    """The title counts four times: ferry 4 + 1, rope 1; the length is 1."""
    from jingdu.library.rarity import Rarity

    alike = Rarity(pages=100, least=1, held={})
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


# What confirms, and what a user is told.


def test_the_likeness_by_hand() -> None:
    """Of eight words six stand in runs of four that the other has: 12 of 16."""
    one, other = "a b c d e f x y".split(), "a b c d e f v w".split()
    assert shared(one, other) == Shared(6, 6, 8, 8)
    assert shared(one, other).likeness == 0.75
    assert Shared(30, 30, 30, 90).held == 1.0
    assert is_same(Shared(30, 30, 30, 90)) and not is_same(Shared(20, 20, 20, 90))


@given(UNITS, UNITS)
def test_the_common_runs_read_literally(one: list[str], other: list[str]) -> None:
    def covered(text: list[str], known: list[str]) -> int:
        size = min(RUN, len(text)) or 1
        near = min(RUN, len(known)) or 1
        there = {tuple(known[at : at + near]) for at in range(max(len(known) - near + 1, 0))}
        inside = set()
        for at in range(max(len(text) - size + 1, 0)):
            if tuple(text[at : at + size]) in there:
                inside |= set(range(at, at + size))
        return len(inside)

    found = shared(one, other)
    if one and other:
        assert (found.one, found.other) == (covered(one, other), covered(other, one))
    assert 0 <= found.likeness <= 1


def test_units_are_characters_of_chinese_and_words_of_others_folded() -> None:
    assert units("圖書 Library") == units("图书 library")
    assert len(units("图书 library")) == 3


@pytest.mark.parametrize("method", METHODS)
def test_an_article_is_itself(method: str) -> None:
    text = units(
        "There is no engine on the ferry at Alder Reach, and there never has been one. 渡船没有发动机，也从来没有过。"
    )
    assert confirmed(text, text, ["ferry", "渡船"], method)


def test_a_method_that_there_is_not_is_refused() -> None:
    with pytest.raises(KeyError):
        confirmed([], [], [], "magic")


def test_the_default_finds_the_copies_and_only_them() -> None:
    """On the pairs of ``doubled``; the whole table is printed by ``python tests/papers/double_methods.py``."""
    for chinese in (True, False):
        told = [pair for pair in pairs() if is_chinese(pair.one) == chinese]
        precision, recall = precision_recall(told, ours)
        assert precision >= 0.95 and recall >= 0.97


def test_a_copy_that_was_edited_a_little_is_told_to_be_nearly_the_same() -> None:
    retouched = [likeness(pair) for pair in pairs() if pair.kind == "retouched"]
    others = [likeness(pair) for pair in pairs() if pair.kind == "other topic"]
    assert min(retouched) > 0.5 > 0.1 > max(others)
