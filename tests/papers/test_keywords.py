"""What both ways to keywords stand on, and what they find in articles. K1 and K2: test_keywords_*.py."""

from __future__ import annotations

import time
from math import log
from pathlib import Path

import pytest

from jingdu.library.topics.idf import Idf
from jingdu.library.topics.keywords import DEFAULT, METHODS, keywords
from jingdu.library.topics.keywords.phrases import Candidates, Place, candidates, merged
from jingdu.library.topics.passages import HEADING, TEXT, TITLE, Passage, of_html, of_text
from jingdu.library.topics.terms import counts, sentences, singular
from jingdu.reading import read
from tests.papers.small_texts import told

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
    table = Idf(pages=99, least=2, held={"rope": 9})
    assert table.of("rope") == pytest.approx(log(10))
    assert table.of("unseen") == pytest.approx(log(50))


def test_occurrences_are_told_with_their_place() -> None:
    found: Candidates = candidates(told("rope"))
    assert found == {("rope",): [Place(0, 0, 1.0, ("rope",))]}
