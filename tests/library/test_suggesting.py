"""Tags are suggested on a save and with an opened article, once ten articles carry some."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jingdu.library import indexed, repository
from jingdu.library.index import close_all, queries
from jingdu.library.topics import learned
from tests.library.asking import asked
from tests.support.library_items import content, item

TOPICS = {
    "足球": ["前锋攻入制胜一球，教练称赞门将。", "球队在联赛积分榜上升，裁判判罚点球。", "门将三场没有失球，前锋受伤。",
           "教练换上前锋，球队赢得联赛。", "裁判误判点球，球队输掉联赛。"],
    "cooking": ["Stir the soup and add butter.", "Bake the bread with butter.", "The soup wants salt and onions.",
                "Fry the onions in butter.", "Bread and soup, with salt."],
}  # fmt: skip
PAGE = (
    "<title>联赛</title><article><h1>联赛最后一轮</h1><p>前锋在联赛最后一轮攻入点球，门将没有办法，教练和球队庆祝到深夜。</p>"
    "<p>裁判在终场前判罚点球，球队的前锋把球打进，门将扑错了方向。教练说，联赛还没有结束，球队要继续努力。</p></article>"
)


@pytest.fixture
def ids(library: Path) -> Iterator[list[str]]:
    """Ten articles, none of them tagged yet: five of each topic."""
    close_all()
    learned._counted.clear()
    learned._models.clear()
    texts = [text for topic in TOPICS.values() for text in topic]
    yield [repository.save(item(title=text[:6]), content(f"<p>{text}</p>"), {}).id for text in texts]
    close_all()


def tag(ids: list[str]) -> None:
    asked("edit_items", items=ids[:5], changes={"tags": ["足球"]})
    asked("edit_items", items=ids[5:], changes={"tags": ["cooking"]})


def saved(url: str) -> Any:
    return asked("save", html=PAGE, url=url, private=False, fetch_pictures=False, if_duplicate="keep_both")


def test_a_saved_page_gets_the_tag_of_its_like(ids: list[str]) -> None:
    assert saved("https://example.org/1")["suggested_tags"] == []
    tag(ids)
    result = saved("https://example.org/2")
    assert result["suggested_tags"] == ["足球"]
    assert result["item"]["tags"] == []


def test_a_new_process_knows_what_was_learned_and_untagged_articles_change_nothing(ids: list[str]) -> None:
    tag(ids)
    learned._models.clear()
    assert saved("https://example.org/1")["suggested_tags"] == ["足球"]
    before = indexed.opened().read(queries.tagged_state)
    saved("https://example.org/2")
    assert indexed.opened().read(queries.tagged_state) == before
    assert list(learned.learn_tags(indexed.opened())) == []
