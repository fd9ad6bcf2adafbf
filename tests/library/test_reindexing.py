"""Reindexing on all cores: the same index as one after the other, whatever happens to the processes that read."""

from __future__ import annotations

import os
import signal
import sqlite3
from pathlib import Path

import pytest

from jingdu.library.index import Index, reading
from tests.support.index_folders import Folders, entry_of
from tests.support.made_articles import articles

NUMBER = 60
TABLES = ("item", "tag", "text", "unreadable", "token_data", "token_docsize")


@pytest.fixture
def files(tmp_path: Path) -> Folders:
    """A library with an article that cannot be read and one whose id another has."""
    folders = Folders(tmp_path / "files")
    made = list(articles(NUMBER))
    for number, article in enumerate(made):
        folders.write(entry_of(article, number), article.text)
    (folders.root / "folder 7" / "entry.json").write_text("{", "utf-8")
    folders.write(entry_of(made[9], 9)._replace(folder="copy"), made[9].text)
    return folders


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "cores", lambda: 2)
    monkeypatch.setattr(reading, "MANY", 10)


def rebuilt(files: Folders, place: Path) -> list[list[tuple[object, ...]]]:
    """The rows of every table of a rebuilt index."""
    place.mkdir()
    index = Index(files, place)
    for _ in index.rebuild():
        pass
    index.close()
    return rows(place)


def rows(place: Path) -> list[list[tuple[object, ...]]]:
    (path,) = place.glob("*.sqlite")
    connection = sqlite3.connect(path)
    found = [connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in TABLES]
    connection.close()
    return found


def readers() -> set[int]:
    """The processes that this one started, which read."""
    import multiprocessing

    return {process.pid for process in multiprocessing.active_children() if process.pid}


def test_it_is_the_index_that_one_core_makes(files: Folders, tmp_path: Path, cores: None) -> None:
    made = rebuilt(files, tmp_path / "many")
    assert not readers()
    with pytest.MonkeyPatch.context() as one:
        one.setattr(reading, "MANY", 1000)
        assert rebuilt(files, tmp_path / "one") == made
    assert len(made[0]) == NUMBER - 1
    assert [row[0] for row in made[3]] == ["folder 7", *({"copy", "folder 9"} & {str(row[0]) for row in made[3]})]


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_readers_that_are_killed_leave_nothing_out(files: Folders, tmp_path: Path, cores: None) -> None:
    (tmp_path / "index").mkdir()
    index = Index(files, tmp_path / "index")
    killed = 0
    for progress in index.rebuild():
        if progress.done and not killed:
            for pid in readers():
                os.kill(pid, signal.SIGKILL)
                killed += 1
    index.close()
    assert killed
    assert rows(tmp_path / "index") == rebuilt(files, tmp_path / "other")
