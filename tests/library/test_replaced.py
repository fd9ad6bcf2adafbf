"""A replaced article goes to the trash and can be restored; unchanged articles and bookmarks leave no copy."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from tests.library.real import Home, Host, prose, story

URL = "https://example.org/ferry"
OLD = story("The ferry", *prose("ferry"))
NEW = story("The ferry, corrected", *prose("bridge"))


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A library with one article, which has a tag, a highlight and a file added by the user."""
    home = Home(tmp_path_factory.mktemp("replaced") / "home")
    folder = home.article(home.save(OLD, URL, "--tag", "rivers")).parent
    (folder / "highlights.json").write_text(json.dumps([{"id": "h1", "quote": {"exact": "ferry"}, "note": "mine"}]))
    (folder / "my notes.txt").write_text("mine")
    return home


@pytest.fixture
def home(template: Home, tmp_path: Path) -> Home:
    shutil.copytree(template.folder, tmp_path / "home")
    return Home(tmp_path / "home")


@pytest.fixture(scope="module")
def kept(template: Home) -> str:
    """The id of the article."""
    (item,) = template.list()
    return str(item["id"])


def test_an_article_replaced_by_the_command_goes_to_the_trash(home: Home, kept: str) -> None:
    assert home.save(NEW, URL, "--replace", kept)["id"] == kept
    assert [item["title"] for item in home.list("--trash")] == ["The ferry"]


def test_an_article_replaced_by_the_extension_is_restored_completely(home: Home, kept: str) -> None:
    with Host(home.folder) as host:
        fields = {"html": NEW, "url": URL, "private": False, "fetch_pictures": False}
        assert host.action("save", **fields)["duplicate"]["item"]["id"] == kept
        assert host.action("save", **fields, if_duplicate="replace", instead=kept)["item"]["id"] == kept
        assert [item["title"] for item in host.action("library", filters={"trashed": True})["items"]] == ["The ferry"]
    (now,) = home.list()
    assert (now["id"], now["tags"]) == (kept, ["rivers"])
    (gone,) = home.list("--trash")
    assert gone["id"] != kept and (gone["title"], gone["tags"]) == ("The ferry", ["rivers"])
    (home.article(now).parent / "my notes.txt").write_text("changed since")
    assert home.jingdu("restore", gone["id"]).code == 0
    back = next(item for item in home.list() if item["id"] == gone["id"])
    folder = home.article(back).parent
    assert "The ferry came up" in home.jingdu("show", gone["id"]).out
    assert (folder / "my notes.txt").read_text() == "mine"
    assert "mine" in (folder / "highlights.json").read_text()
    assert "The ferry came up" in gzip.decompress((folder / "page.html.gz").read_bytes()).decode()
    assert home.list("--trash") == [] and len(home.list()) == 2
    found = json.loads(home.jingdu("search", "ferry", "--json").out)
    assert gone["id"] in [one["id"] for one in found["items"]]


def test_re_reading_an_unchanged_article_leaves_the_trash_empty(home: Home, kept: str) -> None:
    assert "unchanged" in home.jingdu("re-read", kept).out
    assert home.list("--trash") == []


@pytest.mark.long
def test_saving_a_bookmarked_page_leaves_no_copy_in_the_trash(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    bookmarks = tmp_path / "later.csv"
    bookmarks.write_text(f"title,url\nThe ferry,{URL}\n")
    assert home.jingdu("import", bookmarks).code == 0
    (later,) = home.list()
    assert home.jingdu("save", "-", "--url", URL, "--no-pictures", given=NEW).code == 0
    assert [item["id"] for item in home.list()] == [later["id"]] and home.list("--trash") == []
