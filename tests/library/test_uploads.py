"""Files and pictures uploaded in parts, in any order and repeated: limited in size, and removed afterwards."""

import base64
import json
import os
from pathlib import Path
from typing import Any

import pytest

from jingdu.library import item_files, jobs, repository, uploads
from jingdu.library.exporters import work as out
from jingdu.library.importers import work as into
from tests.library.asking import ask
from tests.library.test_export_and_import import clear_library, run_job
from tests.library.test_importers import BOOKMARKS, POCKET
from tests.support.library_items import PICTURE, PNG, highlight, keep
from tests.support.pictures import png

TOKEN = "0b5f8f62-6e3c-4a53-9f0e-2f1c8f4ad7aa"
PROSE = "".join(f"<p>The ferry crosses the river {n} times a day, and nobody looks up at it.</p>" for n in range(9))


def send(name: str, content: str | bytes, part: int = 50) -> None:
    """Uploads a file in parts, each part twice, as after a lost connection."""
    data = content.encode() if isinstance(content, str) else content
    for offset in range(0, max(1, len(data)), part):
        for _ in range(2):
            assert upload(name, data[offset : offset + part], offset) is None


def upload(name: str, data: bytes, offset: int = 0) -> Any:
    fields = {"token": TOKEN, "name": name, "offset": offset, "data": base64.b64encode(data).decode()}
    return ask("upload", **fields)["refused"]


def test_uploaded_files_of_all_kinds_are_imported_and_removed(library: Path) -> None:
    send("bookmarks.html", BOOKMARKS)
    send("pocket.csv", POCKET)
    send("notes.txt", "some notes")
    send("saved/a.html", f"<!-- saved from url=(1)https://example.org/s --><h1>A</h1>{PROSE}<img src='a_files/x.png'>")
    send("saved/a_files/x.png", png(), 20)
    send("saved/readme.json", "{}")
    state = run_job(into.work, token=TOKEN)
    assert (state.state, state.counts) == ("done", {"new": 7, "there": 0, "failed": 2})
    found = [(row["title"], row["line"], row["code"]) for row in state.report]
    assert found == [("notes.txt", None, "unknown"), ("pocket.csv", 5, "no_address")]
    (page,) = [one for one in repository.items() if one.url == "https://example.org/s"]
    assert repository.body(page.id).count('src="assets/') == 1
    assert not uploads.folder(TOKEN).exists()


def test_interrupted_imports_resume_with_the_same_files(library: Path) -> None:
    send("pocket.csv", POCKET)
    steps = jobs.run(into.work, jobs.State(), {"token": TOKEN})
    next(steps)
    steps.close()  # type: ignore[attr-defined] # as when the host exits
    assert run_job(into.work, token=TOKEN).counts["there"] == 1
    assert run_job(into.work, token=TOKEN).state == "failed"


INVALID_NAMES = ["../x", "a/../../x", "/etc/passwd", "", ".", "a/..", "x\0y", "a" * 256, "/".join("a" * 50)]


@pytest.mark.parametrize("name", INVALID_NAMES)
def test_names_outside_the_folder_are_rejected(library: Path, name: str) -> None:
    assert upload(name, b"x") == "name"
    assert not uploads.folder(TOKEN).exists()


def test_uploads_are_limited_in_size_and_number(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MAX_FILE_BYTES", 10)
    monkeypatch.setattr(uploads, "MAX_TOTAL_BYTES", 15)
    monkeypatch.setattr(uploads, "MAX_FILES", 2)
    assert (upload("a", b"x" * 11), upload("a", b"x" * 10), upload("b", b"x" * 10)) == ("large", None, "large")
    assert (upload("b", b"x"), upload("c", b"x")) == (None, "many")
    assert (upload("a", b"y", 11), upload("z", b"y", 3)) == ("large", "gap")


@pytest.mark.parametrize("form", ["markdown", "json", "library"])
def test_uploaded_exports_and_library_folders_round_trip(library: Path, tmp_path: Path, form: str) -> None:
    first = keep({PICTURE: PNG}, title="渡船", tags=("rivers",), favourite=True, lang="zh-Hans")
    second = keep(title="Without pictures")
    (repository.folder_of(first.id) / "highlights.json").write_text(
        json.dumps([highlight("h1", "A note\nof two lines")]), "utf-8"
    )
    before = {one.id: (repository.load(one.id)._replace(folder=""), repository.text(one.id)) for one in (first, second)}
    source = library if form == "library" else Path(run_job(out.work, format=form, items=[]).path or "")
    for path in [source] if source.is_file() else source.rglob("*"):
        if path.is_file():
            send(f"backup/{path.relative_to(source.parent).as_posix()}", path.read_bytes(), 10_000)
    clear_library()
    state = run_job(into.work, token=TOKEN)
    assert (state.counts, state.report) == ({"new": 2, "there": 0, "failed": 0}, [])
    for identity, (result, text) in before.items():
        assert repository.load(identity)._replace(folder="") == result
        assert repository.text(identity).split() == text.split()
        assert not repository.read(identity, item_files.current).edited
    assert repository.body(first.id).count('src="assets/') == 1
    assert (repository.folder_of(first.id) / "highlights.json").exists() == (form != "markdown")


def test_imported_markdown_is_sanitised(library: Path) -> None:
    head = '---\nid: "j0"\ntitle: "x"\n---\n'
    send("a.md", head + "<script>alert(1)</script>\n\n<p onclick='x()'>text</p>\n\n![](assets/../../../secret.png)\n")
    assert run_job(into.work, token=TOKEN).counts["new"] == 1
    body = repository.read("j0", item_files.current).html
    assert "text" in body and not [word for word in ("script", "onclick", "secret") if word in body]


def test_picture_parts_may_arrive_in_any_order_and_repeat(library: Path) -> None:
    for part, data in ((1, b"b"), (0, b"a"), (1, b"b"), (2, b"c")):
        assert uploads.picture(TOKEN, PICTURE) is None
        assert uploads.put_picture(TOKEN, PICTURE, part, 3, data)
    assert uploads.picture(TOKEN, PICTURE) == b"abc"


def test_parts_over_a_limit_are_rejected_and_the_others_kept(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"MAX_PICTURE_BYTES": 10, "MAX_PICTURES": 2, "MAX_ALL_BYTES": 15}.items():
        monkeypatch.setattr(uploads, name, value)
    assert uploads.put_picture(TOKEN, "a", 0, 2, b"x" * 8)
    assert not uploads.put_picture(TOKEN, "a", 1, 2, b"x" * 3), "larger than MAX_PICTURE_BYTES"
    assert uploads.put_picture(TOKEN, "a", 1, 2, b"x" * 2)
    assert not uploads.put_picture(TOKEN, "b", 0, 1, b"x" * 6), "larger than MAX_ALL_BYTES"
    assert uploads.put_picture(TOKEN, "b", 0, 1, b"x")
    assert not uploads.put_picture(TOKEN, "c", 0, 1, b"x"), "more than MAX_PICTURES"
    assert uploads.picture(TOKEN, "a") == b"x" * 10


def test_unused_pictures_are_removed_after_an_hour(library: Path) -> None:
    uploads.put_picture(TOKEN, PICTURE, 0, 1, b"a")
    old = uploads.PICTURES.root() / TOKEN
    os.utime(old, (0, old.stat().st_mtime - uploads.PICTURES.expires - 9))
    uploads.put_picture("other-token", PICTURE, 0, 1, b"a")
    assert [path.name for path in old.parent.iterdir()] == ["other-token"]


@pytest.mark.parametrize("token", ["../../etc", "short", "a/b/c/d/e/f", "x" * 65, "", "tok en token", "token\0token"])
def test_invalid_tokens_are_rejected(token: str, library: Path, tmp_path: Path) -> None:
    page = {"html": PROSE, "url": "https://example.org/", "pictures": token}
    for action, fields in {
        "picture": {"token": token, "url": PICTURE, "part": 0, "parts": 1, "data": "YQ=="},
        "upload": {"token": token, "name": "a", "data": "YQ=="},
        "save": {**page, "private": False, "if_duplicate": "ask"},
    }.items():
        assert ask(action, **fields) == "bad_message"
    assert {path.name for path in tmp_path.rglob("*")} <= {"home", "jingdu", "host.log"}
