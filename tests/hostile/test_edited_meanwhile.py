"""What a user saves in an editor, which knows no lock, while Jingdu writes the same article is not lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jingdu.faults import Fault
from jingdu.library import names, repository, transaction
from jingdu.protocol.items import Item
from jingdu.storage import atomic
from tests.support.library_items import PICTURE, PNG, content, keep


@pytest.fixture
def kept(library: Path) -> Item:
    return keep()


def article_of(item: Item) -> Path:
    return repository.folder_of(item.id) / "article.md"


def edit_before(monkeypatch: pytest.MonkeyPatch, step: str, item: Item, times: int = 1) -> None:
    """The editor adds a remark below the text before the first ``times`` calls of a step of the write."""
    real, path, left = getattr(atomic, step), article_of(item), [times]

    def edited(*given: Any, **named: Any) -> Any:
        if left[0]:
            left[0] -= 1
            path.write_text(path.read_text("utf-8") + "my remark\n", "utf-8")
        return real(*given, **named)

    monkeypatch.setattr(atomic, step, edited)


CHANGES: dict[str, tuple[str, Callable[[str], object]]] = {
    "a mark": ("write_new", lambda item: repository.edit([item], {"favourite": True})),
    "a title": ("sync_tree", lambda item: repository.edit([item], {"title": "Another"})),
    "pictures": ("sync_tree", lambda item: repository.add_pictures(item, {PICTURE: PNG})),
}


@pytest.mark.parametrize(("step", "change"), CHANGES.values(), ids=CHANGES)
def test_an_edit_in_the_middle_of_a_change_is_kept(
    kept: Item, monkeypatch: pytest.MonkeyPatch, step: str, change: Callable[[str], object]
) -> None:
    edit_before(monkeypatch, step, kept)
    change(kept.id)
    assert "my remark" in article_of(kept).read_text("utf-8")
    now = repository.load(kept.id)
    assert now.favourite or now.title == "Another" or repository.pictures(kept.id) == {PICTURE: PNG}


def test_an_edit_in_the_middle_of_a_re_read_stops_it(kept: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    edit_before(monkeypatch, "sync_tree", kept)
    with pytest.raises(Fault, match="chosen or edited by hand"):
        repository.rewrite(kept.id, content("<p>Another text.</p>"), {})
    assert "my remark" in article_of(kept).read_text("utf-8")


def test_an_editor_that_never_stops_makes_the_library_busy_and_leaves_nothing_behind(
    library: Path, kept: Item, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_before(monkeypatch, "sync_tree", kept, transaction._TRIES)
    with pytest.raises(Fault) as raised:
        repository.edit([kept.id], {"title": "Another"})
    assert raised.value.code == "library_busy"
    text = article_of(kept).read_text("utf-8")
    assert text.count("my remark") == transaction._TRIES and repository.load(kept.id).title == kept.title
    assert [path.name for path in library.iterdir()] == [kept.folder]
    assert not (library / kept.folder / names.PLACE).exists()
