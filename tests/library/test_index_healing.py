"""The index follows the files and repairs itself after damage."""

import os
import random
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from jingdu.faults import Fault
from jingdu.library.index import Index, local_folder
from tests.support.made_articles import MadeArticle, articles, item_of, write

NUMBER = 40
NEW = "jnew0000000000000000"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A library of generated articles, not indexed yet."""
    (tmp_path / "index").mkdir()
    for number, article in enumerate(made_articles()):
        write(tmp_path / "files", item_of(article, number), article.text)
    return tmp_path / "files"


@cache
def made_articles() -> list[MadeArticle]:
    """The articles of the library."""
    return list(articles(NUMBER))


def opened(files: Path) -> Index:
    return Index(files, files.with_name("index"))


def repair(index: Index) -> int:
    """Repairs the index; returns the number of articles read."""
    return max((progress.total for progress in index.repair()), default=0)


def check_complete(index: Index) -> None:
    """Checks that all articles are found by their text."""
    assert index.search("", limit=1).total == NUMBER
    for number in range(0, NUMBER, 7):
        words = re.findall("[一-鿿]{2,}|[a-z]+", made_articles()[number].text)[-1]
        assert f"j{number:019}" in {hit.fields["id"] for hit in index.search(f'"{words}"', limit=NUMBER).items}


@pytest.fixture
def database(files: Path) -> Path:
    """The database of a closed index of the library."""
    index = opened(files)
    assert repair(index) == NUMBER
    check_complete(index)
    index.close()
    return files.with_name("index") / "index-1.sqlite"


def overwrite(start: float, length: float) -> Callable[[Path], None]:
    """Overwrites a part of a file with random bytes; ``start`` and ``length`` are fractions of its size."""

    def damage(path: Path) -> None:
        data = bytearray(path.read_bytes())
        begin, end = int(start * len(data)), int((start + length) * len(data))
        data[begin:end] = random.Random(3).randbytes(end - begin)
        path.write_bytes(data)

    return damage


DAMAGES: dict[str, Callable[[Path], None]] = {
    "deleted": Path.unlink,
    "truncated within a page": lambda path: os.truncate(path, 4096 * 20 + 17),
    "header overwritten": overwrite(0, 0.001),
    "first half overwritten": overwrite(0.05, 0.4),
    "newer schema": lambda path: execute(path, "PRAGMA user_version = 99"),
    "older schema": lambda path: execute(path, "PRAGMA user_version = 2"),
    "missing table": lambda path: execute(path, "DROP TABLE text"),
    "missing metadata": lambda path: execute(path, "DELETE FROM meta"),
}


def execute(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(statement)
    connection.close()


@pytest.mark.sample("deleted", "first half overwritten", "newer schema")
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_index_is_rebuilt(files: Path, database: Path, damage: Callable[[Path], None]) -> None:
    damage(database)
    index = opened(files)
    list(index.check())
    repair(index)
    check_complete(index)
    index.close()


def test_file_changes_by_other_programs_are_indexed(files: Path, database: Path) -> None:
    index = opened(files)
    first = item_of(made_articles()[0], 0)
    write(files, first._replace(title="Wombats"), "numbats")
    write(files, first._replace(id=NEW, folder="new"), "quokkas")
    moved = files / (os.fsdecode(b"moved \xe9") if sys.platform == "linux" else "moved 1")  # invalid UTF-8 on Linux
    (files / "folder 1").rename(moved)
    (files / "folder 3" / "highlights.json").write_text('[{"note": "echidnas"}]')
    shutil.rmtree(files / "folder 2")
    repair(index)
    assert index.search("title:wombats numbats").total == index.search("quokkas").total == 1
    assert index.search("echidnas").total == 1
    assert index.folder(f"j{1:019}") == moved
    assert index.fields(f"j{2:019}") is None
    assert (index.search("").total, repair(index)) == (NUMBER, 0)


def test_an_article_replaces_another_in_the_same_folder(files: Path, database: Path) -> None:
    index = opened(files)
    first, second = (item_of(made_articles()[number], number) for number in range(2))
    write(files, first._replace(id=NEW), "numbats")
    shutil.rmtree(files / second.folder)
    other = second._replace(id="jother")
    write(files, other, "quokkas")
    index.put(other, "quokkas")
    repair(index)
    assert [index.fields(item.id) for item in (first, second)] == [None, None]
    assert index.search("numbats").total == index.search("quokkas").total == 1
    assert index.search("").total == NUMBER


def test_the_index_is_searchable_while_it_is_rebuilt(files: Path, database: Path) -> None:
    index, other = opened(files), opened(files)
    for step, _ in enumerate(index.rebuild()):
        assert other.search("").total in (NUMBER, NUMBER + 1)
        if step == 3:
            new = item_of(made_articles()[0], 0, id=NEW, folder="new")
            write(files, new, "quokkas")
            other.put(new, "quokkas")
    assert index.search("quokkas").total == other.search("quokkas").total == 1
    assert index.search("", limit=1).total == NUMBER + 1


def test_the_index_is_not_on_network_disks_or_in_synced_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    here = local_folder.folder(tmp_path / "library")
    assert here.is_relative_to(tmp_path / "data" / "jingdu" / "index")
    assert here == local_folder.folder(tmp_path / "library")
    assert here != local_folder.folder(tmp_path / "other")
    monkeypatch.setattr(local_folder, "_mounts", lambda: [("/", "ext4"), (str(tmp_path / "data"), "nfs")])
    assert local_folder.folder(tmp_path / "library").is_relative_to(tmp_path / "cache" / "jingdu" / "index")
    monkeypatch.setattr(local_folder, "_mounts", lambda: [("/", "nfs")])
    with pytest.raises(Fault) as fault:
        local_folder.folder(tmp_path / "library")
    assert fault.value.code == "index_on_network"
    assert local_folder.is_synced(Path("/home/me/Dropbox (Private)/x"))
    assert not local_folder.is_synced(tmp_path)
