"""Each fixture, read by the default extractor from its bytes, is as expected."""

from __future__ import annotations

import pytest

import jingdu
from jingdu.faults import Fault
from tests.support.article_pages import Fixture, fixtures, wrong_in_words


@pytest.mark.parametrize("fixture", fixtures(), ids=lambda fixture: fixture.slug)
def test_reading_a_page_gives_the_expected_article(fixture: Fixture) -> None:
    if "fault" in fixture.expected:
        with pytest.raises(Fault) as raised:
            jingdu.read(fixture.data, fixture.url)
        assert raised.value.code == fixture.expected["fault"]
    else:
        assert wrong_in_words(jingdu.read(fixture.data, fixture.url), fixture.expected) == []
