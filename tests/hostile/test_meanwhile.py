"""What another writer does at the worst moment is no error: each moment that the hammering found, by itself."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from jingdu import service
from jingdu.cli import items
from jingdu.library import highlights, indexed, item_files, item_folders, jobs, names, repository
from jingdu.library.exporters import output, work
from jingdu.library.images import job as picturing
from jingdu.library.images.fetching import Collected
from jingdu.library.index import Filters, close_all, database
from jingdu.library.index.recovery import RecoveringDatabase
from jingdu.protocol.items import Item
from tests.hostile.faults import works
from tests.hostile.meanwhile import Other
from tests.support.library_items import PICTURE, PNG, keep


@pytest.fixture(autouse=True)
def no_index_left(library: Path) -> Iterator[None]:
    yield
    close_all()


def reindexed() -> list[tuple[str, str]]:
    """What could not be read."""
    told = list(indexed.opened().rebuild())
    return told[-1].unreadable


def test_an_article_that_goes_while_the_folders_are_looked_at_is_left_out(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, gone = keep(title="kept"), keep(title="gone")
    real = indexed.Folders.stamp

    def stamp(self: indexed.Folders, folder: str) -> str | None:
        if folder == gone.folder:
            shutil.rmtree(library / folder, ignore_errors=True)
        return real(self, folder)

    monkeypatch.setattr(indexed.Folders, "stamp", stamp)
    assert reindexed() == []
    assert [hit.fields["id"] for hit in indexed.opened().search().items] == [kept.id]


def test_an_article_that_is_moved_while_it_is_read_is_no_damage(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, moved = keep(title="kept"), keep(title="moved")
    real = indexed.Folders.read

    def read(self: indexed.Folders, folder: str) -> object:
        if folder == moved.folder:
            monkeypatch.setattr(indexed.Folders, "read", real)
            repository.trash([moved.id])
        return real(self, folder)

    monkeypatch.setattr(indexed.Folders, "read", read)
    assert reindexed() == []
    found = indexed.opened().search(filters=Filters(trashed=None))
    assert {hit.fields["id"] for hit in found.items} == {kept.id, moved.id}


def test_an_index_that_is_replaced_while_it_is_opened_is_opened_anew(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    real = database.Database._open

    def opened(self: database.Database) -> object:
        connection = real(self)
        if self.path.name == "index-1.sqlite":
            database.rotate(folder, self.path)
        return connection

    monkeypatch.setattr(database.Database, "_open", opened)
    made = RecoveringDatabase(folder).current()
    assert made.path.name == "index-2.sqlite" and made.is_current()
    made.close()


def test_a_typed_id_is_found_while_its_folder_changes_places(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The article is aside when the folders are first looked at, as between the two renames of an exchange."""
    kept = keep()
    folder, aside = library / kept.folder, library / ".aside"
    os.rename(folder, aside)
    real = items.locked

    def locked(where: Path) -> object:
        os.rename(aside, folder)
        return real(where)

    monkeypatch.setattr(items, "locked", locked)
    assert [item.id for item in items.chosen([kept.id[:8]])] == [kept.id]


def test_highlights_stay_where_the_article_is_moved_before_the_next_is_written(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another writer is quicker to the lock: until then the folder was another one."""
    kept = keep()
    highlights.change(kept.id, None, [marked("first")], [])
    real = highlights.transaction.write_lock

    def writing() -> object:
        monkeypatch.setattr(highlights.transaction, "write_lock", real)
        repository.trash([kept.id])
        return real()

    monkeypatch.setattr(highlights.transaction, "write_lock", writing)
    highlights.change(kept.id, None, [marked("second")], [])
    assert [one.id for one in highlights.of(kept.id, None)] == ["first", "second"]


@pytest.mark.parametrize("form", ["json", "folder"])
def test_an_article_that_is_moved_while_it_is_exported_is_whole(
    library: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    kept = keep()
    highlights.change(kept.id, None, [marked("first")], [])
    real = item_files.read

    def read(folder: Path) -> object:
        found = real(folder)
        if folder == library / kept.folder:
            monkeypatch.setattr(item_files, "read", real)
            repository.trash([kept.id])
        return found

    monkeypatch.setattr(item_files, "read", read)
    found = work.piece(kept.id, form)
    assert [one["id"] for one in found.highlights] == ["first"]
    assert item_folders.find(kept.id).parent.name == names.TRASH


def marked(identity: str) -> highlights.Highlight:
    return highlights.parsed(works.highlight(identity))


READERS: dict[str, Callable[[str], object]] = {
    "item": repository.load,
    "text": repository.text,
    "text as shown": repository.current,
    "HTML": repository.body,
    "Markdown": repository.markdown,
    "page": repository.page,
    "pictures": repository.pictures,
    "their addresses": partial(repository.read, reader=item_files.sources),
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_an_article_that_is_moved_when_it_was_found_is_read_all_the_same(
    library: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[str], object]
) -> None:
    kept = keep({PICTURE: PNG})
    before = read(kept.id)
    Other(lambda: repository.trash([kept.id])).after(monkeypatch, item_folders, "find")
    found = read(kept.id)
    if isinstance(found, Item):
        assert found.trashed and (found.id, found.title) == (kept.id, kept.title)
    else:
        assert found == before


def test_a_picture_is_shown_whose_article_is_moved_when_it_was_found(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keep({PICTURE: PNG})
    Other(lambda: repository.trash([kept.id])).after(monkeypatch, item_folders, "find")
    assert repository.asset(kept.id, str(kept.cover)) == PNG


@pytest.mark.parametrize("where", ["when the folders are listed", "when it is read"])
def test_an_article_that_takes_the_place_of_another_just_then_is_exported(
    library: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """It is aside, as between the two renames of an exchange, until the other lets go of the lock."""
    kept = keep()
    folder, aside = library / kept.folder, library / ".aside"
    real_read, real_locked = item_files.read, work.locked

    def read(read_from: Path) -> object:
        monkeypatch.setattr(item_files, "read", real_read)
        os.rename(folder, aside)
        return real_read(read_from)

    def locked(place: Path) -> object:
        if aside.exists():
            os.rename(aside, folder)
        return real_locked(place)

    if where == "when it is read":
        monkeypatch.setattr(item_files, "read", read)
    else:
        os.rename(folder, aside)
    monkeypatch.setattr(work, "locked", locked)
    state = jobs.State()
    assert [item.id for item in work._oldest_first(state)] == [kept.id] and state.report == []


def test_an_article_that_is_trashed_while_all_are_exported_is_left_out(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, trashed = keep(title="kept"), keep(title="trashed")
    Other(lambda: repository.trash([trashed.id])).before(monkeypatch, item_files, "read")
    state = jobs.State()
    assert [item.id for item in work._oldest_first(state)] == [kept.id] and state.report == []


@pytest.mark.parametrize("form", ["markdown", "html", "epub", "json"])
def test_an_article_is_exported_whose_folder_is_moved_before_its_pictures_are_read(
    library: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    kept = keep({PICTURE: PNG})
    other = Other(lambda: repository.trash([kept.id]))
    other.after(monkeypatch, work, "piece")
    state = jobs.State()
    for _ in jobs.run(work.work, state, {"format": form, "items": [kept.id]}):
        pass
    assert (state.state, state.report) == ("done", []) and state.path


def test_two_exports_that_end_at_once_stand_beside_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, another = output.Exporter(tmp_path, "Jingdu"), tmp_path / "another"
    for folder in (made.written, another):
        folder.mkdir()
        (folder / "text.md").write_text(folder.name, "utf-8")
    Other(lambda: another.rename(tmp_path / "Jingdu"), locked=tmp_path).after(monkeypatch, output, "free")
    assert made.end().name == "Jingdu (2)"
    assert (tmp_path / "Jingdu" / "text.md").read_text("utf-8") == "another"


def test_pictures_that_are_cancelled_after_their_article_was_deleted_end_nothing_else(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetch(addresses: list[str], *_: object, **__: object) -> Iterator[Collected]:
        while True:
            yield Collected({}, {addresses[0]: "slow"}, len(addresses))

    monkeypatch.setattr(picturing, "fetch", fetch)
    kept = keep()
    options = {"item": kept.id, "addresses": [PICTURE, "https://example.org/far.png"], "page": None}
    job = jobs.start("fetch_pictures", options)
    jobs.step()
    repository.delete([kept.id])
    jobs.cancel(job)
    for _ in service.rest():
        pass
    assert (jobs.state(job).state, jobs.state(job).message[:12]) == ("failed", "This article")
