"""Keywords of a saved article: nouns first, and words of the whole library give way to its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from jingdu.library import repository, saving
from jingdu.library.index import close_all, queries
from jingdu.library.topics.keywords import keywords
from jingdu.library.topics.passages import of_html
from jingdu.reading import read
from tests.support.library_items import content, item

PAGE = (
    "<title>联赛</title><article><h1>联赛最后一轮</h1><p>前锋在联赛最后一轮攻入点球，门将没有办法，教练和球队庆祝到深夜。</p>"
    "<p>裁判在终场前判罚点球，球队的前锋把球打进，门将扑错了方向。教练说，联赛还没有结束，球队要继续努力。</p></article>"
)


def test_nouns_are_first() -> None:
    html = "<p>政府改善空气质量。改善空气要防治污染，防治污染要减少机动车。改善、防治，政府的报告写了机动车和空气。</p>"
    found = keywords(of_html(html, "改善空气，防治污染"))
    verbs = [found.index(word) for word in ("改善", "防治") if word in found]
    assert verbs
    assert min(verbs) > max(
        at for at, word in enumerate(found) if word in ("空气质量", "机动车", "污染", "政府", "报告")
    )


def test_english_participles_and_adverbs_are_last() -> None:
    html = "<p>Rapidly, the harbour. The harbour was, for the ferries, expanded. Expanded: the ferries. Rapidly.</p>"
    assert set(keywords(of_html(html, "Harbour"))[-2:]) == {"expanded", "Rapidly"}


@pytest.fixture
def many(library: Path) -> Iterator[None]:
    """A library whose articles all have 前锋 and 教练."""
    close_all()
    for number in range(queries.MIN_ITEMS):
        text = f"前锋和教练的第{number}个故事。"
        repository.save(item(title=f"故事{number}"), content(f"<p>{text}</p>"), {})
    yield
    close_all()


@pytest.mark.usefixtures("library")
def test_without_a_library_they_are_the_articles_own() -> None:
    assert "前锋" in saving.describe(read(PAGE), PAGE).keywords


@pytest.mark.usefixtures("many")
def test_a_word_of_every_kept_article_gives_way() -> None:
    found = saving.describe(read(PAGE), PAGE).keywords
    assert "联赛" in found
    assert not {"前锋", "教练"}.intersection(found)
