"""Keywords by a word network (K1): worked by hand, and against the paper's formulas taken literally."""

from __future__ import annotations

from itertools import pairwise, permutations, product

import pytest
from hypothesis import given, strategies as st

from jingdu.library.topics import word_network
from jingdu.library.topics.passages import TEXT, TITLE, Passage
from jingdu.library.topics.terms import Idf, Sentence, sentences
from tests.papers.small_texts import ALIKE, SENTENCES, UNLIKE, sentences_of

CROSSING = sentences_of("rope ferry", "ferry river", "rope river bank")
"""rope → ferry → river → bank, and rope → river: a triangle with a tail."""


def test_degree_clustering_and_betweenness_by_hand() -> None:
    made = word_network.network(CROSSING, 1)
    near = made.neighbours()
    assert word_network.degrees(made.edges, made.places) == {"rope": 2 / 3, "ferry": 2 / 3, "river": 1.0, "bank": 1 / 3}
    # of river's three neighbours one pair of three is joined; bank has a single one
    assert word_network.clustering(near) == {"rope": 1.0, "ferry": 1.0, "river": 1 / 3, "bank": 0.0}
    # only river lies between others: bank and rope, bank and ferry
    assert word_network.betweenness(near) == {"rope": 0.0, "ferry": 0.0, "river": 1.0, "bank": 0.0}


def shortest(near: dict[str, set[str]], one: str, other: str) -> list[tuple[str, ...]]:
    """All shortest ways, found by trying every one."""
    inner = [node for node in near if node not in (one, other)]
    for length in range(len(inner) + 1):
        ways = [(one, *way, other) for way in permutations(inner, length)]
        found = [way for way in ways if all(b in near[a] for a, b in pairwise(way))]
        if found:
            return found
    return []


@given(SENTENCES, st.integers(1, 3))
def test_edges_are_the_words_within_the_window_counted_one_by_one(found: list[Sentence], window: int) -> None:
    slow: dict[tuple[str, str], int] = {}
    for sentence in found:
        words = [term.key for run in sentence.runs for term in run]
        for before, after in product(range(len(words)), repeat=2):
            if 0 < after - before <= window and words[before] != words[after]:
                edge = words[before], words[after]
                slow[edge] = slow.get(edge, 0) + 1
    assert word_network.network(found, window).edges == slow


def literally(found: list[Sentence], idf: Idf, settings: word_network.Settings) -> dict[str, float]:
    """α·D + β·C + γ·B as the paper writes it: every sum over every word and every pair of words."""
    edges = word_network.network(found, settings.window).edges
    words = sorted({term.key for sentence in found for run in sentence.runs for term in run})
    near = {a: {b for b in words if (a, b) in edges or (b, a) in edges} for a in words}
    heavy = {word: max(t.weight for s in found for run in s.runs for t in run if t.key == word) for word in words}
    node = {word: heavy[word] * max(idf.of(word), 0.1) ** settings.idf for word in words}
    degree = {a: node[a] * sum(edges.get((a, b), 0) + edges.get((b, a), 0) for b in words) for a in words}
    between = dict.fromkeys(words, 0.0)
    for one, other in permutations(words, 2):
        ways = shortest(near, one, other)
        for word in set(words) - {one, other}:
            between[word] += sum(word in way for way in ways) / max(len(ways), 1)
    cluster = {}
    for word in words:
        pairs = [(a, b) for a, b in product(sorted(near[word]), repeat=2) if a < b]
        cluster[word] = sum(b in near[a] for a, b in pairs) / max(len(pairs), 1)
    most, widest = max(degree.values(), default=0) or 1, max(between.values(), default=0) or 1
    return {
        word: settings.degree * degree[word] / most
        + settings.clustering * cluster[word]
        + settings.betweenness * between[word] / widest
        for word in words
    }


@pytest.mark.parametrize("settings", [word_network.PLAIN, word_network.TUNED], ids=["plain", "tuned"])
@given(found=SENTENCES)
def test_the_score_is_the_formula_taken_literally(found: list[Sentence], settings: word_network.Settings) -> None:
    assert word_network.scores(found, UNLIKE, settings) == pytest.approx(literally(found, UNLIKE, settings))


def test_the_title_raises_the_weight_of_a_node() -> None:
    """oar and tide have one joint each; the title has tide, of weight 4: degrees 1 and 4, of 4."""
    found = sentences([Passage("tide", TITLE), Passage("oar tide", TEXT)])
    made = word_network.network(found, 1)
    assert made.places == {"oar": 1.0, "tide": 4.0}
    assert word_network.degrees(made.edges, made.places) == {"oar": 0.25, "tide": 1.0}


def test_betweenness_is_counted_among_those_that_lead() -> None:
    """A star wider than the pool: its middle lies between all others, and the points have their degree alone."""
    found = sentences_of(*(f"ferry word{number}a" for number in range(2 * word_network.POOL)))
    score = word_network.scores(found, ALIKE, word_network.Settings(1.0, 0.0, 1.0, 0.0, 1))
    assert score["ferry"] == 2.0
    assert {value for word, value in score.items() if word != "ferry"} == {1 / (2 * word_network.POOL)}
