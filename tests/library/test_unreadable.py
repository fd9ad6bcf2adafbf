"""Unreadable articles are listed with file and line, are never overwritten, and return once they are repaired."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.library.real import Home, Host, prose, story
from tests.support.library_items import contents
from tests.support.permitted import first_permitted
from tests.support.waiting import until

URL = "https://example.org/ferry"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A library of two articles."""
    home = Home(tmp_path_factory.mktemp("unreadable") / "home")
    home.save(story("The ferry", *prose("ferry")), URL)
    home.save(story("The bridge", *prose("bridge")), "https://example.org/bridge")
    return home


@pytest.fixture
def home(template: Home, tmp_path: Path) -> Home:
    made = Home(tmp_path / "home")
    shutil.copytree(template.library, made.library)
    return made


def ferry(home: Home) -> Path:
    return home.library / "The ferry" / "article.md"


def replace_field(home: Home, name: str, line: str) -> None:
    """Replaces the line of a field in the front matter."""
    lines = ferry(home).read_text("utf-8").split("\n")
    ferry(home).write_text("\n".join(line if one.startswith(f"{name}:") else one for one in lines), "utf-8")


def conflict(home: Home) -> None:
    """Two versions in one file, as left by a merge conflict."""
    replace_field(home, "title", '<<<<<<< HEAD\ntitle: "The ferry"\n=======\ntitle: "Ferry"\n>>>>>>> theirs')


def in_gbk(home: Home) -> None:
    replace_field(home, "title", 'title: "渡船"')
    ferry(home).write_bytes(ferry(home).read_bytes().replace("渡船".encode(), "渡船".encode("gbk")))


DAMAGES: dict[str, tuple[Callable[[Home], object], str, int | None]] = {
    "unclosed bracket": (lambda home: replace_field(home, "id", "id: [broken"), "front_matter", 2),
    "unclosed quote": (lambda home: replace_field(home, "title", 'title: "The ferry'), "front_matter", 3),
    "merge conflict": (conflict, "front_matter", 3),
    "no id": (lambda home: replace_field(home, "id", "other: 1"), "no_id", 1),
    "unclosed front matter": (lambda home: ferry(home).write_text("---\nid: x\ntitle: y\n\ntext\n"), "unclosed", 1),
    "no front matter": (lambda home: ferry(home).write_text("Only text.\n"), "no_front_matter", 1),
    "another encoding": (in_gbk, "not_text", 3),
    "zeros after power loss": (lambda home: ferry(home).write_bytes(bytes(4096)), "empty", 1),
    "renamed by a sync program": (
        lambda home: ferry(home).rename(ferry(home).with_name("article.sync-conflict-20260101-120000-ABCDEFG.md")),
        "missing",
        None,
    ),
}


def unreadable(items: list[dict[str, Any]]) -> list[tuple[str, str, int | None]]:
    found = [item["unreadable"] for item in items if "unreadable" in item]
    return [(f"{one['folder']}/{one['file']}", one["code"], one["line"]) for one in found]


@pytest.mark.sample("unclosed quote", "renamed by a sync program")
@pytest.mark.parametrize("damage", DAMAGES)
def test_unreadable_articles_are_listed_and_return_after_a_repair(home: Home, damage: str) -> None:
    corrupt, code, line = DAMAGES[damage]
    intact = ferry(home).read_bytes()
    corrupt(home)
    listed = home.list()
    assert [item["title"] for item in listed] == ["The bridge", "The ferry"]
    assert unreadable(listed) == [("The ferry/article.md", code, line)]
    where = "The ferry/article.md" + (f":{line}" if line else "")
    assert f"unreadable {where}: " in home.jingdu("list").out
    with Host(home.folder) as host:
        host.action("library")
        result = wait_for(lambda: host.action("library")["unreadable"])
        assert [(one["folder"], one["file"], one["line"], one["code"]) for one in result] == [
            ("The ferry", "article.md", line, code)
        ]
        ferry(home).unlink(missing_ok=True)
        ferry(home).write_bytes(intact)
        wait_for(lambda: not host.action("library")["unreadable"])
        assert {item["title"] for item in host.action("library")["items"]} == {"The bridge", "The ferry"}
    assert unreadable(home.list()) == []


def test_a_folder_named_article_md_is_reported(home: Home) -> None:
    ferry(home).unlink()
    ferry(home).mkdir()
    assert "The ferry/article.md: it could not be read (Is a directory)" in home.jingdu("list").out


def wait_for(look: Callable[[], Any]) -> Any:
    """Waits for the host to compare its index with the files, which it does after an idle second."""
    return until(look, pause=1.5)


def test_unreadable_articles_are_never_overwritten(home: Home, tmp_path: Path) -> None:
    (identity,) = [item["id"] for item in home.list() if item["title"] == "The ferry"]
    replace_field(home, "id", "id: [broken")
    (ferry(home).parent / "article (conflicted copy 2026-01-01).md").write_text("the other version")
    before = contents(ferry(home).parent)
    page = story("The ferry", *prose("ferry"))
    assert home.jingdu("save", "-", "--url", URL, "--no-pictures", "--replace", identity, given=page).code != 0
    with Host(home.folder) as host:
        fields = {"html": page, "url": URL, "private": False, "fetch_pictures": False}
        kept = host.action("save", **fields, if_duplicate="replace", instead=identity)
        assert kept["item"]["folder"] == "The ferry (2)"
        for action in ("trash_items", "restore_items"):
            assert host.action(action, items=[identity]) == "item_missing"
            assert host.action(action, items=[identity, kept["item"]["id"]])["items"] == [kept["item"]["id"]]
        host.action("delete_items", items=[identity])  # deleting a missing article succeeds
        assert host.action("edit_items", items=[identity], changes={"title": "x"}) == "item_missing"
        assert host.action("open_item", item=identity) in ("item_missing", "item_damaged")
    again = home.jingdu("re-read", "--all")
    assert again.code == 1 and "unreadable The ferry/article.md:2" in again.out
    reindexed = home.jingdu("reindex")
    assert reindexed.code == 1 and reindexed.err.startswith("jingdu: The ferry/article.md:2: its front matter is not")
    export = home.jingdu("export", "--format", "json", "--out", tmp_path / "out")
    assert export.err.startswith("jingdu: The ferry/article.md:2 – its front matter is not")
    assert contents(ferry(home).parent) == before
    assert unreadable(home.list()) == [("The ferry/article.md", "front_matter", 2)]


def test_unreadable_articles_stay_in_the_trash(home: Home) -> None:
    folder = home.library / ".trash" / "20200101T000000Z The ferry"
    folder.parent.mkdir()
    ferry(home).parent.rename(folder)
    (folder / "article.md").write_text("---\nid: [broken\n---\n")
    (item,) = home.list()
    assert home.jingdu("delete", item["id"]).code == 0
    assert (folder / "article.md").exists()
    assert unreadable(home.list("--trash")) == [(f".trash/{folder.name}/article.md", "front_matter", 2)]
    with Host(home.folder) as host:
        wait_for(lambda: host.action("library", filters={"trashed": True})["unreadable"])
        assert host.action("library")["unreadable"] == []


def test_copied_folders_are_reported_until_one_is_removed(home: Home) -> None:
    shutil.copytree(ferry(home).parent, home.library / "The ferry (conflict)")
    ((path, code, _),) = unreadable(home.list())
    assert (path, code) == ("The ferry (conflict)/article.md", "same_id")
    reindexed = home.jingdu("reindex", "--quiet")
    assert reindexed.code == 1 and reindexed.err.startswith("jingdu: The ferry")
    assert "/article.md: it has the same id as another article; remove one of the two (The ferry" in reindexed.err
    with Host(home.folder) as host:
        host.action("library")
        wait_for(lambda: host.action("library")["unreadable"])
        shutil.rmtree(ferry(home).parent)
        wait_for(lambda: not host.action("library")["unreadable"])
        found = wait_for(lambda: [one for one in host.action("library")["items"] if one["title"] == "The ferry"])
        assert [one["folder"] for one in found] == ["The ferry (conflict)"]
    assert unreadable(home.list()) == []


AS_ROOT = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--")
"""Runs as root without the capability to override file permissions."""
UNPRIVILEGED = None if os.name == "nt" else () if os.geteuid() else first_permitted(AS_ROOT)
needs_permissions = pytest.mark.skipif(UNPRIVILEGED is None, reason="root cannot be restricted here")


@needs_permissions
def test_unreadable_pictures_do_not_stop_an_export(home: Home) -> None:
    (home.library / "The ferry" / "assets").mkdir()
    (home.library / "The ferry" / "assets" / f"{0:020}.png").touch(0)
    completed = home.jingdu("export", "--out", home.folder / "out", prefix=UNPRIVILEGED or ())
    assert completed.code == 1 and "read-only" in completed.err
    assert [path.name for path in home.folder.glob("out/*/*.md")] == ["The bridge.md"]


@needs_permissions
@pytest.mark.sample("The ferry")
@pytest.mark.parametrize("closed", ["The ferry/article.md", "The ferry"])
def test_files_and_folders_without_read_permission_are_listed(home: Home, closed: str) -> None:
    path, prefix = home.library / closed, UNPRIVILEGED or ()
    mode = path.stat().st_mode
    path.chmod(0)
    try:
        completed = home.jingdu("list", "--json", prefix=prefix)
        assert unreadable(json.loads(completed.out)) == [(closed if "." in closed else f"{closed}/", "denied", None)]
        found = home.jingdu("search", "bridge", prefix=prefix)
        assert (found.code, "The bridge" in found.out) == (0, True)
    finally:
        path.chmod(mode)
    assert unreadable(home.list()) == []
    assert "The ferry" in home.jingdu("search", "ferry", prefix=prefix).out
