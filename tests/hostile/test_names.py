"""Hostile titles, bylines, tags and notes: inside the library, and read back as they were on every way there is."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest

from jingdu.library import folders, highlights, indexed, store
from jingdu.library.exporters import work as out
from jingdu.library.importers import work as into
from jingdu.library.index import close_all
from jingdu.library.jobs import State
from shelf import PICTURE, PNG, content, item
from tests.hostile.faults import works

NAMES = {
    "traversal": "../../../../etc/passwd",
    "traversal, Windows": "..\\..\\C:\\Windows\\win.ini",
    "absolute": "/etc/passwd",
    "reserved": "CON",
    "reserved with an end": "aux.txt",
    "a dot": ".",
    "two dots": "..",
    "dots and spaces at the end": "name. . .",
    "hidden": ".trash",
    "ours": ".jingdu-new-0123",
    "10,000 characters": "长x" * 5000,
    "turned round": "report\u202efdp.exe",
    "zero width": "a\u200bb\u2060c\ufeffd",
    "combining": "e\u0301" * 300,
    "lines": "one\ntwo\r\nthree\u2028four\x85five",
    "a fence": '---\nid: "jstolen"\n---\n',
    "YAML": "!!python/object/apply:os.system [id] &a *a {b: c} # d | > %",
    "YAML's words": "null",
    "a number": "0x1F",
    "a date": "2026-01-01",
    "Markdown": "](javascript:alert(1)) ![x](file:///etc/passwd) `c` <b> [[link]]",
    "HTML": "</title><script>alert(1)</script><!--/article--><!--article-->",
    "FTS": '" OR 1 NEAR(a b) NOT title:* ^x - "',
    "SQL": "'; DROP TABLE item; --",
    "a formula": "=HYPERLINK(\"http://evil.example\",\"x\")",
    "an ANSI escape": "a\x1b[31mred\x07",
    "NUL": "a\x00b",
    "nothing": " \t ",
    "signs of paths": 'a/b\\c:d*e?f"g<h>i|j',
    "an emoji family": "👨\u200d👩\u200d👧\u200d👦" * 40,
    "private use": "\ue000\U000f0000\ufffe",
}  # fmt: skip


def saved(library: Path, name: str) -> str:
    """Keeps an article in which all is called so."""
    told = item(title=name, byline=name, site=name, tags=(name,), keywords=(name,), excerpt=name, extractor=name)
    return store.save(told, content(), {PICTURE: PNG}).id


def fields(identity: str) -> dict[str, object]:
    told = store.load(identity)
    return {field: getattr(told, field) for field in ("title", "byline", "site", "tags", "keywords", "excerpt")}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_stays_inside_and_reads_back_on_every_way(library: Path, name: str, tmp_path: Path) -> None:
    before = {path for path in tmp_path.rglob("*") if library not in path.parents and path != library}
    identity = saved(library, name)
    wanted = fields(identity)
    assert (wanted["title"], wanted["byline"], wanted["site"], wanted["excerpt"]) == (name,) * 4
    assert wanted["tags"] in ((name,), (name.strip(),), ())
    note = works.highlight("h1", name)
    works.ask("highlights", item=identity, put=[note])
    folder = store.folder_of(identity)
    assert folder.parent == library and len(folder.name.encode()) <= 130
    assert folder.name.isprintable() and not folder.name.startswith(".") and not re.search(r'[/\\:*?"<>|]', folder.name)
    _as_listed(identity, name)
    (exported,) = _exported(identity, tmp_path / "out")
    store.delete([identity])
    close_all()
    for _ in into.bring_in(State(), exported):
        pass
    folders.seen.clear()
    assert fields(identity) == wanted
    assert [one.note for one in highlights.load(store.folder_of(identity) / "highlights.json")] == [name]
    _as_listed(identity, name)
    for form in ("markdown", "html", "epub"):
        assert _exported(identity, tmp_path / form, form)
    after = {path for path in tmp_path.rglob("*") if library not in path.parents and path != library}
    new = {path.relative_to(tmp_path).parts[0] for path in after - before}
    assert new <= {"home", "out", "markdown", "html", "epub"}
    assert not [path for path in (tmp_path / "home").iterdir() if path not in (library, tmp_path / "home" / "jingdu")]


def _as_listed(identity: str, name: str) -> None:
    """The index, made anew, tells the title as it is; whatever is sought, nothing is a fault."""
    for _ in indexed.opened().rebuild():
        pass
    told = works.ask("library", query="")
    (found,) = (one for one in told["result"]["items"] if one["id"] == identity)
    assert unicodedata.normalize("NFC", found["title"]) == unicodedata.normalize("NFC", name)
    for query in (name, f'"{name}"', f"title:{name}", f"tag:{name}"):
        assert works.ask("library", query=query[:1000])["ok"]


def _exported(identity: str, folder: Path, form: str = "json") -> list[Path]:
    for _ in out.export(State(), form, [identity], folder):
        pass
    return list(folder.iterdir())


def test_lone_surrogates_are_replaced_where_they_come_in_and_harm_nothing(library: Path) -> None:
    title = json.loads('"a\\ud83d b"')
    told = works.ask(
        "save", html=f"{works.page(title, picture=False)}", url="https://example.org/s", fetch_pictures=False
    )
    assert told["ok"] and store.load(told["result"]["item"]["id"]).title.encode()


@pytest.mark.parametrize(
    "name", ["../article.md", "/etc/passwd", "..", "0" * 20 + ".png/../../article.md", "a\0.png", ""]
)
def test_an_asset_is_a_pictures_name_and_nothing_else(library: Path, name: str) -> None:
    kept = saved(library, "x")
    assert works.ask("asset", item=kept, name=name)["fault"]["code"] in ("item_missing", "bad_message")


@pytest.mark.parametrize("name", ["../x", "/etc", ".", "..", "", "*", "%", "a\0b", "x" * 10_000])
def test_an_item_is_an_id_and_no_path(library: Path, name: str) -> None:
    saved(library, "x")
    assert works.ask("open_item", item=name)["fault"]["code"] in ("item_missing", "bad_message")
