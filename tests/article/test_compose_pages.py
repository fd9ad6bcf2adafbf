"""Page fixtures: the article composed from ideal labels, and the one of the default extractor."""

import pytest

import jingdu
from jingdu.faults import Fault
from jingdu.page.parse import decode, parse
from jingdu.render.compose import compose
from tests.support.article_pages import Fixture, fixtures, wrong, wrong_in_words

ARTICLES = [fixture for fixture in fixtures() if "fault" not in fixture.expected]


@pytest.mark.parametrize("fixture", ARTICLES, ids=lambda fixture: fixture.slug)
def test_ideal_labels_give_the_expected_article(fixture: Fixture) -> None:
    page = parse(decode(fixture.data), fixture.url)
    assert wrong(compose(page, fixture.keep(page), "perfect"), fixture.expected) == []


@pytest.mark.parametrize("fixture", [f for f in ARTICLES if f.slug != "paper-math"], ids=lambda fixture: fixture.slug)
def test_keeping_everything_loses_no_word(fixture: Fixture) -> None:
    """Except line numbers of code, heading anchors, and characters that only draw formulas."""
    page = parse(decode(fixture.data), fixture.url)
    article = compose(page, [True] * len(page.blocks), "all")
    said = f"{article.title} {article.text}"
    prose = [block.text for block in page.blocks if block.element.tag != "pre"]
    words = {word.rstrip("¶") for text in prose for word in text.split()}
    assert {word for word in words if word not in said} == set()


@pytest.mark.parametrize("fixture", fixtures(), ids=lambda fixture: fixture.slug)
def test_reading_a_page_gives_the_expected_article(fixture: Fixture) -> None:
    if "fault" in fixture.expected:
        with pytest.raises(Fault) as raised:
            jingdu.read(fixture.data, fixture.url)
        assert raised.value.code == fixture.expected["fault"]
    else:
        assert wrong_in_words(jingdu.read(fixture.data, fixture.url), fixture.expected) == []
