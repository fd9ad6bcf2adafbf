"""The list by interest: what was read brings its like to the top and says why; it can be forgotten and switched off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jingdu.library import repository
from jingdu.library.index import close_all
from tests.library.asking import asked
from tests.support.library_items import content, item

TEXTS = {
    "read": ("芯片与人工智能", "<p>人工智能需要更快的<b>芯片</b>，芯片工厂在扩建。</p>"),
    "like": ("新的芯片工厂", "<p>人工智能公司订购芯片。</p>"),
    "mention": ("一周要闻", "<p>菜价稳定，一家芯片公司换了经理。</p>"),
    "other": ("古桥修缮完工", "<p>石匠修补桥墩，重砌拱石。</p>"),
}


@pytest.fixture
def ids(library: Path) -> Iterator[dict[str, str]]:
    """Name → id of the four articles, the last of which was saved last."""
    close_all()
    kept = {
        name: repository.save(item(title=title, url=f"https://example.org/{name}"), content(html), {})
        for name, (title, html) in TEXTS.items()
    }
    yield {name: one.id for name, one in kept.items()}
    close_all()


def listed(ids: dict[str, str], **fields: Any) -> dict[str, list[str]]:
    """Name → reasons, in the order of the list."""
    names = {one: name for name, one in ids.items()}
    return {names[hit["id"]]: hit["reasons"] for hit in asked("library", sort="interest", **fields)["items"]}


def test_what_is_like_the_articles_read_comes_first_and_says_why(ids: dict[str, str]) -> None:
    assert set(map(tuple, listed(ids).values())) == {()}
    asked("edit_items", items=[ids["read"]], changes={"read": True})
    found = listed(ids)
    assert list(found) == ["like", "mention", "other", "read"]
    assert found["like"][0] == "芯片"
    assert "人工智能" in found["like"]
    assert (found["mention"], found["other"]) == (["芯片"], [])
    assert list(listed(ids, filters={"read": False}, ascending=True)) == ["other", "mention", "like"]


def test_the_interests_are_shown_and_forgotten(ids: dict[str, str]) -> None:
    asked("edit_items", items=[ids["read"]], changes={"read": True})
    result = asked("interests", do="show")
    assert result["on"]
    assert result["terms"][0][0] == "芯片"
    assert asked("interests", do="reset") == asked("interests", do="reset") == {"on": True, "terms": []}
    assert not any(listed(ids).values())
    asked("edit_items", items=[ids["other"]], changes={"read": True})
    assert "古桥" in [shown for shown, _ in asked("interests")["terms"]]
    assert "芯片" not in [shown for shown, _ in asked("interests")["terms"]]


def test_switched_off_nothing_is_learned_and_the_list_has_its_usual_order(ids: dict[str, str], library: Path) -> None:
    asked("edit_items", items=[ids["read"]], changes={"read": True})
    assert asked("interests", do="off") == {"on": False, "terms": []}
    assert asked("library_settings")["settings"]["interests"] is False
    assert list(listed(ids)) == ["other", "mention", "like", "read"]
    assert not list((library.parent / ".local/share/jingdu/libraries").glob("*.interests.json"))
    assert asked("interests", do="on")["terms"]
