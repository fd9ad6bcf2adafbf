"""Keywords by a word network (K1): worked examples, and a reference implementation of the formulas."""

from __future__ import annotations

from itertools import pairwise, permutations, product

import pytest
from hypothesis import given, strategies as st

from jingdu.library.topics import word_network
from jingdu.library.topics.passages import TEXT, TITLE, Passage
from jingdu.library.topics.terms import Idf, Sentence, sentences
from tests.papers.small_texts import FLAT_IDF, SENTENCES, TEST_IDF, sentences_of

EXAMPLE = sentences_of("rope ferry", "ferry river", "rope river bank")
"""rope → ferry → river → bank, and rope → river: a triangle and a vertex of degree one."""


def test_degree_clustering_and_betweenness_worked_example() -> None:
    made = word_network.network(EXAMPLE, 1)
    near = made.neighbours()
    assert word_network.degrees(made.edges, made.places) == {"rope": 2 / 3, "ferry": 2 / 3, "river": 1.0, "bank": 1 / 3}
    # one of the three pairs of river's neighbours is adjacent; bank has a single neighbour
    assert word_network.clustering(near) == {"rope": 1.0, "ferry": 1.0, "river": 1 / 3, "bank": 0.0}
    # only river is on shortest paths between others: bank to rope, bank to ferry
    assert word_network.betweenness(near) == {"rope": 0.0, "ferry": 0.0, "river": 1.0, "bank": 0.0}


def shortest_paths(near: dict[str, set[str]], one: str, other: str) -> list[tuple[str, ...]]:
    """All shortest paths, by brute force."""
    inner = [node for node in near if node not in (one, other)]
    for length in range(len(inner) + 1):
        paths = [(one, *path, other) for path in permutations(inner, length)]
        found = [path for path in paths if all(b in near[a] for a, b in pairwise(path))]
        if found:
            return found
    return []


@given(SENTENCES, st.integers(1, 3))
def test_edges_match_a_brute_force_count(found: list[Sentence], window: int) -> None:
    expected: dict[tuple[str, str], int] = {}
    for sentence in found:
        words = [term.key for run in sentence.runs for term in run]
        for before, after in product(range(len(words)), repeat=2):
            if 0 < after - before <= window and words[before] != words[after]:
                edge = words[before], words[after]
                expected[edge] = expected.get(edge, 0) + 1
    assert word_network.network(found, window).edges == expected


def reference_scores(found: list[Sentence], idf: Idf, settings: word_network.Settings) -> dict[str, float]:
    """α·D + β·C + γ·B by the formulas of the paper, summed over all words and pairs of words."""
    edges = word_network.network(found, settings.window).edges
    words = sorted({term.key for sentence in found for run in sentence.runs for term in run})
    near = {a: {b for b in words if (a, b) in edges or (b, a) in edges} for a in words}
    heavy = {word: max(t.weight for s in found for run in s.runs for t in run if t.key == word) for word in words}
    node = {word: heavy[word] * max(idf.of(word), 0.1) ** settings.idf for word in words}
    degree = {a: node[a] * sum(edges.get((a, b), 0) + edges.get((b, a), 0) for b in words) for a in words}
    between = dict.fromkeys(words, 0.0)
    for one, other in permutations(words, 2):
        paths = shortest_paths(near, one, other)
        for word in set(words) - {one, other}:
            between[word] += sum(word in path for path in paths) / max(len(paths), 1)
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
def test_scores_match_the_reference_implementation(found: list[Sentence], settings: word_network.Settings) -> None:
    assert word_network.scores(found, TEST_IDF, settings) == pytest.approx(reference_scores(found, TEST_IDF, settings))


def test_the_title_raises_the_weight_of_a_node() -> None:
    """oar and tide have one edge each; tide is also in the title, of weight 4: degrees 1 and 4, divided by 4."""
    found = sentences([Passage("tide", TITLE), Passage("oar tide", TEXT)])
    made = word_network.network(found, 1)
    assert made.places == {"oar": 1.0, "tide": 4.0}
    assert word_network.degrees(made.edges, made.places) == {"oar": 0.25, "tide": 1.0}


def test_betweenness_is_limited_to_the_best_words() -> None:
    """A star with more leaves than the pool holds: only the centre has betweenness; the leaves score by degree."""
    found = sentences_of(*(f"ferry word{number}a" for number in range(2 * word_network.POOL)))
    score = word_network.scores(found, FLAT_IDF, word_network.Settings(1.0, 0.0, 1.0, 0.0, 1))
    assert score["ferry"] == 2.0
    assert {value for word, value in score.items() if word != "ferry"} == {1 / (2 * word_network.POOL)}
