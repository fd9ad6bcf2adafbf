"""The index heals: whatever happens to its files, what is saved is found again; and it follows the library's files."""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

import jingdu
from jingdu.faults import Fault
from jingdu.library.index import Index, place
from tests.support.index_folders import Folders, entry_of
from tests.support.made_articles import MadeArticle, articles

NUMBER = 40


@pytest.fixture
def files(tmp_path: Path) -> Folders:
    """A library of made-up articles, which is not indexed yet."""
    (tmp_path / "files").mkdir()
    (tmp_path / "index").mkdir()
    folders = Folders(tmp_path / "files")
    for number, article in enumerate(MADE):
        folders.write(entry_of(article, number), article.text)
    return folders


MADE: list[MadeArticle] = list(articles(NUMBER))


def opened(files: Folders) -> Index:
    return Index(files, files.root.parent / "index")


def repaired(index: Index) -> int:
    """Repairs the index; how many articles were read."""
    return max((progress.total for progress in index.repair()), default=0)


def check_whole(index: Index) -> None:
    """All articles are found by what is in them."""
    assert index.search("", limit=1).total == NUMBER
    for number in range(0, NUMBER, 7):
        words = re.findall("[一-鿿]{2,}|[a-z]+", MADE[number].text)[-1]
        assert f"id{number}" in {hit.fields["id"] for hit in index.search(f'"{words}"', limit=NUMBER).items}


@pytest.fixture
def made(files: Folders) -> Path:
    """An index of the library, closed; its database's file."""
    index = opened(files)
    assert repaired(index) == NUMBER
    check_whole(index)
    index.close()
    return files.root.parent / "index" / "index-1.sqlite"


def overwrite(start: float, length: float) -> Callable[[Path], None]:
    """Bytes at random from this share of the file on, for so much of it."""

    def damage(path: Path) -> None:
        data = bytearray(path.read_bytes())
        begin, end = int(start * len(data)), int((start + length) * len(data))
        data[begin:end] = random.Random(3).randbytes(end - begin)
        path.write_bytes(data)

    return damage


DAMAGES: dict[str, Callable[[Path], None]] = {
    "deleted": Path.unlink,
    "cut within a page": lambda path: os.truncate(path, 4096 * 20 + 17),
    "its head overwritten": overwrite(0, 0.001),
    "its first half overwritten": overwrite(0.05, 0.4),
    "a newer schema": lambda path: ran(path, "PRAGMA user_version = 99"),
    "an older schema": lambda path: ran(path, "PRAGMA user_version = 2"),
    "a table lost": lambda path: ran(path, "DROP TABLE text"),
    "meta lost": lambda path: ran(path, "DELETE FROM meta"),
}


def ran(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(statement)
    connection.close()


@pytest.mark.sample("deleted", "its first half overwritten", "a newer schema")
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_index_is_rebuilt(files: Folders, made: Path, damage: Callable[[Path], None]) -> None:
    damage(made)
    index = opened(files)
    for _ in index.check():
        pass
    repaired(index)
    check_whole(index)
    index.close()


def test_whatever_the_damage_no_search_raises(files: Folders, made: Path) -> None:
    """Also before anything was checked."""
    overwrite(0.1, 0.1)(made)
    index = opened(files)
    for query in ("", "的", "经济", "the", "of the", "tag:历史"):
        index.search(query)
    index.put(entry_of(MADE[0], 0), MADE[0].text)
    repaired(index)
    index.search("the")


def test_what_a_lost_log_held_is_read_again(files: Folders) -> None:
    """The write-ahead log is deleted while no process has it open."""
    index = opened(files)
    repaired(index)
    stolen = files.root.parent / "stolen"
    shutil.copytree(index.place, stolen)
    index.close()
    for log in stolen.glob("*-wal"):
        log.unlink()
    index = Index(files, stolen)
    repaired(index)
    check_whole(index)


def test_files_that_were_added_changed_renamed_or_removed_by_others_are_followed(files: Folders, made: Path) -> None:
    index = opened(files)
    entry = entry_of(MADE[0], 0)
    files.write(entry._replace(title="Wombats"), "numbats")
    files.write(entry._replace(id="new", folder="new"), "quokkas")
    os.rename(files.root / "folder 1", files.root / "moved 1")
    moved = entry_of(MADE[1], 1)._replace(folder="moved 1")
    files.write(moved, MADE[1].text)
    shutil.rmtree(files.root / "folder 2")
    repaired(index)
    assert index.search("title:wombats numbats").total == index.search("quokkas").total == 1
    assert index.folder("id1") == "moved 1"
    assert index.fields("id2") is None
    assert index.search("").total == NUMBER
    assert repaired(index) == 0


def test_it_is_searched_while_it_is_made_anew_and_no_change_meanwhile_is_lost(files: Folders, made: Path) -> None:
    index, other = opened(files), opened(files)
    for step, _ in enumerate(index.rebuild()):
        assert other.search("").total in (NUMBER, NUMBER + 1)
        if step == 3:
            new = entry_of(MADE[0], 0)._replace(id="new", folder="new")
            files.write(new, "quokkas")
            other.put(new, "quokkas")
    assert index.search("quokkas").total == other.search("quokkas").total == 1
    assert index.search("", limit=1).total == NUMBER + 1
    assert sorted(path.name for path in index.place.glob("*.sqlite")) == ["index-2.sqlite"]
    assert not list(index.place.glob("building-*"))


def test_a_library_that_is_not_there_loses_nothing(files: Folders, made: Path) -> None:
    index = opened(files)
    os.rename(files.root, files.root.with_name("unplugged"))
    with pytest.raises(OSError):
        repaired(index)
    assert index.search("").total == NUMBER


WRITER = """
import sys
from pathlib import Path
from tests.support.index_folders import Folders, item
from jingdu.library.index import Index
name, root = sys.argv[1], Path(sys.argv[2])
files = Folders(root / "files")
index = Index(files, root / "index")
for number in range(int(sys.argv[3])):
    title = f"{name} {number}"
    entry = item(title, title, title, tags=(name,))
    files.write(entry, f"text {number} of {name} 人工智能")
    index.put(entry, f"text {number} of {name} 人工智能")
    if number % 5 == 0:
        index.search(name)
"""


def test_several_processes_write_and_search_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    """From the first moment on, when each of them finds no index; none hears that it is locked."""
    (tmp_path / "files").mkdir()
    (tmp_path / "index").mkdir()
    each, names = 40, ("one", "two", "three")
    paths = os.pathsep.join([str(Path(jingdu.__path__[0]).parent), str(Path(__file__).parents[2])])
    run = [
        subprocess.Popen([sys.executable, "-c", textwrap.dedent(WRITER), name, str(tmp_path), str(each)],
                         env=os.environ | {"PYTHONPATH": paths}, stderr=subprocess.PIPE)
        for name in names
    ]  # fmt: skip
    index = Index(Folders(tmp_path / "files"), tmp_path / "index")
    versions = {index.search("text").version}
    for process in run:
        assert (process.communicate()[1], process.returncode) == (b"", 0)
    last = index.search("人工智能", limit=1)
    assert last.total == each * len(names)
    assert last.facets and dict(last.facets.tags) == dict.fromkeys(names, each)
    assert last.version not in versions
    assert repaired(index) == 0


def test_a_killed_writer_leaves_a_sound_index(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "index").mkdir()
    paths = os.pathsep.join([str(Path(jingdu.__path__[0]).parent), str(Path(__file__).parents[2])])
    for number in range(4):
        process = subprocess.Popen([sys.executable, "-c", WRITER, f"w{number}", str(tmp_path), "100000"],
                                   env=os.environ | {"PYTHONPATH": paths})  # fmt: skip
        while len(list((tmp_path / "files").glob(f"w{number} *"))) < 10 + number:
            assert process.poll() is None
        process.kill()
        process.wait()
    index = Index(Folders(tmp_path / "files"), tmp_path / "index")
    index._database.check()
    repaired(index)
    whole = list(index.files.stamps())
    assert index.search("text", limit=1).total == len(whole) >= 20


def test_it_is_never_on_another_computer_or_in_a_synced_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    here = place.folder(tmp_path / "library")
    assert here.is_relative_to(tmp_path / "data" / "jingdu" / "index")
    assert here == place.folder(tmp_path / "library")
    assert here != place.folder(tmp_path / "other")
    monkeypatch.setattr(place, "_mounts", lambda: [("/", "ext4"), (str(tmp_path / "data"), "nfs")])
    assert place.folder(tmp_path / "library").is_relative_to(tmp_path / "cache" / "jingdu" / "index")
    monkeypatch.setattr(place, "_mounts", lambda: [("/", "nfs")])
    with pytest.raises(Fault) as fault:
        place.folder(tmp_path / "library")
    assert fault.value.code == "index_on_network"
    assert place.is_synced(Path("/home/me/Dropbox (Private)/x"))
    assert not place.is_synced(tmp_path)
