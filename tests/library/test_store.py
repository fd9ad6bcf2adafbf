"""The files of the library: complete, readable without Jingdu, never overwritten, and found after they are moved.

Folder names are readable, valid on every system, and at most 120 bytes long.
"""

import gzip
import os
import unicodedata
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from pathvalidate import is_valid_filename

from jingdu.faults import Fault
from jingdu.library import document, indexed, item_folders, location, names, repository, transaction
from jingdu.library.names import MAX_NAME_BYTES, UNTITLED, collision_key, folder_name, unique
from jingdu.storage import atomic, private
from tests.support.library_items import PAGE, PICTURE, PNG, content, contents, item, keep

posix = pytest.mark.skipif(os.name == "nt", reason="permissions are POSIX")


def test_articles_are_stored_as_plain_files(library: Path) -> None:
    kept = keep({PICTURE: PNG}, title="渡船 / ferry", tags=("rivers",))
    folder = library / "渡船 - ferry"
    assert repository.folder_of(kept.id) == folder
    assert {path.name for path in folder.iterdir()} == {"article.md", "article.html", "assets", "page.html.gz"}
    (picture,) = (path.name for path in (folder / "assets").iterdir() if path.name != names.SOURCES)
    assert (folder / "assets" / picture).read_bytes() == PNG
    assert gzip.decompress((folder / "page.html.gz").read_bytes()).decode() == PAGE
    markdown = (folder / "article.md").read_text("utf-8")
    assert markdown.startswith("---\nid: ") and f"![a](assets/{picture})" in markdown
    html = (folder / "article.html").read_text("utf-8")
    assert f'src="assets/{picture}"' in html and "渡船没有发动机" in html
    assert kept.cover == picture


def test_tampered_files_are_sanitised(library: Path) -> None:
    kept = keep({PICTURE: PNG})
    path = repository.folder_of(kept.id) / "article.html"
    evil = '<p onclick=x>text</p><script>1</script><img src="assets/../../secret.png"><img src="https://spy.example/x.png">'
    path.write_text(path.read_text("utf-8").replace("<!--article-->", "<!--article-->" + evil), "utf-8")
    shown = document.sanitize(repository.body(kept.id))
    assert "onclick" not in shown and "script" not in shown and "secret" not in shown and "spy" not in shown
    assert shown.count("<img") == 1


def test_existing_folders_are_not_overwritten(library: Path) -> None:
    (library / "The ferry").mkdir(parents=True)
    (library / "The ferry" / "mine.txt").write_text("mine")
    folders = [repository.folder_of(keep().id).name for _ in range(3)]
    assert folders == ["The ferry (2)", "The ferry (3)", "The ferry (4)"]
    assert (library / "The ferry" / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize(
    "titles", [("The Ferry", "the ferry", "THE FERRY"), ("Caf\u00e9", "Cafe\u0301"), ("Stra\u00dfe", "STRASSE")]
)
def test_folder_names_differ_in_more_than_case_and_normalisation(library: Path, titles: tuple[str, ...]) -> None:
    """So that the library can be moved to Windows and macOS; existing folders keep their names."""
    (library / unicodedata.normalize("NFD", titles[0])).mkdir(parents=True)
    ids = [keep(title=title).id for title in titles]
    keys = [unicodedata.normalize("NFC", path.name.casefold()) for path in library.iterdir()]
    assert len(set(keys)) == len(keys) == len(titles) + 1
    repository.trash(ids)
    repository.restore(ids)
    again = [unicodedata.normalize("NFC", path.name.casefold()) for path in library.iterdir() if path.name != ".trash"]
    assert sorted(again) == sorted(keys)


def test_other_files_in_a_vault_are_left_alone(library: Path) -> None:
    (library / ".obsidian").mkdir(parents=True)
    (library / "Notes").mkdir()
    (library / "Notes" / "article.md").write_text("# my own note")
    kept = keep()
    assert [found.id for found in repository.items()] == [kept.id]
    repository.delete([kept.id])
    assert (library / "Notes" / "article.md").read_text() == "# my own note"


def test_renamed_and_moved_folders_are_found(library: Path) -> None:
    kept = keep()
    (library / "Rivers").mkdir()
    repository.folder_of(kept.id).rename(library / "Rivers" / "boats")
    assert repository.folder_of(kept.id) == library / "Rivers" / "boats"
    assert repository.edit([kept.id], {"read": True})[0].folder == "boats"


def test_editing_fields_preserves_edits_by_the_user(library: Path) -> None:
    kept = keep()
    path = repository.folder_of(kept.id) / "article.md"
    edited = path.read_text("utf-8").replace("no* engine", "hardly* any engine").replace("id:", "rating: 5\nid:", 1)
    path.write_text(edited, "utf-8")
    (changed,) = repository.edit([kept.id], {"title": "New", "add_tags": ["a", "b"], "favourite": True})
    assert (changed.title, changed.tags, changed.favourite) == ("New", ("a", "b"), True)
    text = path.read_text("utf-8")
    assert "hardly* any engine" in text and "rating: 5" in text
    assert "hardly" in repository.text(kept.id)
    assert "<h1>New</h1>" in (path.parent / "article.html").read_text("utf-8")
    with pytest.raises(Fault, match="chosen or edited by hand"):
        repository.rewrite(kept.id, content(), {})
    assert "hardly* any engine" in path.read_text("utf-8")


def test_trashed_articles_can_be_restored(library: Path) -> None:
    kept = keep({PICTURE: PNG})
    repository.folder_of(kept.id).rename(library / ("长" * 85))  # the maximum length of a name
    before = contents(repository.folder_of(kept.id))
    repository.trash([kept.id])
    assert list(repository.items()) == []
    (gone,) = repository.items(trashed=True)
    assert gone.id == kept.id and gone.trashed
    repository.restore([kept.id])
    assert [found.id for found in repository.items()] == [kept.id]
    assert contents(repository.folder_of(kept.id)) == before


def test_the_trash_is_emptied_after_thirty_days(library: Path) -> None:
    repository.trash([keep().id])
    assert list(repository.empty_trash(datetime.now(UTC) + timedelta(days=29))) == []
    assert len(list(repository.empty_trash(datetime.now(UTC) + timedelta(days=31)))) == 1
    assert list(repository.items(trashed=True)) == []


def test_articles_trashed_by_other_programs_are_kept_and_restorable(library: Path) -> None:
    kept = keep()
    (library / ".trash" / "ships").mkdir(parents=True)
    repository.folder_of(kept.id).rename(library / ".trash" / "ships" / "The ferry")
    assert list(repository.empty_trash(datetime.now(UTC) + timedelta(days=400))) == []
    assert repository.load(kept.id).trashed
    repository.restore([kept.id])
    assert repository.folder_of(kept.id) == library / "The ferry"


@posix
def test_replacing_an_article_preserves_user_data(library: Path) -> None:
    kept = keep({PICTURE: PNG}, tags=("rivers",))
    folder = repository.folder_of(kept.id)
    repository.edit([kept.id], {"read": True, "favourite": True})
    markdown = (folder / "article.md").read_text("utf-8")
    (folder / "article.md").write_text(markdown.replace("\n---\n", "\nrating: 5\n---\n", 1), "utf-8")
    (folder / "my notes").mkdir()
    for name in ("my notes/one.md", "assets/pasted.png", "scan.pdf"):
        (folder / name).write_bytes(name.encode())
    repository.save(item(title="new", tags=("boats",)), content(html="<p>new</p>"), {}, replaces=kept.id)
    for name in ("my notes/one.md", "assets/pasted.png", "scan.pdf"):
        assert (folder / name).read_bytes() == name.encode()
    assert [path.name for path in (folder / "assets").iterdir()] == ["pasted.png"]
    found = repository.load(kept.id)
    assert (found.title, found.tags, found.read, found.favourite) == ("new", ("rivers", "boats"), True, True)
    assert "rating: 5" in (folder / "article.md").read_text("utf-8")


def test_a_chosen_library_folder_is_created_and_tested(library: Path, tmp_path: Path) -> None:
    transaction.create_writable(tmp_path / "home" / "new" / "library")
    assert list((tmp_path / "home" / "new" / "library").iterdir()) == []
    (tmp_path / "file").write_text("x")
    for chosen in (tmp_path / "away" / "library", tmp_path / "file" / "library"):
        with pytest.raises(Fault) as raised:
            transaction.create_writable(chosen)
        assert raised.value.code == "library_missing"


def test_a_damaged_html_file_is_reported(library: Path) -> None:
    kept = keep()
    (repository.folder_of(kept.id) / "article.html").write_text("<p>hello")
    with pytest.raises(Fault) as raised:
        repository.body(kept.id)
    assert raised.value.code == "item_damaged"
    assert repository.text(kept.id).startswith("There is no engine on the ferry. 渡船没有发动机。")


def test_stale_settings_files_are_removed_by_the_next_change(library: Path) -> None:
    """Those of a running process stay."""
    keep()
    stale, alive = (Path(private.data(), f"{atomic.TEMPORARY}{mark}-a") for mark in (atomic.mark(2**30), atomic.mark()))
    for path in (stale, alive):
        path.write_text("{}")
    location.change(fetch_pictures=False)
    assert not stale.exists() and alive.exists()


def test_an_interrupted_replacement_restores_the_old_article(library: Path) -> None:
    kept = keep()
    folder = repository.folder_of(kept.id)
    (folder / names.PLACE).write_text(folder.name)
    folder.rename(library / f"{atomic.TEMPORARY}old-beef")
    for _ in indexed.opened().repair():  # which treats it as deleted
        pass
    keep(title="another", url="https://example.org/another")
    assert repository.folder_of(kept.id) == folder
    assert not (folder / names.PLACE).exists()
    assert indexed.opened().is_due()
    assert (found := item_folders.by_url(kept.url)) and found.id == kept.id


READABLE = {
    "unchanged": ("修一把旧椅子", "修一把旧椅子"),
    "slashes": ("AC/DC \\ TCP|IP", "AC - DC - TCP - IP"),
    "path traversal": ("../../etc/passwd", "- .. - etc - passwd".lstrip("- .")),
    "characters invalid on Windows": ('Why? "So": <a*b>', "Why So a b"),
    "device": ("con", "_con"),
    "device with extension": ("LPT1.txt", "_LPT1.txt"),
    "bidi marks": ("abc\u202egpj.exe\u200b\u2066", "abcgpj.exe"),
    "control characters": ("a\x00b\x1b[31mc\x7f", "ab(31mc"),
    "characters invalid in Obsidian links": ("[Video] C# and ^caret | #tag", "(Video) C and caret - tag"),
    "leading and trailing dots": ("...title...", "title"),
    "empty": ("", UNTITLED),
}


@pytest.mark.parametrize(("title", "name"), READABLE.values(), ids=READABLE.keys())
def test_titles_become_folder_names(title: str, name: str) -> None:
    assert folder_name(title) == name


@given(st.text(max_size=400))
def test_folder_names_are_valid_on_every_system(title: str) -> None:
    name = folder_name(title)
    assert name and len(name.encode()) <= MAX_NAME_BYTES
    assert is_valid_filename(name, platform="universal")
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert not name.startswith((".", " ", "-")) and not name.endswith((".", " "))
    assert not set(name) & set("/\\#^[]|")


@given(st.text(max_size=300), st.integers(1, 12))
def test_numbered_names_are_within_the_byte_limit(title: str, count: int) -> None:
    name, taken = folder_name(title), set[str]()
    for _ in range(count):
        taken.add(collision_key(unique(name, taken)))
    found = unique(name, taken)
    assert len(taken) == count and collision_key(found) not in taken
    assert found.endswith(f" ({count + 1})") and len(found.encode()) <= MAX_NAME_BYTES
