"""Hostile titles, bylines, tags and notes stay inside the library and read back unchanged in every way."""

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
from tests.hostile.faults import works
from tests.support.indexes import close_all
from tests.support.library_items import PICTURE, PNG, content, item

NAMES = {
    "traversal": "../../../../etc/passwd",
    "absolute": "/etc/passwd",
    "reserved": "CON",
    "two dots": "..",
    "ours": ".jingdu-new-0123",
    "10,000 characters": "长x" * 5000,
    "turned round": "report\u202efdp.exe",
    "lines": "one\ntwo\r\nthree\u2028four\x85five",
    "a fence": '---\nid: "jstolen"\n---\n',
    "YAML": "!!python/object/apply:os.system [id] &a *a {b: c} # d | > %",
    "a date": "2026-01-01",
    "Markdown": "](javascript:alert(1)) ![x](file:///etc/passwd) `c` <b> [[link]]",
    "HTML": "</title><script>alert(1)</script><!--/article--><!--article-->",
    "FTS": '" OR 1 NEAR(a b) NOT title:* ^x - "',
    "SQL": "'; DROP TABLE item; --",
    "an ANSI escape": "a\x1b[31mred\x07",
    "NUL": "a\x00b",
    "nothing": " \t ",
    "an emoji family": "👨\u200d👩\u200d👧\u200d👦" * 40,
}  # fmt: skip


def saved(library: Path, name: str) -> str:
    """Keeps an article with this name in all its fields."""
    made = item(title=name, byline=name, site=name, tags=(name,), keywords=(name,), excerpt=name, extractor=name)
    return repository.save(made, content(), {PICTURE: PNG}).id


def fields(identity: str) -> dict[str, object]:
    result = repository.load(identity)
    return {field: getattr(result, field) for field in ("title", "byline", "site", "tags", "keywords", "excerpt")}


@pytest.mark.sample("traversal", "lines", "YAML", "HTML", "NUL")
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_hostile_names_stay_in_the_library_and_round_trip(library: Path, name: str, tmp_path: Path) -> None:
    before = {path for path in tmp_path.rglob("*") if library not in path.parents and path != library}
    identity = saved(library, name)
    wanted = fields(identity)
    assert (wanted["title"], wanted["byline"], wanted["site"], wanted["excerpt"]) == (name,) * 4
    assert wanted["tags"] in ((name,), (name.strip(),), ())
    works.ask("highlights", item=identity, put=[works.highlight("h1", name)])
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
    """A rebuilt index has the title as it is; no query is a fault."""
    list(indexed.opened().rebuild())
    result = works.ask("library", query="")
    (found,) = (one for one in result["result"]["items"] if one["id"] == identity)
    assert unicodedata.normalize("NFC", found["title"]) == unicodedata.normalize("NFC", name)
    for query in (name, f'"{name}"', f"title:{name}", f"tag:{name}"):
        assert works.ask("library", query=query[:1000])["ok"]


def _exported(identity: str, folder: Path, form: str = "json") -> list[Path]:
    list(out.export(State(), form, [identity], folder))
    return list(folder.iterdir())


@pytest.mark.parametrize(
    "name", ["../article.md", "/etc/passwd", "..", "0" * 20 + ".png/../../article.md", "a\0.png", ""]
)
def test_an_asset_is_a_pictures_name_and_nothing_else(library: Path, name: str) -> None:
    assert works.ask("asset", item=saved(library, "x"), name=name)["fault"]["code"] in ("item_missing", "bad_message")


SECRET = "b0a7-secret"
LINKS = ["article.html", "page.html.gz", "highlights.json", "assets", "assets/sources.json", "assets/{picture}"]


def linked(library: Path, outside: Path, name: str, by: str) -> tuple[str, str]:
    """An article with a link to a secret, or a pipe, in place of a file; its id and picture."""
    kept = repository.save(item(title="x"), content(), {PICTURE: PNG})
    works.ask("highlights", item=kept.id, put=[works.highlight("h1")])
    folder, picture = repository.folder_of(kept.id), str(kept.cover)
    path = folder / name.format(picture=picture)
    outside.mkdir()
    (outside / picture).write_bytes(PNG + SECRET.encode())
    (outside / "secret").write_text(_bait(path.name, picture), "utf-8")
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    if by == "a pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(outside if name == "assets" else outside / "secret")
    return kept.id, picture


def _bait(name: str, picture: str) -> str:
    """A secret that looks like the file of that name."""
    baits = {
        "article.html": f"<!--article--><p>{SECRET}</p><!--/article-->",
        "highlights.json": json.dumps([works.highlight("h2", SECRET)]),
        "sources.json": json.dumps({f"https://example.org/{SECRET}": picture}),
    }
    return baits.get(name, SECRET)


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
@pytest.mark.parametrize("by", ["a link", "a pipe"])
@pytest.mark.parametrize("name", LINKS)
def test_links_and_pipes_among_an_articles_files_are_neither_shown_nor_exported(
    library: Path, tmp_path: Path, name: str, by: str
) -> None:
    """A link's target is never disclosed, and nothing waits for a pipe."""
    outside = tmp_path / "outside"
    identity, picture = linked(library, outside, name, by)
    before = {path: path.read_bytes() for path in outside.iterdir()}
    shown = [works.ask(action, item=identity) for action in ("open_item", "highlights")]
    asset = works.ask("asset", item=identity, name=picture)
    if name.startswith("assets") and "sources" not in name:
        assert asset["fault"]["code"] == "item_missing"
    else:
        assert base64.b64decode(asset["result"]["data"]) == PNG
    exported = [file for form in ("json", "markdown", "html", "epub")
                for file in _exported(identity, tmp_path / form, form)]  # fmt: skip
    searched = works.ask("library", query=SECRET)["result"]["total"]
    assert searched == 0 and SECRET not in json.dumps(shown) and not _holds_the_secret(exported)
    assert works.ask("highlights", item=identity, put=[works.highlight("h3")])["ok"]
    for changes in ({"title": "y"}, {"add_tags": ["z"]}):
        assert works.ask("edit_items", items=[identity], changes=changes)["ok"]
    repository.add_pictures(identity, {PICTURE: PNG})
    assert repository.asset(identity, picture) == PNG
    assert {path: path.read_bytes() for path in outside.iterdir()} == before


def _holds_the_secret(exported: list[Path]) -> bool:
    """Whether an export has the secret, packed or not, as text or in base64."""
    forms = [base64.b64encode(b" " * shift + SECRET.encode())[4:-4] for shift in range(3)] + [SECRET.encode()]
    files = [file for one in exported for file in ([one] if one.is_file() else one.rglob("*")) if file.is_file()]
    texts = [file.read_bytes() for file in files]
    for file in filter(zipfile.is_zipfile, files):
        with zipfile.ZipFile(file) as packed:
            texts += [packed.read(name) for name in packed.namelist()]
    return any(form in text for form in forms for text in texts)


def test_the_librarys_folder_may_itself_be_a_link(library: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    library.parent.mkdir(parents=True)
    library.symlink_to(tmp_path / "elsewhere")
    kept = repository.save(item(title="x"), content(), {PICTURE: PNG})
    assert works.ask("asset", item=kept.id, name=kept.cover)["ok"]
    assert (
        repository.body(kept.id)
        and repository.read(kept.id, item_files.page)
        and repository.read(kept.id, item_files.pictures)
    )


@pytest.mark.parametrize("name", ["../x", "/etc", ".", "..", "", "*", "%", "a\0b", "x" * 10_000])
def test_an_item_is_an_id_and_no_path(library: Path, name: str) -> None:
    saved(library, "x")
    assert works.ask("open_item", item=name)["fault"]["code"] in ("item_missing", "bad_message")
