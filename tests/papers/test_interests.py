"""Paper U: terms of the articles read, weighted by title, heading and emphasis, rank the unread articles."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import sqrt

import pytest
from hypothesis import given, strategies as st

from jingdu.library.topics.interests import MAX_INTERESTS, PLACES, frequencies, interests, weights, worth
from jingdu.library.topics.passages import Passage, of_html
from jingdu.library.topics.terms import Term, packaged_idf, sentences
from tests.papers.small_texts import TOPICS, article


def test_frequencies_worked_example() -> None:
    """ferry: title 1 + 4, heading 1 + 2, text 1 = 9; engine: bold 1 + 1, text 1 = 3; harbour: link 1 + 1 = 2."""
    html = "<h2>Ferries</h2><p>An <b>engine</b> rattles the ferry to the <a href='/h'>harbour</a>.</p><p>Engine.</p>"
    found = frequencies(sentences(of_html(html, "The ferry")))
    assert {key: value for key, (_, value) in found.items()} == pytest.approx(
        {"ferry": 9, "engine": 3, "harbour": 2, "rattle": 1}
    )
    assert found["ferry"][0] == "ferry"


def test_vector_and_worth_worked_example() -> None:
    """Vector: ferry 0.8 + 0.2 = 1, engine 0.6. Worth: (ferry in the body 1 + engine in the labels 1.8) / (5 · 1.6)."""
    one = [Term("ferry", "ferry", 0.8), Term("engine", "engine", 0.6)]
    days = [Term(f"day {at}", "day", 0.0) for at in range(MAX_INTERESTS)]
    vector = interests([one, [Term("ferry", "ferry", 0.2)], days])
    assert len(vector) == MAX_INTERESTS
    assert [(term.key, term.weight) for term in vector[:2]] == [("ferry", pytest.approx(1.0)), ("engine", 0.6)]
    score, reasons = worth(vector, {"ferry": "body", "engine": "labels", "day": "title"})
    assert score == pytest.approx(0.35)
    assert reasons == ["engine", "ferry"]
    assert worth(vector, {}) == worth([], {"ferry": "title"}) == (0.0, [])


def reference_worth(read: Sequence[Mapping[str, float]], places: Mapping[str, str]) -> float:
    """The definition, for articles given by f(t, d) · idf(t)."""
    lengths = [sqrt(sum(value**2 for value in one.values())) for one in read]
    total = {
        term: sum(one.get(term, 0) / length for one, length in zip(read, lengths, strict=True))
        for term in {term for one in read for term in one}
    }
    chosen = sorted(total, key=lambda term: (-round(total[term], 12), term))[:MAX_INTERESTS]
    most = sum(5 * total[term] for term in chosen)
    return (
        sum(total[term] * {"title": 5, "labels": 3, "body": 1}[places[term]] for term in chosen if term in places)
        / most
    )


terms_ = st.sampled_from([f"t{at}" for at in range(12)])


@given(
    st.lists(st.dictionaries(terms_, st.integers(1, 9).map(float), min_size=1), min_size=1, max_size=6),
    st.dictionaries(terms_, st.sampled_from(sorted(PLACES))),
)
def test_worth_matches_the_definition(read: list[dict[str, float]], places: dict[str, str]) -> None:
    read_before = [weights({key: (key, value) for key, value in one.items()}, lambda _: 1.0) for one in read]
    assert worth(interests(read_before), places).score == pytest.approx(reference_worth(read, places))


def best_places(passages: list[Passage]) -> dict[str, str]:
    """Term → its best place, as in the index."""
    found: dict[str, str] = {}
    for sentence in sentences(passages):
        for term in (term for run in sentence.runs for term in run):
            found[term.key] = "title" if sentence.kind == "title" else found.get(term.key, "body")
    return found


def precision_and_recall(liked: Sequence[str], read: int, seed: int = 3, by_idf: bool = True) -> tuple[float, float]:
    """Ranks 50 liked and 50 other articles of unread sentences: share of liked ones among the first 50, which is
    both precision and recall, and among the first 20."""
    chance = random.Random(seed)
    idf = packaged_idf().of if by_idf else lambda _: 1.0
    seen = [article(liked[at % len(liked)], 0, chance) for at in range(read)]
    vector = interests(weights(frequencies(sentences(one)), idf) for one in seen)
    others = [topic for topic in TOPICS if topic not in liked]
    pages = [(True, article(liked[at % len(liked)], 1, chance)) for at in range(50)]
    pages += [(False, article(others[at % len(others)], 1, chance)) for at in range(50)]
    chance.shuffle(pages)
    ranked = sorted(pages, key=lambda page: -worth(vector, best_places(page[1])).score)
    return sum(is_liked for is_liked, _ in ranked[:50]) / 50, sum(is_liked for is_liked, _ in ranked[:20]) / 20


@pytest.mark.parametrize("liked", [["芯片"], ["足球", "astronomy"], ["烹饪", "旅行"]], ids=" ".join)
def test_liked_pages_rank_before_the_others(liked: list[str]) -> None:
    """By chance both figures are 0.5."""
    of_fifty, of_twenty = precision_and_recall(liked, 10)
    assert of_fifty >= 0.7
    assert of_twenty >= 0.9


if __name__ == "__main__":
    for by_idf in (False, True):
        for read in (3, 10, 30):
            figures = [precision_and_recall([topic], read, by_idf=by_idf) for topic in TOPICS]
            fifty, twenty = (sum(column) / len(figures) for column in zip(*figures, strict=True))
            print(f"{'idf' if by_idf else 'tf'}, {read} read: precision and recall {fifty:.2f}, first 20 {twenty:.2f}")
