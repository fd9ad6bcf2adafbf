"""`library`, `related`, `jingdu search` and `jingdu reindex`, on articles saved by the library."""

import os
import re
import shutil
from html import escape
from pathlib import Path

import pytest

from jingdu.__main__ import main
from jingdu.handlers import searching as handler
from jingdu.library import indexed, item_folders, repository
from jingdu.library.item_writing import Content
from jingdu.library.names import new_id
from jingdu.library.saving import now
from jingdu.protocol.items import Item
from tests.library.asking import ask, call
from tests.support.indexes import close_all
from tests.support.made_articles import articles, item_of

NUMBER = 15


@pytest.fixture
def items(library: Path) -> list[Item]:
    """Articles of a library, in the order of saving."""
    handler._running.repair = handler._running.progress = None
    return [
        repository.save(
            item_of(article, number, id=new_id(), saved=now()), Content(f"<p>{escape(article.text)}</p>"), {}
        )
        for number, article in enumerate(articles(NUMBER, seed=9))
    ]


def test_list_results_have_all_displayed_fields(items: list[Item]) -> None:
    result = call("library", sort="saved", limit=10)
    assert (result["total"], len(result["items"]), result["indexing"]) == (NUMBER, 10, {"done": 0, "total": 0})
    assert call("library", limit=10)["indexing"] is None
    first = result["items"][0]
    assert Item(**{name: first[name] for name in Item._fields}).id in {item.id for item in items}
    assert (first["snippet"], first["marked_title"], first["reasons"]) == ([], [], [])
    assert sum(number for _, number in result["facets"]["langs"]) == NUMBER
    assert call("library", offset=10, sort="saved", limit=10)["facets"] is None


@pytest.mark.parametrize("writer", ["command", "program"])
def test_titles_and_tags_with_invalid_unicode_are_found(items: list[Item], writer: str) -> None:
    one = items[0].id
    if writer == "command":
        assert main(["edit", one, "--title", os.fsdecode(b"Quokkas \xff"), "--tag", os.fsdecode(b"\xff")]) == 0
    else:
        path = repository.folder_of(one) / "article.md"
        fields = re.sub("^(title|tags): .*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
        path.write_text(fields.replace("\n", '\ntitle: "Quokkas \\ud83d"\ntags: ["\\udfff"]\n', 1), "utf-8")
    assert main(["reindex"]) == 0
    (found,) = call("library", query="quokkas")["items"]
    assert (found["title"], found["tags"][-1]) == ("Quokkas �", "�")


def test_edits_trash_and_deletion_take_effect_immediately(items: list[Item]) -> None:
    before = call("library")["version"]
    one = items[0].id
    call("edit_items", items=[one], changes={"title": "Quokkas of Rottnest", "add_tags": ["岛屿"], "favourite": True})
    result = call("library", query="quokkas")
    assert (result["total"], result["items"][0]["marked_title"]) == (1, [["Quokkas", True], [" of Rottnest", False]])
    assert result["version"] != before
    assert [call("library", filters=filters)["total"] for filters in ({"favourite": True}, {"tag": "岛屿"})] == [1, 1]
    call("trash_items", items=[one])
    assert call("library", query="quokkas")["total"] == 0
    assert call("library", query="quokkas", filters={"trashed": True})["items"][0]["trashed"]
    call("restore_items", items=[one])
    assert call("library", query="quokkas")["total"] == 1
    call("delete_items", items=[one])
    assert call("library")["total"] == NUMBER - 1


@pytest.mark.parametrize("changes", [{"title": " "}, {"add_tags": ["a", ""]}, {"tags": ["a\nb"]}], ids=str)
def test_empty_titles_and_tags_are_rejected(items: list[Item], changes: dict[str, object]) -> None:
    before = call("library")["version"]
    assert ask("edit_items", items=[items[0].id], changes=changes) == "bad_message"
    assert call("library")["version"] == before


@pytest.mark.parametrize("edited", [False, True])
def test_reasons_for_missing_pictures_are_not_indexed(items: list[Item], *, edited: bool) -> None:
    address = "http://10.0.0.1/otter.png"
    html = f'<p>水獭在河里捕鱼。</p><img src="{address}" alt="河狸"><p>它们住在岸边。</p>'
    item = repository.save(items[0]._replace(id=new_id(), lang="zh-Hans"), Content(html), {})
    repository.add_pictures(item.id, {}, {address: "private"})
    file = repository.folder_of(item.id) / "article.md"
    assert "内部网络" in file.read_text("utf-8")
    if edited:
        file.write_text(file.read_text("utf-8").replace("岸边", "岸边的洞穴"), "utf-8")
        item_folders.reindex(item.id)
    assert [call("library", query=query)["total"] for query in ("内部网络", "otter", "河狸", "水獭")] == [0, 0, 1, 1]
    assert "内部网络" not in repository.text(item.id)


def test_date_filters_use_local_days(items: list[Item]) -> None:
    assert call("library", filters={"since": items[0].saved[:10], "until": items[-1].saved[:10]})["total"] == NUMBER
    for out in ({"until": "2020-01-01"}, {"since": "2999-01-01"}):
        assert call("library", filters=out)["total"] == 0
    assert ask("library", filters={"since": "yesterday"}) == "bad_message"


def test_a_missing_index_is_rebuilt_by_the_first_request(items: list[Item], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handler, "_MAX_SECONDS", 60.0)  # even on a busy machine
    monkeypatch.setattr(indexed, "_TIMEOUT", 60.0)
    place = indexed.opened().place
    close_all()
    shutil.rmtree(place)
    assert call("library")["total"] == NUMBER
    close_all()
    shutil.rmtree(place)
    assert item_folders.by_url(items[3].url) is not None
