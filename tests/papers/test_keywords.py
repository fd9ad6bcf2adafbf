"""Keywords: the parts that K1 and K2 share, and results for articles. Each method: test_keywords_*.py."""

from __future__ import annotations

import time
from math import log
from pathlib import Path

import pytest

from jingdu.library.topics.keywords import K, fused, keywords
from jingdu.library.topics.passages import HEADING, TEXT, TITLE, Passage, of_html, of_text
from jingdu.library.topics.phrases import candidates, merged
from jingdu.library.topics.terms import Idf, counts, non_nouns, sentences, singular
from jingdu.reading import read
from tests.papers.small_texts import EDGE_CASES, JAPANESE, LONG, MIXED, sentences_of


def test_repeated_adjacent_words_form_a_phrase_and_replace_its_words() -> None:
    found = candidates(sentences_of("the rope ferry crosses", "a rope ferry has no engine"))
    assert ("rope", "ferry") in found
    assert set(merged(found)) == {("rope", "ferry"), ("cross",), ("engine",)}


def test_rank_fusion_worked_example() -> None:
    """ferry and lamp: 1/61 + 1/63 = .03227; rope: 2/62 = .03226; river is in one ranking only."""
    assert K == 60
    first, second = [("ferry",), ("rope",), ("lamp",), ("river",)], [("lamp",), ("rope",), ("ferry",)]
    assert fused(first, second) == [("ferry",), ("lamp",), ("rope",), ("river",)]


def test_weights_of_titles_and_headings() -> None:
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


def test_a_word_and_its_plural_are_one_keyword() -> None:
    found = keywords(of_text("The cookies were warm. A cookie broke, and the cookies waited for the next cookie."))
    assert len({"cookie", "cookies"} & set(found)) == 1


def test_edge_cases_have_the_expected_number_of_keywords() -> None:
    assert {name: len(keywords(text)) for name, (text, _) in EDGE_CASES.items()} == {
        name: number for name, (_, number) in EDGE_CASES.items()
    }


ENGLISH = (
    "The council will repair the electrical pumps. They repair the pumps in the harbour, and electrical motors in the "
    "hospital of the town. It could repair a motor, but not the harbour. The animals are near the top of the town; "
    "the bands play electrical music for the animals."
)


def test_nouns_come_first_in_english() -> None:
    found = keywords(of_text(ENGLISH, "Council to repair the pumps at the hospital"))
    others = [word for word in found if word in ("repair", "electrical")]
    assert len(others) == 2
    assert found[-2:] == others
    assert {"council", "hospital", "animals"} <= set(found)


def test_other_languages_are_not_taken_for_english() -> None:
    german = "Der Rat will die Pumpen, und der Hafen ist top. Die Stadt will das Hotel nicht, aber sie ist legal da."
    assert non_nouns({"top", "hotel", "legal", "pumpen"}, of_text(german)) == set()
    assert non_nouns({"repair", "hospital", "animal"}, of_text(ENGLISH)) == {"repair"}


def test_japanese_and_mixed_texts_have_keywords() -> None:
    assert {"図書館", "製糸工場", "アーカイブ"} <= set(keywords(of_text(JAPANESE))[:5])
    assert {"Kubernetes", "数据库", "планировщик"} <= {*keywords(of_text(MIXED))}


@pytest.mark.parametrize("text", [LONG[0], *(pytest.param(text, marks=pytest.mark.long) for text in LONG[1:])])
@pytest.mark.sample("text0")
def test_texts_of_the_maximum_size_take_seconds(text: str) -> None:
    begun = time.process_time()
    assert 1 <= len(keywords(of_text(text))) <= 10
    assert time.process_time() - begun < 20


FIXTURES = {"zh-news": {"图书馆", "茶厂"}, "en-blog": {"map", "paper map", "paper"}, "zh-gbk": {"石拱桥", "古桥"}}


@pytest.mark.parametrize(("page", "some"), FIXTURES.items(), ids=FIXTURES)
def test_keywords_of_fixtures_include_their_subject(page: str, some: set[str]) -> None:
    article = read((Path(__file__).parents[1] / "pages" / page / "page.html").read_bytes())
    found = {word.lower() for word in keywords(of_html(article.html, article.title))}
    assert found & some
    assert len(found) <= 10


def test_idf_worked_example() -> None:
    table = Idf(pages=99, least=2, held={"rope": 9})
    assert table.of("rope") == pytest.approx(log(10))
    assert table.of("unseen") == pytest.approx(log(50))
