"""What a user saves in an editor, which knows no lock, while Jingdu writes the same article is not lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from jingdu.faults import Fault
from jingdu.library import names, repository, transaction
from jingdu.protocol.items import Item
from jingdu.storage import atomic
from tests.hostile.meanwhile import Other
from tests.support.library_items import PICTURE, PNG, content, keep

FREE = Path("a lock that nobody holds")


@pytest.fixture
def kept(library: Path) -> Item:
    return keep()


def text(article: Item) -> str:
    return (repository.folder_of(article.id) / "article.md").read_text("utf-8")


def editor(article: Item) -> Other:
    """It writes a remark under the text."""
    path = repository.folder_of(article.id) / "article.md"
    return Other(lambda: path.write_text(path.read_text("utf-8") + "my remark\n", "utf-8"), locked=FREE)


def test_while_a_mark_is_written(kept: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(kept).before(monkeypatch, atomic, "write_new")
    assert [item.favourite for item in repository.edit([kept.id], {"favourite": True})] == [True]
    assert "my remark" in text(kept) and repository.load(kept.id).favourite


def test_while_a_title_is_written(kept: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(kept).before(monkeypatch, atomic, "sync_tree")
    repository.edit([kept.id], {"title": "Another"})
    assert "my remark" in text(kept) and repository.load(kept.id).title == "Another"


def test_while_pictures_come(kept: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(kept).before(monkeypatch, atomic, "sync_tree")
    repository.add_pictures(kept.id, {PICTURE: PNG})
    assert "my remark" in text(kept) and repository.pictures(kept.id) == {PICTURE: PNG}


def test_while_the_folder_is_put_aside(kept: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(kept).after(monkeypatch, atomic, "replace")
    repository.add_pictures(kept.id, {PICTURE: PNG})
    assert "my remark" in text(kept) and repository.pictures(kept.id) == {PICTURE: PNG}


def test_while_the_page_is_read_again(kept: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(kept).before(monkeypatch, atomic, "sync_tree")
    with pytest.raises(Fault, match="chosen or edited by hand"):
        repository.rewrite(kept.id, content(markdown="Another text.\n"), {})
    assert "my remark" in text(kept)


def test_without_end_the_library_is_busy_and_nothing_is_left_over(
    library: Path, kept: Item, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = atomic.sync_tree

    def synced(made: Path) -> None:
        real(made)
        editor(kept).comes()

    monkeypatch.setattr(atomic, "sync_tree", synced)
    with pytest.raises(Fault) as raised:
        repository.edit([kept.id], {"title": "Another"})
    assert raised.value.code == "library_busy"
    assert text(kept).count("my remark") == transaction._TRIES and repository.load(kept.id).title == kept.title
    assert [path.name for path in library.iterdir()] == [kept.folder]
    assert not (library / kept.folder / names.PLACE).exists()
