"""Highlights and notes: stored privately until the page is saved, then moved to the library and exported."""

import os
import stat
from typing import Any

import pytest

from jingdu.library import highlights, indexed
from jingdu.library.exporters import marking as quoting
from jingdu.protocol.library import MAX_NOTE
from tests.library.asking import ask, call
from tests.library.test_saving import save
from tests.support.library_items import highlight

pytestmark = pytest.mark.usefixtures("library")
URL = "https://example.org/text?from=mail"


def mark(name: str = "h1", **fields: Any) -> dict[str, Any]:
    quote = {"exact": "第3句", "prefix": "a while. ", "suffix": "。"}
    return highlight(name, "Why three?") | {"quote": quote, "position": {"start": 30, "end": 33}} | fields


def keep(*put: dict[str, Any], **fields: Any) -> Any:
    return ask("highlights", **{"url": URL, "put": list(put), "private": False, **fields})


def test_highlights_of_an_unsaved_page_are_kept_privately_by_address() -> None:
    assert keep(mark()) == {"highlights": [mark()], "item": None}
    assert keep(url=URL + "#part")["highlights"] == [mark()]
    assert keep(url="https://example.org/other")["highlights"] == []
    assert keep(url=URL + "#/route")["highlights"] == []
    path = highlights.page_file(URL)
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_highlights_move_into_the_library_and_survive_a_replacement() -> None:
    keep(mark())
    item = save()["item"]["id"]
    assert not highlights.page_file(URL).exists()
    assert ask("open_item", item=item)["highlights"] == [mark()]
    assert keep() == {"highlights": [mark()], "item": item}
    assert keep(item=item, url=None)["highlights"] == [mark()]
    save(if_duplicate="replace", instead=item)
    assert keep()["highlights"] == [mark()]


def test_highlights_made_while_an_article_is_in_the_trash_are_merged() -> None:
    item = save()["item"]["id"]
    keep(mark("in the library"))
    ask("trash_items", items=[item])
    assert keep(mark("beside", position={"start": 90, "end": 93}))["item"] is None
    ask("restore_items", items=[item])
    assert [one["id"] for one in keep()["highlights"]] == ["in the library", "beside"]
    assert not highlights.page_file(URL).exists()


def test_changing_highlights_is_idempotent() -> None:
    for _ in range(2):
        keep(mark("a"), mark("b", position={"start": 1, "end": 9}))
        result = keep(mark("a", colour="pink", changed="2026-11-21T10:05:00.000Z"), removed=["b"])
    assert [(one["id"], one["colour"]) for one in result["highlights"]] == [("a", "pink")]


def test_search_finds_notes() -> None:
    """Including notes made before the page was saved, and after a rebuild of the index."""
    keep(mark("a", note="A heron by the weir"))
    item = save()["item"]["id"]
    keep(mark("b", note="两只苍鹭", position={"start": 1, "end": 9}))
    for words in ("heron", "苍鹭"):
        (found,) = call("library", query=words)["items"]
        assert found["id"] == item and [words, True] in found["snippet"]
    keep(mark("a", note="A gull", changed="2026-11-21T10:05:00.000Z"), removed=["b"])
    list(indexed.opened().rebuild())
    found = [call("library", query=words)["total"] for words in ("heron", "苍鹭", "gull", '"Why three?"')]
    assert found == [0, 0, 1, 0]


def test_older_changes_do_not_overwrite_newer_ones() -> None:
    keep(mark(note="new", changed="2026-11-21T10:05:00.000Z"))
    assert keep(mark(note="old"))["highlights"][0]["note"] == "new"


def test_highlights_of_a_private_window_are_refused() -> None:
    assert keep(mark(), private=True) == "private_page"
    assert ask("highlights", url=URL, put=[mark()]) == "private_page"
    assert not highlights.folder().exists()
    assert ask("highlights", url=URL)["highlights"] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"colour": "red"}, {"quote": {"exact": "x"}}, {"position": {"start": -1, "end": 2}}, {"id": 7},
        {"note": "x" * (MAX_NOTE + 1)}, {"made": None},
    ],
    ids=["colour", "quote", "position", "id", "note", "time"],
)  # fmt: skip
def test_an_invalid_highlight_is_refused(wrong: dict[str, Any]) -> None:
    assert keep({**mark(), **wrong}) == "bad_message"


def test_a_damaged_file_is_renamed_and_not_overwritten() -> None:
    path = highlights.page_file(URL)
    path.parent.mkdir(parents=True)
    path.write_text('[{"id": "half', "utf-8")
    assert keep(mark())["highlights"] == [mark()]
    assert path.with_name(path.name + ".damaged").read_text("utf-8") == '[{"id": "half'


def test_markdown_export_escapes_quotes_and_notes() -> None:
    found = [
        mark(quote={"exact": "# no *heading*\n1. line", "prefix": "", "suffix": ""}, note="<b>- note"),
        mark("b", note=""),
    ]
    assert quoting.section(found, "en") == (
        "\n## Highlights and notes\n\n> \\# no \\*heading\\*\n> 1\\. line\n\n\\<b\\>- note\n\n> 第3句\n"
    )
