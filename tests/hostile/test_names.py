"""Hostile titles, bylines, tags, notes and file names: they stay inside the library and round-trip unchanged."""

import base64
import json
import os
import re
import shutil
import unicodedata
import zipfile
from pathlib import Path

import pytest

from jingdu.library import highlights, indexed, item_files, repository
from jingdu.library.exporters import work as out
from jingdu.library.importers import work as into
from jingdu.library.jobs import State
from tests.hostile.faults import actions
from tests.support.indexes import close_all
from tests.support.library_items import PICTURE, PNG, content, highlight, item

NAMES = {
    "traversal": "../../../../etc/passwd",
    "absolute": "/etc/passwd",
    "reserved": "CON",
    "two dots": "..",
    "our temporary file": ".jingdu-new-0123",
    "10,000 characters": "长x" * 5000,
    "right-to-left override": "report\u202efdp.exe",
    "line breaks": "one\ntwo\r\nthree\u2028four\x85five",
    "front matter": '---\nid: "jstolen"\n---\n',
    "YAML": "!!python/object/apply:os.system [id] &a *a {b: c} # d | > %",
    "a date": "2026-01-01",
    "Markdown": "](javascript:alert(1)) ![x](file:///etc/passwd) `c` <b> [[link]]",
    "HTML": "</title><script>alert(1)</script><!--/article--><!--article-->",
    "FTS": '" OR 1 NEAR(a b) NOT title:* ^x - "',
    "SQL": "'; DROP TABLE item; --",
    "an ANSI escape": "a\x1b[31mred\x07",
    "NUL": "a\x00b",
    "blank": " \t ",
    "an emoji family": "👨\u200d👩\u200d👧\u200d👦" * 40,
}  # fmt: skip


def saved(library: Path, name: str) -> str:
    """Saves an article with ``name`` in all its text fields; returns the id."""
    made = item(title=name, byline=name, site=name, tags=(name,), keywords=(name,), excerpt=name, extractor=name)
    return repository.save(made, content(), {PICTURE: PNG}).id


def fields(identity: str) -> dict[str, object]:
    result = repository.load(identity)
    return {field: getattr(result, field) for field in ("title", "byline", "site", "tags", "keywords", "excerpt")}


@pytest.mark.sample("traversal", "line breaks", "YAML", "HTML", "NUL")
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_hostile_names_stay_in_the_library_and_round_trip(library: Path, name: str, tmp_path: Path) -> None:
    before = {path for path in tmp_path.rglob("*") if library not in path.parents and path != library}
    identity = saved(library, name)
    wanted = fields(identity)
    assert (wanted["title"], wanted["byline"], wanted["site"], wanted["excerpt"]) == (name,) * 4
    assert wanted["tags"] in ((name,), (name.strip(),), ())
    actions.ask("highlights", item=identity, put=[highlight("h1", name)])
    folder = repository.folder_of(identity)
    assert folder.parent == library and len(folder.name.encode()) <= 130
    assert folder.name.isprintable() and not folder.name.startswith(".") and not re.search(r'[/\\:*?"<>|]', folder.name)
    _as_listed(identity, name)
    (exported,) = _exported(identity, tmp_path / "out")
    repository.delete([identity])
    close_all()
    list(into.import_from(State(), exported))
    assert fields(identity) == wanted
    assert [one.note for one in highlights.load(repository.folder_of(identity) / "highlights.json")] == [name]
    _as_listed(identity, name)
    for form in ("markdown", "html", "epub"):
        assert _exported(identity, tmp_path / form, form)
    after = {path for path in tmp_path.rglob("*") if library not in path.parents and path != library}
    new = {path.relative_to(tmp_path).parts[0] for path in after - before}
    assert new <= {"home", "out", "markdown", "html", "epub"}
    assert not [path for path in (tmp_path / "home").iterdir() if path not in (library, tmp_path / "home" / "jingdu")]


def _as_listed(identity: str, name: str) -> None:
    """Checks that a rebuilt index has the same title, and that no query for it fails."""
    list(indexed.opened().rebuild())
    result = actions.ask("library", query="")
    (found,) = (one for one in result["result"]["items"] if one["id"] == identity)
    assert unicodedata.normalize("NFC", found["title"]) == unicodedata.normalize("NFC", name)
    for query in (name, f'"{name}"', f"title:{name}", f"tag:{name}"):
        assert actions.ask("library", query=query[:1000])["ok"]


def _exported(identity: str, folder: Path, form: str = "json") -> list[Path]:
    list(out.export(State(), form, [identity], folder))
    return list(folder.iterdir())


@pytest.mark.parametrize(
    "name", ["../article.md", "/etc/passwd", "..", "0" * 20 + ".png/../../article.md", "a\0.png", ""]
)
def test_asset_names_other_than_pictures_are_rejected(library: Path, name: str) -> None:
    assert actions.ask("asset", item=saved(library, "x"), name=name)["fault"]["code"] in ("item_missing", "bad_message")


SECRET = "b0a7-secret"
LINKS = ["article.html", "page.html.gz", "highlights.json", "assets", "assets/sources.json", "assets/{picture}"]


def linked(library: Path, outside: Path, name: str, by: str) -> tuple[str, str]:
    """Saves an article and replaces one of its files by a symlink to a secret or a pipe; returns id and picture."""
    kept = repository.save(item(title="x"), content(), {PICTURE: PNG})
    actions.ask("highlights", item=kept.id, put=[highlight("h1")])
    folder, picture = repository.folder_of(kept.id), str(kept.cover)
    path = folder / name.format(picture=picture)
    outside.mkdir()
    (outside / picture).write_bytes(PNG + SECRET.encode())
    (outside / "secret").write_text(_bait(path.name, picture), "utf-8")
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    if by == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(outside if name == "assets" else outside / "secret")
    return kept.id, picture


def _bait(name: str, picture: str) -> str:
    """The secret in the format of the file that it replaces."""
    baits = {
        "article.html": f"<!--article--><p>{SECRET}</p><!--/article-->",
        "highlights.json": json.dumps([highlight("h2", SECRET)]),
        "sources.json": json.dumps({f"https://example.org/{SECRET}": picture}),
    }
    return baits.get(name, SECRET)


@pytest.mark.skipif(os.name == "nt", reason="symlinks need a privilege on Windows")
@pytest.mark.parametrize("by", ["symlink", "pipe"])
@pytest.mark.parametrize("name", LINKS)
def test_links_and_pipes_in_an_article_are_neither_shown_nor_exported(
    library: Path, tmp_path: Path, name: str, by: str
) -> None:
    """The target of a symlink is never disclosed, and reading a pipe never blocks."""
    outside = tmp_path / "outside"
    identity, picture = linked(library, outside, name, by)
    before = {path: path.read_bytes() for path in outside.iterdir()}
    shown = [actions.ask(action, item=identity) for action in ("open_item", "highlights")]
    asset = actions.ask("asset", item=identity, name=picture)
    if name.startswith("assets") and "sources" not in name:
        assert asset["fault"]["code"] == "item_missing"
    else:
        assert base64.b64decode(asset["result"]["data"]) == PNG
    exported = [file for form in ("json", "markdown", "html", "epub")
                for file in _exported(identity, tmp_path / form, form)]  # fmt: skip
    searched = actions.ask("library", query=SECRET)["result"]["total"]
    assert searched == 0 and SECRET not in json.dumps(shown) and not _holds_the_secret(exported)
    assert actions.ask("highlights", item=identity, put=[highlight("h3")])["ok"]
    for changes in ({"title": "y"}, {"add_tags": ["z"]}):
        assert actions.ask("edit_items", items=[identity], changes=changes)["ok"]
    repository.add_pictures(identity, {PICTURE: PNG})
    assert repository.asset(identity, picture) == PNG
    assert {path: path.read_bytes() for path in outside.iterdir()} == before


def _holds_the_secret(exported: list[Path]) -> bool:
    """Whether the exported files, also inside zip archives, contain the secret as text or base64."""
    forms = [base64.b64encode(b" " * shift + SECRET.encode())[4:-4] for shift in range(3)] + [SECRET.encode()]
    files = [file for one in exported for file in ([one] if one.is_file() else one.rglob("*")) if file.is_file()]
    texts = [file.read_bytes() for file in files]
    for file in filter(zipfile.is_zipfile, files):
        with zipfile.ZipFile(file) as packed:
            texts += [packed.read(name) for name in packed.namelist()]
    return any(form in text for form in forms for text in texts)


def test_the_library_folder_may_be_a_symlink(library: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    library.parent.mkdir(parents=True)
    library.symlink_to(tmp_path / "elsewhere")
    kept = repository.save(item(title="x"), content(), {PICTURE: PNG})
    assert actions.ask("asset", item=kept.id, name=kept.cover)["ok"]
    assert (
        repository.body(kept.id)
        and repository.read(kept.id, item_files.page)
        and repository.read(kept.id, item_files.pictures)
    )


@pytest.mark.parametrize("name", ["../x", "/etc", ".", "..", "", "*", "%", "a\0b", "x" * 10_000])
def test_item_ids_that_are_paths_are_rejected(library: Path, name: str) -> None:
    saved(library, "x")
    assert actions.ask("open_item", item=name)["fault"]["code"] in ("item_missing", "bad_message")
