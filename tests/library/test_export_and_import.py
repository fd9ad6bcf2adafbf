"""Export and import as jobs and on the command line: complete, without duplicates, atomic."""

import errno
import json
import os
import zipfile
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from jingdu.__main__ import main
from jingdu.library import fetching as job, item_files, jobs, location, names, repository
from jingdu.library.exporters import work as out
from jingdu.library.importers import work as into
from jingdu.storage import atomic
from tests.library.pieces import check_epub
from tests.library.test_importers import BOOKMARKS, OMNIVORE, POCKET, saved_folder
from tests.support.library_items import PICTURE, PNG, content, contents, item, keep
from tests.support.picture_sites import Site, page, site
from tests.support.pictures import gif, png

HOSTILE = (
    '<p onclick="x()">text<script>alert(1)</script><img src="https://spy.example/x.png">'
    '<img src="assets/../../secret.png"><a href="javascript:alert(1)">x</a></p>'
)


def run_job(work: jobs.Work, **options: Any) -> jobs.State:
    """Runs a job and returns its final state."""
    state = jobs.State()
    list(jobs.run(work, state, options))
    return state


def from_path(state: jobs.State, options: Mapping[str, Any]) -> Generator[None, None, None]:
    """Imports ``path``, as the command line does."""
    return into.import_from(state, Path(options["path"]))


def clear_library() -> None:
    """Empties the library, as if on another computer."""
    repository.delete([item.id for item in list(repository.items())])


@pytest.fixture
def three(library: Path) -> list[str]:
    """A library of three articles: one with a picture and highlights, one edited, one with custom fields."""
    first = keep({PICTURE: PNG}, title="渡船 / ferry", tags=("rivers", "船"), favourite=True, lang="zh-Hans")
    second = keep(title="Edited", saved="2026-01-02T03:04:05+08:00")
    third = keep({PICTURE: png()}, title="The ferry", read=True)
    (repository.folder_of(first.id) / names.HIGHLIGHTS).write_text(json.dumps([{"id": "h1", "note": "净"}]), "utf-8")
    edited = library / "Edited" / "article.md"
    edited.write_text(edited.read_text("utf-8").replace("There is", "I say there is"), "utf-8")
    own = library / "The ferry" / "article.md"
    own.write_text(own.read_text("utf-8").replace("\n---\n", '\nstars: 5\naliases: ["a"]\n---\n', 1), "utf-8")
    return [first.id, second.id, third.id]


def parsed(files: Mapping[str, Any]) -> dict[str, Any]:
    return {name: json.loads(data) if name.endswith(".json") else data for name, data in files.items()}


def test_json_export_round_trips(library: Path, three: list[str]) -> None:
    before = contents(library)
    state = run_job(out.work, format="json", items=[])
    assert (state.state, state.done, state.total, state.report) == ("done", 3, 3, [])
    clear_library()
    back = run_job(from_path, path=state.path)
    assert (back.state, back.done, back.report) == ("done", 3, [])
    assert parsed(contents(library)) == parsed(before)


def test_existing_articles_are_neither_duplicated_nor_changed(library: Path, three: list[str]) -> None:
    state = run_job(out.work, format="json", items=[])
    repository.edit([three[0]], {"title": "Mine"})
    repository.trash([three[1]])
    before = contents(library)
    assert run_job(from_path, path=state.path).message == "0 new, 3 there already, 0 failed"
    assert contents(library) == before


def test_an_article_called_assets_is_imported(library: Path, three: list[str]) -> None:
    repository.folder_of(three[0]).rename(library / "assets")
    assert run_job(from_path, path=str(library)).message == "0 new, 3 there already, 0 failed"


def reimported(item: str, **change: str) -> jobs.State:
    """Exports an article, changes fields of the export, and imports it into an empty library."""
    exported = Path(run_job(out.work, format="json", items=[item]).path or "")
    text = json.loads(exported.read_text("utf-8"))["items"][0] | change
    exported.write_text(f'{{"format": "jingdu-library", "version": 1, "items": [\n{json.dumps(text)}\n]}}', "utf-8")
    clear_library()
    return run_job(from_path, path=str(exported))


def test_imported_html_is_sanitised(library: Path, three: list[str]) -> None:
    assert reimported(three[0], html=HOSTILE).report == []
    body = repository.body(three[0])
    assert "text" in body
    assert not [word for word in ("onclick", "script", "spy.example", "secret") if word in body]


@pytest.mark.parametrize("change", [{"id": "../../evil"}, {"markdown": "no front matter"}, {"page": "AAAA"}])
def test_an_invalid_record_is_reported(library: Path, three: list[str], change: dict[str, str]) -> None:
    state = reimported(three[0], **change)
    assert (state.state, len(state.report), list(repository.items())) == ("done", 1, [])


@pytest.mark.parametrize("form", ["markdown", "html", "epub", "json"])
def test_a_selection_is_exported_beside_the_library(library: Path, three: list[str], form: str) -> None:
    state = run_job(out.work, format=form, items=three[:2])
    path = Path(state.path or "")
    assert (state.state, state.done) == ("done", 2)
    assert path.parent == library.parent / "Jingdu export"
    if form == "epub":
        check_epub(path)
        with zipfile.ZipFile(path) as book:
            assert sum(name.startswith("EPUB/images/") for name in book.namelist()) == 1
    if form == "markdown":
        assert {one.name for one in path.glob("*.md")} == {"渡船 - ferry.md", "Edited.md"}


def test_a_cancelled_export_leaves_no_files(library: Path, three: list[str]) -> None:
    state = jobs.State()
    steps = jobs.run(out.work, state, {"format": "epub", "items": three})
    next(steps)
    state.cancelled = True
    assert list(steps) == []
    assert (state.state, state.path) == ("cancelled", None)
    assert list((library.parent / "Jingdu export").iterdir()) == []


def test_imported_lists_become_read_later_items(library: Path, tmp_path: Path) -> None:
    bookmarks, pocket = tmp_path / "bookmarks.html", tmp_path / "pocket.csv"
    bookmarks.write_text(BOOKMARKS, "utf-8")
    pocket.write_text(POCKET, "utf-8")
    assert run_job(from_path, path=str(bookmarks)).message == "3 new, 0 there already, 0 failed"
    state = run_job(from_path, path=str(pocket))
    assert state.message == "3 new, 0 there already, 1 failed"
    why = "has no http or https address; add one and import it again"
    assert state.report == [{"title": "pocket.csv", "line": 5, "code": "no_address", "why": why}]
    kept = {item.url: item for item in repository.items()}
    assert len(kept) == 6 and all(item.later for item in kept.values())
    ferry = kept["https://example.org/ferry"]
    assert (ferry.title, ferry.tags, ferry.saved, ferry.site) == (
        "A ferry", ("ships", "sea"), "2023-11-14T22:13:20Z", "example.org",
    )  # fmt: skip
    assert (kept["https://example.org/q"].title, kept["https://example.org/q"].archived) == ('A, "quoted" one', True)
    assert kept["https://example.org/bare"].title == "https://example.org/bare"
    assert "<https://example.org/ferry>" in repository.markdown(ferry.id)
    assert run_job(from_path, path=str(pocket)).message == "0 new, 3 there already, 1 failed"


_SENTENCE = "<p>The ferry crossed the river for the {}th time that day, and nobody looked up.</p>"
PROSE = "".join(map(_SENTENCE.format, range(9)))


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    with site({"/far.png": page(gif())}) as one:
        monkeypatch.setattr(job, "PUBLIC", one.policy())
        yield one


def test_saved_pages_are_imported_with_their_local_pictures(library: Path, tmp_path: Path, served: Site) -> None:
    folder = saved_folder(tmp_path / "saved")
    story = (
        f'{PROSE}<img src="a_files/ferry%201.png" alt="near"><p>And on.</p><img src="{served.url}/far.png" alt="far">'
    )
    head = "<!-- saved from url=(0026)https://example.org/story --><title>A ferry story</title>"
    (folder / "a.html").write_text(f"<!DOCTYPE html>{head}<article><h1>A ferry story</h1>{story}{PROSE}</article>")
    chinese = (
        "<meta charset=gbk><title>渡船</title><h1>渡船</h1>" + "<p>渡船每天过河许多次，没有人抬头看它一眼。</p>" * 9
    )
    (folder / "b.htm").write_bytes(f"{chinese}<p><img src='a_files/ferry%201.png'></p>".encode("gbk"))
    state = run_job(from_path, path=str(folder))
    assert (state.state, state.done) == ("done", 3)
    kept = {item.title: item for item in repository.items()}
    a, b = kept["A ferry story"], kept["渡船"]
    assert (a.url, b.url, b.site) == ("https://example.org/story", None, None)
    assert kept["c"].url == "https://example.org/c?a=1&b=2"
    assert repository.body(a.id).count('<img src="assets/') == 2
    assert repository.body(b.id).count('<img src="assets/') == 1 and "没有人抬头" in repository.read(
        b.id, item_files.text
    )
    assert run_job(from_path, path=str(folder)).message.startswith("0 new")
    assert len(list(repository.items())) == len(kept)


def test_a_page_is_imported_once_its_picture_can_be_read(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else it would lack the picture for ever; `save` says so too."""
    (tmp_path / "page.html").write_text(f'<h1>The ferry</h1>{PROSE}<p><img src="ferry.png"></p>')
    (tmp_path / "ferry.png").write_bytes(PNG)
    read = Path.read_bytes

    def fail(path: Path) -> bytes:
        if path.name == "ferry.png":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return read(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", fail)
        assert main(["save", str(tmp_path / "page.html")]) == 3
        state = run_job(from_path, path=str(tmp_path))
    assert capsys.readouterr().err == f"jingdu: {tmp_path / 'ferry.png'} could not be read: Input/output error.\n"
    failed = {"title": str(tmp_path / "ferry.png"), "line": None, "code": "unread"}
    assert state.message == "0 new, 0 there already, 1 failed"
    assert state.report == [{**failed, "why": "could not be read: Input/output error"}]
    assert run_job(from_path, path=str(tmp_path)).message == "1 new, 0 there already, 0 failed"
    assert '<img src="assets/' in repository.body(next(repository.items()).id)


def test_omnivore_pages_are_imported_with_their_metadata(library: Path, tmp_path: Path) -> None:
    """Entries without a page become items to read later."""
    (tmp_path / "content").mkdir()
    (tmp_path / "metadata_0_to_20.json").write_text(OMNIVORE)
    (tmp_path / "content" / "one.html").write_text(f'<div class="page" id="readability-page-1">{PROSE}</div>')
    assert run_job(from_path, path=str(tmp_path)).message == "2 new, 1 there already, 0 failed"
    one, two = sorted(repository.items(), key=lambda item: item.title)
    assert (one.title, one.url, one.tags) == ("One", "https://example.org/1", ("sea",))
    assert (one.archived, one.later) == (True, False)
    assert one.saved.startswith("2023-11-14") and "nobody looked up" in repository.read(one.id, item_files.text)
    assert (two.url, two.later) == ("https://example.org/2", True)


def test_fetched_pictures_are_placed_and_missing_ones_stay_listed(library: Path, served: Site) -> None:
    far, gone = f"{served.url}/far.png", f"{served.url}/gone.png"
    html = (
        f'<p>x <img src="{far}" alt="far"></p><p><a href="https://example.org/"><img src="{gone}" alt="gone"></a></p>'
    )
    kept = repository.save(item(url="https://example.org/s"), content(html), {})
    state = run_job(job.work, item=kept.id, addresses=[far, gone], page="https://example.org/s")
    body = repository.body(kept.id)
    assert body.count("<img") == 1 and "🖼 gone" in body
    assert body.count(f'<li><a href="{gone}"') == 1 and f'<li><a href="{far}"' not in body
    assert state.report == [{"address": gone, "why": "status"}]
    assert f"{gone}</a> – its server refused it</li>" in body
    assert repository.markdown(kept.id).endswith(
        f"🖼 Pictures that could not be saved:\n\n- <{gone}> – its server refused it\n"
    )
    assert "refused" not in item_files.plain(body) and not repository.read(kept.id, item_files.current).edited
    assert "![far](assets/" in repository.markdown(kept.id) and f"[🖼 gone]({gone})" in repository.markdown(kept.id)


def test_dates_in_front_matter_are_exported_as_json(library: Path) -> None:
    kept = keep({}, lang="en")
    path = repository.folder_of(kept.id) / "article.md"
    others = "date: 2026-01-31\nread on: [2026-01-31T10:00:00Z]\ndays: {2026-01-31: one, a: !!set {b}}\n"
    path.write_text(path.read_text("utf-8").replace("---\n", f"---\n{others}", 1), "utf-8")
    state = run_job(out.work, format="json", items=[kept.id])
    (exported,) = json.loads(Path(state.path or "").read_text("utf-8"))["items"]
    assert exported["fields"]["date"] == "2026-01-31" and others in exported["markdown"]
    assert exported["fields"]["title"] == kept.title


def test_missing_pictures_in_a_link_precede_it(library: Path) -> None:
    """Markdown does not allow links inside links."""
    one, other = "https://e.org/1.png", "https://e.org/2.png?a=(1)&b=2"
    shown = f'<img src="{one}" alt="a"> b <img src="{other.replace("&", "&amp;")}" alt="c">'
    html = f'<p><a href="https://e.org/">{shown}</a></p>'
    kept = repository.save(item(), content(html), {})
    assert repository.markdown(kept.id).strip() == f"[🖼 a]({one}) [🖼 c]({other}) [↗ b](https://e.org/)"
    name = repository.add_pictures(kept.id, {other: PNG}).cover
    assert repository.markdown(kept.id).strip() == f"[🖼 a]({one}) [↗ b ![c](assets/{name})](https://e.org/)"
    repository.add_pictures(kept.id, {one: png()})
    assert repository.markdown(kept.id).count("![") == 2 and "🖼" not in repository.markdown(kept.id)


def test_pictures_are_not_fetched_if_the_setting_is_off(library: Path, tmp_path: Path, served: Site) -> None:
    location.change(fetch_pictures=False)
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "a.html").write_text(f'<h1>A</h1>{PROSE}<img src="{served.url}/far.png">{PROSE}')
    assert run_job(from_path, path=str(tmp_path / "saved")).message.startswith("1 new")
    assert served.asked == []


def test_read_later_items_are_not_in_books(library: Path, three: list[str], tmp_path: Path) -> None:
    path = tmp_path / "pocket.csv"
    path.write_text(POCKET, "utf-8")
    run_job(from_path, path=str(path))
    totals = {form: run_job(out.work, format=form, items=[]).total for form in ("epub", "html", "json", "markdown")}
    assert totals == {"epub": 3, "html": 3, "json": 5, "markdown": 5}


def test_temporary_files_of_dead_processes_are_removed(library: Path, three: list[str]) -> None:
    folder = library.parent / "Jingdu export"
    file, inner, alive = (folder / f"{atomic.TEMPORARY}{atomic.mark(pid)}-a" for pid in (2**30, 2**30 + 1, None))
    inner.mkdir(parents=True)
    (inner / "a.md").write_bytes(b"half")
    file.write_bytes(b"half")
    alive.write_bytes(b"of a running process")
    run_job(out.work, format="epub", items=[])
    assert {path.suffix for path in folder.iterdir() if path != alive} == {".epub"}
    assert alive.exists()
