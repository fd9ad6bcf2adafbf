"""Reindexing: what is reported, and what a cancelled or killed one leaves."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import jingdu
from jingdu.library.index import Index
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


def test_an_unreadable_article_and_a_second_of_an_id_are_reported(files: Folders, tmp_path: Path) -> None:
    made = rebuilt(files, tmp_path / "index")
    assert len(made[0]) == NUMBER - 1
    assert {str(row[0]) for row in made[3]} in ({"folder 7", "copy"}, {"folder 7", "folder 9"})


def test_work_that_is_cancelled_leaves_nothing(files: Folders, tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    index = Index(files, tmp_path / "index")
    work: Iterator[object] = index.rebuild()
    next(work)
    del work
    assert index.search("").total == 0
    assert not list((tmp_path / "index").glob("building-*"))


PROGRAM = """
import sys
from pathlib import Path
from tests.support.index_folders import Folders
from jingdu.library.index import Index
root = Path(sys.argv[1])
for progress in Index(Folders(root / "files"), root / "index").rebuild():
    print(progress.done, flush=True)
    sys.stdin.readline()
"""


def test_a_kill_in_the_middle_leaves_the_old_index(files: Folders, tmp_path: Path) -> None:
    rebuilt(files, tmp_path / "index")
    before = rows(tmp_path / "index")
    (tmp_path / "program.py").write_text(PROGRAM)
    paths = os.pathsep.join([str(Path(jingdu.__path__[0]).parent), str(Path(__file__).parents[2])])
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "program.py"), str(tmp_path)],
        env=os.environ | {"PYTHONPATH": paths}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout
        assert int(process.stdout.readline()) < NUMBER
        process.kill()
    index = Index(files, tmp_path / "index")
    assert index.search("", limit=0).total == NUMBER - 1
    for _ in index.repair():
        pass
    index.close()
    assert rows(tmp_path / "index") == before
