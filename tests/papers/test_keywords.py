"""Keywords by a word network (K1) and by naive Bayes (K2): worked by hand, and against the formulas taken literally."""

from __future__ import annotations

import json
import time
from itertools import pairwise, permutations, product
from math import isclose, log, prod, sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jingdu.faults import Fault
from jingdu.library.keywords import DEFAULT, METHODS, bayes, keywords, network
from jingdu.library.keywords.phrases import Candidates, Place, candidates, merged
from jingdu.library.passages import HEADING, TEXT, TITLE, Passage, of_html, of_text
from jingdu.library.rarity import Rarity
from jingdu.library.terms import Sentence, counts, sentences, singular
from jingdu.reading import read

ALIKE = Rarity(pages=100, least=1, held={})
"""All words are equally rare."""


def told(*lines: str) -> list[Sentence]:
    return sentences([Passage(line) for line in lines])


# K1: a word network.

CROSSING = told("rope ferry", "ferry river", "rope river bank")
"""rope → ferry → river → bank, and rope → river: a triangle with a tail."""


def test_words_that_follow_each_other_are_joined() -> None:
    made = network.network(CROSSING, 1)
    assert made.edges == {("rope", "ferry"): 1, ("ferry", "river"): 1, ("rope", "river"): 1, ("river", "bank"): 1}
    assert set(made.places.values()) == {1.0}


def test_degree_clustering_and_betweenness_by_hand() -> None:
    made = network.network(CROSSING, 1)
    near = made.neighbours()
    assert network.degrees(made.edges, made.places) == {"rope": 2 / 3, "ferry": 2 / 3, "river": 1.0, "bank": 1 / 3}
    # of river's three neighbours one pair of three is joined; bank has a single one
    assert network.clustering(near) == {"rope": 1.0, "ferry": 1.0, "river": 1 / 3, "bank": 0.0}
    # only river lies between others: bank and rope, bank and ferry
    assert network.betweenness(near) == {"rope": 0.0, "ferry": 0.0, "river": 1.0, "bank": 0.0}


def test_the_score_is_the_weighted_sum_and_rarity_weighs_the_degree() -> None:
    plain = network.Settings(0.5, 0.5, 0.5, 0.0, 1)
    assert network.scores(CROSSING, ALIKE, plain)["river"] == pytest.approx(0.5 + 0.5 / 3 + 0.5)
    common = Rarity(pages=100, least=1, held={"river": 99})
    rare = network.scores(CROSSING, common, plain._replace(rarity=1.0))
    assert rare["river"] < rare["rope"]


GRAPHS = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda edge: edge[0] != edge[1]), max_size=14)


def joined(edges: set[tuple[int, int]]) -> dict[str, set[str]]:
    near: dict[str, set[str]] = {str(node): set() for node in range(7)}
    for one, other in edges:
        near[str(one)].add(str(other))
        near[str(other)].add(str(one))
    return near


def shortest(near: dict[str, set[str]], one: str, other: str) -> list[tuple[str, ...]]:
    """All shortest ways, found by trying every one."""
    inner = [node for node in near if node not in (one, other)]
    for length in range(len(inner) + 1):
        ways = [(one, *way, other) for way in permutations(inner, length)]
        found = [way for way in ways if all(b in near[a] for a, b in pairwise(way))]
        if found:
            return found
    return []


@given(GRAPHS)
def test_betweenness_is_the_share_of_the_shortest_ways(edges: set[tuple[int, int]]) -> None:
    near = joined({(a % 5, b % 5) for a, b in edges if a % 5 != b % 5})
    slow = dict.fromkeys(near, 0.0)
    for one, other in permutations(near, 2):
        ways = shortest(near, one, other)
        for node in near:
            if ways and node not in (one, other):
                slow[node] += sum(node in way for way in ways) / len(ways)
    highest = max(slow.values()) or 1.0
    fast = network.betweenness(near)
    assert all(isclose(fast[node], slow[node] / highest, abs_tol=1e-9) for node in near)


@given(GRAPHS)
def test_clustering_is_the_share_of_joined_pairs(edges: set[tuple[int, int]]) -> None:
    near = joined(edges)
    for node, found in network.clustering(near).items():
        pairs = [(a, b) for a, b in product(near[node], repeat=2) if a < b]
        slow = sum(b in near[a] for a, b in pairs) / len(pairs) if pairs else 0.0
        assert isclose(found, slow)


# K2: naive Bayes.

TABLE = bayes.Table(
    prior=0.2,
    features={
        "tfidf": bayes.Bins((0.5,), (0.1, 0.9), (0.8, 0.2)),
        "first": bayes.Bins((0.1, 0.6), (0.7, 0.2, 0.1), (0.2, 0.3, 0.5)),
    },
)


def test_the_probability_by_hand() -> None:
    """Heavy and early: 0.2·0.9·0.7 = 0.126 against 0.8·0.2·0.2 = 0.032."""
    assert TABLE.probability({"tfidf": 0.7, "first": 0.05}) == pytest.approx(0.126 / (0.126 + 0.032))


BINS = st.integers(1, 4).flatmap(
    lambda size: st.builds(
        bayes.Bins,
        st.lists(st.floats(0, 1), min_size=size - 1, max_size=size - 1, unique=True).map(lambda e: tuple(sorted(e))),
        st.lists(st.floats(0.01, 1), min_size=size, max_size=size).map(tuple),
        st.lists(st.floats(0.01, 1), min_size=size, max_size=size).map(tuple),
    )
)


@given(st.floats(0.01, 0.99), st.lists(BINS, min_size=1, max_size=5), st.lists(st.floats(0, 1), min_size=5, max_size=5))
def test_the_probability_is_bayes_formula(prior: float, bins: list[bayes.Bins], values: list[float]) -> None:
    table = bayes.Table(prior, {f"f{at}": one for at, one in enumerate(bins)})
    place = [sum(edge <= value for edge in one.edges) for one, value in zip(bins, values, strict=False)]
    yes = prior * prod(one.yes[at] for one, at in zip(bins, place, strict=True))
    no = (1 - prior) * prod(one.no[at] for one, at in zip(bins, place, strict=True))
    found = table.probability({f"f{at}": value for at, value in enumerate(values)})
    assert found == pytest.approx(yes / (yes + no), rel=1e-6)


def test_the_features_by_hand() -> None:
    """rope ferry | ferry river: ferry stands in both sentences, first after one word of four."""
    found = candidates(told("rope ferry", "ferry river"))
    ferry = found["ferry",]
    assert [(place.sentence, place.at) for place in ferry] == [(0, 1), (1, 2)]
    assert bayes.tfidf(ferry, 4.0) == 2 * sqrt(4.0)
    assert bayes.first(ferry, 4) == 0.25
    # with rope (in 1 of its 2 sentences): 2·1/(2+1); with river the same
    assert bayes.coherence(frozenset({0, 1}), [frozenset({0}), frozenset({1})]) == pytest.approx(4 / 3)
    measured = bayes.features(found, ALIKE)
    assert measured["ferry",] == {"tfidf": 1.0, "first": 0.25, "length": 1.0, "coherence": 1.0, "place": 1.0}
    assert measured["rope",]["coherence"] == pytest.approx(0.5)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"tables": {"chinese": {}}}', '{"tables": 1, "provenance": {}}'])
def test_a_model_that_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(Fault, match="bad_weights"):
        bayes.from_json(text)


def test_the_packaged_model_tells_where_it_comes_from_and_writes_as_it_reads() -> None:
    model = bayes.packaged()
    assert set(model.tables) == set(bayes.SCRIPTS)
    assert bayes.from_json(model.as_json()) == model
    assert "corpora" in json.dumps(dict(model.provenance)) and model.provenance.get("command")


# What both stand on.


def test_phrases_are_words_that_stand_together_twice_and_their_parts_go() -> None:
    found = candidates(told("the rope ferry crosses", "a rope ferry has no engine"))
    assert ("rope", "ferry") in found
    assert set(merged(found)) == {("rope", "ferry"), ("cross",), ("engine",)}


def test_places_stress_words() -> None:
    (title, heading, text) = sentences([Passage("rope", TITLE), Passage("rope", HEADING), Passage("rope", TEXT)])
    assert [one.runs[0][0].weight for one in (title, heading, text)] == [4.0, 2.0, 1.0]
    html = "<h2>Crossing</h2><p>The <b>rope</b> and the river</p><pre>int ferry;</pre>"
    assert counts(sentences(of_html(html))).keys() == {"crossing", "rope", "river"}


@pytest.mark.parametrize(
    ("word", "one"),
    [("cities", "city"), ("bridges", "bridge"), ("boxes", "box"), ("gas", "gas"), ("class", "class"), ("cats", "cat")],
)
def test_plurals_become_singular(word: str, one: str) -> None:
    assert singular(word) == one


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("text", ["", "one", "。。。", "12 3.5 %", "a b c", "\u200b", "了 的 是"], ids=repr)
def test_little_text_has_few_keywords_or_none(text: str, method: str) -> None:
    assert len(keywords(of_text(text), method)) <= 1


@pytest.mark.parametrize("method", METHODS)
def test_a_long_article_takes_a_bounded_time(method: str) -> None:
    words = [f"word{number % 997} talks{number % 31}" for number in range(20_000)]
    text = ". ".join(words) + "。" + "渡船沿着缆绳过河。" * 5000
    begun = time.process_time()
    assert keywords(of_text(text, "Words"), method)
    assert time.process_time() - begun < 10


def test_a_method_that_there_is_not_is_refused() -> None:
    with pytest.raises(KeyError):
        keywords(of_text("rope ferry"), "magic")


FIXTURES = {
    "zh-news": {"图书馆", "茶厂"},
    "en-blog": {"map", "paper map", "paper"},
    "zh-gbk": {"石拱桥", "古桥"},
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("page", "some"), FIXTURES.items(), ids=FIXTURES)
def test_what_an_article_is_about_is_among_its_keywords(page: str, some: set[str], method: str) -> None:
    article = read((Path(__file__).parents[1] / "pages" / page / "page.html").read_bytes())
    found = {word.lower() for word in keywords(of_html(article.html, article.title), method)}
    assert found & some
    assert len(found) <= 10
    assert DEFAULT in METHODS


def test_rarity_is_the_inverse_document_frequency() -> None:
    table = Rarity(pages=99, least=2, held={"rope": 9})
    assert table.of("rope") == pytest.approx(log(10))
    assert table.of("unseen") == pytest.approx(log(50))


def test_occurrences_are_told_with_their_place() -> None:
    found: Candidates = candidates(told("rope"))
    assert found == {("rope",): [Place(0, 0, 1.0, ("rope",))]}
