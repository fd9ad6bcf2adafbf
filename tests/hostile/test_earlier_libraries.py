"""Libraries written by earlier versions (see libraries/make_sample.py) can be read, searched and changed."""

import shutil
import tarfile
from pathlib import Path

import pytest

from jingdu.library import indexed, item_files, location, repository
from tests.library.asking import call
from tests.support.indexes import close_all
from tests.support.library_items import contents
from tests.support.waiting import until

SAMPLES = sorted((Path(__file__).parent / "libraries").glob("*.tar.xz"))


@pytest.fixture(params=SAMPLES, ids=[path.name.removesuffix(".tar.xz") for path in SAMPLES])
def home(request: pytest.FixtureRequest, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of an earlier version; its index is moved to the path that this version uses."""
    with tarfile.open(request.param) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)  # not in Python 3.11.2
        packed.extractall(tmp_path)
    for name in ("HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    close_all()
    for old in (tmp_path / "home" / ".local" / "share" / "jingdu" / "index").glob("*"):
        here = indexed.opened().place
        close_all()
        shutil.rmtree(here)
        old.rename(here)
    return tmp_path / "home"


def test_reading_an_earlier_library_changes_no_file(home: Path) -> None:
    before = contents(location.folder())
    until(lambda: call("library", query="")["total"] == 2)  # the first reply does not wait for the index
    listed = call("library", query="")["items"]
    assert {one["title"] for one in listed} == {'The ferry: 渡船 # "quoted"', "第三篇: edited"}
    third = next(item for item in repository.items() if item.title == "第三篇: edited")
    assert (third.tags, third.read) == (("芯片", "a, b"), True)
    assert [item.title for item in repository.items(trashed=True)] == ["Another"]
    for item in (*repository.items(), *repository.items(trashed=True)):
        assert "There is no engine on the ferry." in repository.text(item.id)
        assert repository.read(item.id, item_files.page) and not repository.read(item.id, item_files.current).edited
    assert location.settings().fetch_pictures is False
    assert contents(location.folder()) == before


def test_an_earlier_library_can_be_searched(home: Path) -> None:
    for query in ("ferry", "渡船", "tag:芯片", "第三篇", "https://example.org/ferry"):
        until(lambda query=query: call("library", query=query)["total"] in (1, 2))


def test_an_earlier_library_can_be_changed(home: Path) -> None:
    (gone,) = repository.items(trashed=True)
    call("restore_items", items=[gone.id])
    call("edit_items", items=[gone.id], changes={"title": "Back", "add_tags": ["t"]})
    call("start_job", kind="reindex", options={})
    until(lambda: call("library", query="title:Back tag:t")["total"] == 1)
    until(lambda: call("library", query="")["total"] == 3)
