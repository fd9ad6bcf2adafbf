"""What the index is told late does not take the place of what it was told since."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from jingdu.library import indexed, item_folders, repository
from jingdu.library.index import Index, close_all
from jingdu.protocol.items import Item
from tests.hostile.meanwhile import Other
from tests.support.library_items import keep


@pytest.fixture(autouse=True)
def no_index_left(library: Path) -> Iterator[None]:
    yield
    close_all()


def title_in_index(article: Item) -> str:
    fields = indexed.opened().fields(article.id)
    assert fields
    return str(fields["title"])


def remark(article: Item) -> None:
    """What its user adds in an editor."""
    path = repository.folder_of(article.id) / "article.md"
    path.write_text(path.read_text("utf-8") + "my remark\n", "utf-8")


def test_an_article_that_is_edited_while_the_folders_are_read_is_in_the_index_as_it_is_now(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keep(title="old")
    other = Other(lambda: repository.edit([kept.id], {"title": "new"}))
    other.after(monkeypatch, indexed.Folders, "read")
    index = indexed.opened()
    index.remove(kept.id)
    for _ in index.repair():
        pass
    assert title_in_index(kept) == "new"


def test_an_article_that_is_edited_while_the_index_looks_at_it_is_in_the_index_as_it_is_now(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keep(title="old")
    remark(kept)
    other = Other(lambda: repository.edit([kept.id], {"title": "new"}))
    other.before(monkeypatch, Index, "put")
    item_folders.reindex(kept.id)
    other.ends()
    assert title_in_index(kept) == "new"


def test_an_article_that_its_user_edits_while_the_index_is_told_of_it_is_seen_again(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keep(title="old")
    other = Other(lambda: remark(kept), locked=Path("nobody's"))
    other.before(monkeypatch, Index, "put")
    repository.edit([kept.id], {"favourite": True})
    assert not indexed.opened().is_seen(kept.id)


def test_an_edit_that_its_user_takes_back_is_no_longer_found(library: Path) -> None:
    kept = keep(title="old")
    path = repository.folder_of(kept.id) / "article.md"
    before = path.read_text("utf-8")
    for text, hits in ((before + "remarkable\n", 1), (before, 0)):
        path.write_text(text, "utf-8")
        item_folders.reindex(kept.id)
        assert indexed.opened().search("remarkable").total == hits
