"""Near-duplicates: term vectors (S2), characteristic strings (S1), common runs, and detection of typical copies."""

from __future__ import annotations

from importlib.resources import files
from itertools import combinations
from math import sqrt

import pytest
from hypothesis import given, strategies as st

from jingdu.crawl.fingerprints import characteristic
from jingdu.library.topics import features
from jingdu.library.topics.passages import of_text
from jingdu.library.topics.similarity import RUN_LENGTH, Shared, is_same, shared, units
from jingdu.library.topics.terms import Sentence, sentences
from tests.papers.near_duplicate_methods import METHODS, NEAR, default_method, precision_recall, similarity
from tests.papers.near_duplicates import CHANGES, articles, is_chinese, pairs
from tests.papers.small_texts import SENTENCES, TEST_IDF

UNITS = st.lists(st.sampled_from("abcd"), max_size=14)


def test_similarity_worked_example() -> None:
    """Six of eight words are in runs of four that both texts contain: 12/16."""
    one, other = "a b c d e f x y".split(), "a b c d e f v w".split()
    assert shared(one, other) == Shared(6, 6, 8, 8)
    assert shared(one, other).similarity == 0.75
    assert Shared(30, 30, 30, 90).containment == 1.0
    assert is_same(Shared(30, 30, 30, 90)) and not is_same(Shared(20, 20, 20, 90))


@given(UNITS, UNITS)
def test_common_runs_match_brute_force(one: list[str], other: list[str]) -> None:
    def covered(text: list[str], known: list[str]) -> int:
        size = min(RUN_LENGTH, len(text)) or 1
        near = min(RUN_LENGTH, len(known)) or 1
        there = {tuple(known[at : at + near]) for at in range(max(len(known) - near + 1, 0))}
        inside = set()
        for at in range(max(len(text) - size + 1, 0)):
            if tuple(text[at : at + size]) in there:
                inside |= set(range(at, at + size))
        return len(inside)

    found = shared(one, other)
    if one and other:
        assert (found.one, found.other) == (covered(one, other), covered(other, one))
    assert 0 <= found.similarity <= 1


FLOOR = 0.97
"""Minimum precision and recall of the default method, over all pairs and per script."""


@pytest.mark.parametrize("chinese", [None, True, False], ids=["all", "Chinese", "English"])
def test_default_method_finds_all_copies_and_nothing_else(chinese: bool | None) -> None:
    """``python tests/papers/near_duplicate_methods.py`` prints the figures of all methods."""
    chosen = [pair for pair in pairs() if chinese is None or is_chinese(pair.one) == chinese]
    precision, recall = precision_recall(chosen, default_method)
    assert precision >= FLOOR and recall >= FLOOR


def documented_figures() -> dict[str, tuple[float, float]]:
    """Method → precision and recall over all pairs in PAPERS.md."""
    rows = [line.split("|") for line in (files("jingdu.library") / "PAPERS.md").read_text("utf-8").splitlines()]
    return {row[1].strip(" *"): (float(row[2]), float(row[3])) for row in rows
            if row[0] == "" and len(row) == 13 and row[1].startswith((" S2", " **S2"))}  # fmt: skip


@pytest.mark.long
def test_figures_in_papers_md_are_current() -> None:
    """On failure, print the table and copy it to PAPERS.md."""
    measured = {name: precision_recall(pairs(), method) for name, method in METHODS.items() if name.startswith("S2")}
    assert {name: pytest.approx(figures, abs=0.0051) for name, figures in documented_figures().items()} == measured


def test_retouched_copies_are_similar() -> None:
    retouched = [similarity(pair) for pair in pairs() if pair.kind == "retouched"]
    assert min(retouched) > 0.5 > 0.1 > max(similarity(pair) for pair in pairs() if pair.kind == "other topic")


def test_vector_worked_example() -> None:
    """The title counts four times: ferry 4 + 1, rope 1; normalised to length 1."""
    from jingdu.library.topics.terms import Idf

    idf = Idf(pages=100, least=1, held={})
    found = features.vector(sentences(of_text("rope\nferry", "Ferry")), idf)
    assert found == pytest.approx({"ferry": 5 / sqrt(26), "rope": 1 / sqrt(26)})
    assert len(features.vector(sentences(of_text("\n".join(f"word{n}" for n in range(30)))), idf)) == features.TERMS


def test_simplified_and_traditional_text_have_the_same_terms() -> None:
    simplified, traditional = (features.folded(of_text(text)) for text in ("图书馆里的旧书", "圖書館裡的舊書"))
    assert features.vector(simplified) == features.vector(traditional)


def test_cosine_worked_example() -> None:
    """(3, 4) · (4, 3) / 5² = 24/25, above the published 0.8; 0 without a common term."""
    one, other = features.unit({"rope": 3, "ferry": 4}), features.unit({"rope": 4, "ferry": 3})
    assert features.dot(one, other) == pytest.approx(24 / 25)
    assert features.dot(one, features.unit({"mill": 1})) == 0.0


@given(SENTENCES, st.integers(1, 6))
def test_vector_matches_the_definition(found: list[Sentence], most: int) -> None:
    heavy = {}
    for word in {term.key for s in found for run in s.runs for term in run}:
        in_blocks = [[term.weight for run in s.runs for term in run if term.key == word] for s in found]
        heavy[word] = sum(map(sum, in_blocks)) * max(TEST_IDF.of(word), 0.1)
    kept = sorted(heavy, key=lambda word: (-heavy[word], word))[:most]
    length = sqrt(sum(heavy[word] ** 2 for word in kept))
    assert features.vector(found, TEST_IDF, most) == pytest.approx({word: heavy[word] / length for word in kept})


def test_candidates_include_all_copies_and_few_other_pairs() -> None:
    texts = [(one.name, change(one)) for one in articles() for change in (lambda same: same, *CHANGES.values())]
    vectors = [features.vector(features.folded(of_text(text.text, text.title))) for _, text in texts]
    pairs = set(combinations(range(len(texts)), 2))
    near = {(one, other) for one, other in pairs if features.dot(vectors[one], vectors[other]) >= NEAR}
    same = {(one, other) for one, other in pairs if texts[one][0] == texts[other][0]}
    assert same <= near
    assert len(near) <= 1.5 * len(same) < 0.1 * len(pairs)


def test_characteristic_string_worked_example() -> None:
    """The characters before and after each 船: 渡|过, ，|上, 的|夫."""
    assert characteristic(list("渡船过河，船上的船夫"), [["船"]]) == ["渡", "过", "，", "上", "的", "夫"]
    assert characteristic(["船", "a"], [["船"]]) == ["a"]
    assert characteristic(["a"], [["船"], []]) == []


STORY = "渡船沿着缆绳过河，老人坐在渡船上，看渡船靠岸。"
"""Characters before and after each 渡船: |沿, 在|上, 看|靠."""


def test_text_around_a_copy_barely_changes_its_characteristic_string() -> None:
    """The lead adds a punctuation mark (¦ for any) before the first 渡船; the other five characters stay the same."""
    copied = "本文转载。" + STORY + "责任编辑小陈。"
    made = [characteristic(units(text), [units("渡船")]) for text in (STORY, copied)]
    assert made == [list("沿在上看靠"), list("¦沿在上看靠")]


def reference_string(text: list[str], keywords: list[list[str]]) -> list[str]:
    """The string by comparing each keyword at each position."""
    string = []
    for at in range(len(text)):
        for keyword in keywords:
            if text[at : at + len(keyword)] == keyword:
                string += text[max(at - 1, 0) : at] + text[at + len(keyword) : at + len(keyword) + 1]
    return string


@given(UNITS, st.lists(st.sampled_from(["a", "b", "cd"]), unique=True, max_size=3))
def test_characteristic_string_matches_the_definition(text: list[str], words: list[str]) -> None:
    keywords = [list(word) for word in words]
    assert characteristic(text, keywords) == reference_string(text, keywords)
