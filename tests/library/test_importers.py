"""Importers: our own exports, reading lists of other programs, and saved pages.

Files are recognised by content, not by name; files that cannot be imported are reported.
"""

import io
import json
import random
import zipfile
from pathlib import Path

import pytest

from jingdu.library.exporters import exporter
from jingdu.library.importers import Failed, Record, SourceError, sources
from jingdu.protocol.items import Item
from tests.library.pieces import piece
from tests.library.real import Home, prose, story
from tests.support.pictures import png

BOOKMARKS = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="https://example.org/a?x=1&amp;y=2" ADD_DATE="1700000000" ICON="data:,">A &amp; B</A>
        <DT><H3>读书</H3>
        <DL><p>
            <DT><A HREF="https://example.org/b" TAGS="science,物理">净</A>
            <DT><A HREF="javascript:alert(1)">A bookmarklet</A>
            <DT><A HREF="place:sort=8">Recent</A>
        </DL><p>
        <DT><A HREF="https://example.org/a?x=1&amp;y=2">Again</A>
    </DL><p>
    <DT><A HREF='http://example.org/c'></A>
</DL>
"""
POCKET = """title,url,time_added,tags,status
A ferry,https://example.org/ferry,1700000000,ships|sea,unread
"A, ""quoted"" one",https://example.org/q,1700000001,,archive
https://example.org/bare,https://example.org/bare,1700000002,,unread
Nowhere,ftp://example.org/,1700000003,,unread
A ferry again,https://example.org/ferry,1700000009,,unread
"""
INSTAPAPER = """URL,Title,Selection,Folder,Timestamp,Tags
https://example.org/1,One,,Unread,1700000000,[]
https://example.org/2,二,"line
two",Archive,1700000000,"[""a"",""净""]"
https://example.org/3,Three,,Starred,,
https://example.org/4,Four,,My folder,1700000000,
"""
RAINDROP = """id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
1,One,,"A ""word"", or two",https://example.org/1,Unsorted,"old, 净",2023-11-14T22:13:20.123Z,,,true
2,Two,,,https://example.org/2,Rivers,,2023-11-14T22:13:20.000Z,,,false
"""
POCKET_HTML = """<!DOCTYPE html><html><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul>
<li><a href="https://example.org/1" time_added="1700000000" tags="a,b">One</a></li></ul><h1>Read Archive</h1><ul>
<li><a href="https://example.org/2" time_added="1700000000" tags="">Two</a></li></ul></body></html>"""
INSTAPAPER_HTML = """<!DOCTYPE html>
<html><head><title>Instapaper: Export</title></head><body><h1>Unread</h1><ol>
<li><a href="https://example.org/1">One</a></li></ol><h1>Archive</h1><ol>
<li><a href="https://example.org/2">Two</a></li></ol></body></html>"""
WALLABAG = """[{"is_archived":1,"is_starred":0,"tags":["science","物理"],"id":5,"title":"One",
"url":"https:\\/\\/example.org\\/1","content":"<p>x</p>","created_at":"2023-11-14T23:13:20+0100"},
{"is_archived":0,"is_starred":1,"tags":[],"title":null,"url":"https://example.org/2","created_at":null}]"""
WALLABAG_CSV = f"""Title;URL;Content;Tags;"MIME Type";Language;"Creation date"
"One; and, more";https://example.org/1;"<p class=""x"">{"Sea; " * 40_000}";"science, 物理";;en;"14/11/2023 10:13:20"
Two;https://example.org/2;;;text/html;;
"""
OMNIVORE = """[{"id":"a","slug":"one","title":"One","url":"https://example.org/1","state":"Archived","labels":["sea"],
"savedAt":"2023-11-14T22:13:20.123Z"}, {"title":"Two","url":"https://example.org/2","state":"Active","labels":[]}]"""
PLAIN = "https://example.org/1\n\nhttps://example.org/2 | Two\nno address\nhttps://example.org/1\n"
WHEN = "2023-11-14T22:13:20Z"


def read(path: Path, content: str | bytes) -> list[object]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    total, incoming = sources.read(path)
    found: list[object] = list(incoming)
    assert total == len(found)
    return found


def later(url: str, title: str, saved: str, tags: list[str], **marks: bool) -> Item:
    return Item(id="", folder="", title=title, saved=saved, url=url, tags=tuple(tags), later=True, **marks)


LISTS: dict[str, tuple[str, list[Item]]] = {
    "bookmarks.html": (BOOKMARKS, [
        later("https://example.org/a?x=1&y=2", "A & B", WHEN, []),
        later("https://example.org/b", "净", "", ["science", "物理", "读书"]),
        later("http://example.org/c", "http://example.org/c", "", []),
    ]),
    "ril_export.html": (POCKET_HTML, [
        later("https://example.org/1", "One", WHEN, ["a", "b"]),
        later("https://example.org/2", "Two", WHEN, [], archived=True),
    ]),
    "export.csv": (INSTAPAPER, [
        later("https://example.org/1", "One", WHEN, []),
        later("https://example.org/2", "二", WHEN, ["a", "净"], archived=True),
        later("https://example.org/3", "Three", "", [], favourite=True),
        later("https://example.org/4", "Four", WHEN, ["My folder"]),
    ]),
    "raindrop.csv": (RAINDROP, [
        later("https://example.org/1", "One", WHEN, ["old", "净"], favourite=True),
        later("https://example.org/2", "Two", WHEN, ["Rivers"]),
    ]),
    "instapaper-export.html": (INSTAPAPER_HTML, [
        later("https://example.org/1", "One", "", []),
        later("https://example.org/2", "Two", "", [], archived=True),
    ]),
    "wallabag.json": (WALLABAG, [
        later("https://example.org/1", "One", WHEN, ["science", "物理"], archived=True),
        later("https://example.org/2", "https://example.org/2", "", [], favourite=True),
    ]),
    "wallabag.csv": (WALLABAG_CSV, [
        later("https://example.org/1", "One; and, more", "2023-11-14T00:00:00Z", ["science", "物理"]),
        later("https://example.org/2", "Two", "", []),
    ]),
    "metadata_0_to_20.json": (OMNIVORE, [
        later("https://example.org/1", "One", WHEN, ["sea"], archived=True),
        later("https://example.org/2", "Two", "", []),
    ]),
    "addresses.txt": (PLAIN, [
        later("https://example.org/1", "https://example.org/1", "", []),
        later("https://example.org/2", "Two", "", []),
    ]),
    "none.txt": ("\n", []), "none.json": ("[ ]\n", []),
}  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("name", LISTS)
def test_reading_lists_are_imported(tmp_path: Path, name: str, encoding: str) -> None:
    content, expected = LISTS[name]
    assert read(tmp_path / name, content.encode(encoding)) == expected


def test_invalid_lines_are_reported_by_file_and_line(tmp_path: Path) -> None:
    *_, last = read(tmp_path / "part_000.csv", POCKET + "no columns at all\n")
    assert last == Failed("part_000.csv", "no_csv", line=7)


def test_invalid_json_lists_are_reported(tmp_path: Path) -> None:
    *found, failed = read(tmp_path / "list.json", OMNIVORE.replace("]}]", ']}, {"title": "Three"}, "four"]'))
    assert len(found) == 2 and failed == Failed("list.json", "no_address")
    (tmp_path / "list.json").write_text(OMNIVORE[:-9])
    with pytest.raises(SourceError, match="damaged"):
        sources.read(tmp_path / "list.json")


DAMAGES = {
    "truncated": lambda line: line[: len(line) // 2],
    "path traversal in a picture name": lambda line: line.replace('"assets":{', '"assets":{"../../x.png":"AA==",'),
    "no text": lambda line: line.replace('"html":"', '"html":1,"x":"'),
    "deeply nested": lambda line: line.replace('"highlights":[]', '"highlights":' + "[" * 5000 + "]" * 5000),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_article_does_not_stop_the_import(tmp_path: Path, damage: object) -> None:
    buffer = exporter("json", tmp_path, "all")
    buffer.add(piece(id="1"))
    buffer.add(piece(id="2"))
    path = buffer.finish()
    lines = path.read_text("utf-8").split("\n")
    lines[1] = damage(lines[1])  # type: ignore[operator]
    path.write_text("\n".join(lines), "utf-8")
    _, incoming = sources.read(path)
    first, second = incoming
    assert isinstance(second, Record) and second.id == "2"
    assert isinstance(first, Failed) or damage is DAMAGES["deeply nested"]


def test_newer_or_reformatted_exports_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "all.json"
    for version, indent, words in ((99, None, "newer Jingdu"), (1, 1, "damaged")):
        path.write_text(json.dumps({"format": "jingdu-library", "version": version, "items": []}, indent=indent))
        with pytest.raises(SourceError, match=words):
            sources.read(path)


def saved_folder(folder: Path) -> Path:
    (folder / "a_files").mkdir(parents=True)
    (folder / "a_files" / "ferry 1.png").write_bytes(png())
    (folder / "a_files" / "frame.html").write_text("<p>part of a")
    (folder / "a.html").write_text(
        "<!DOCTYPE html>\n<!-- saved from url=(0026)https://example.org/story -->\n<html><body>"
        '<img src="./a_files/ferry%201.png"><img src="../../secret.png"><img src="https://example.org/far.png">'
    )
    (folder / "b.htm").write_bytes("<html><head><meta charset=gbk><title>净</title>净读".encode("gbk"))
    (folder / "sub").mkdir()
    (folder / "sub" / "c.html").write_text("<link rel='canonical' href='https://example.org/c?a=1&amp;b=2'><p>c")
    (folder / "notes.txt").write_text("no page")
    (folder.parent / "secret.png").write_bytes(png(9, 9))
    return folder


def test_symlinks_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    folder = saved_folder(tmp_path / "saved")
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    (folder / "d.html").write_text('<p><img src="link.png">')
    _, incoming = sources.read(folder)
    assert all("secret" not in str(one.pictures) for one in incoming)  # type: ignore[union-attr]


STRAY = """title,url,time_added,tags,status
"A stray quote,https://example.org/1,1700000000,,unread
Two,https://example.org/2,1700000000,"sea,unread
"Three, rightly quoted",https://example.org/3,1700000000,,unread
Four,https://example.org/4,1700000000,,unread
"Again a stray one,https://example.org/5,1700000000,,unread
Six,https://example.org/6,1700000000,,unread
"The last one,https://example.org/7,1700000000,,unread
"""


def test_stray_quotes_lose_no_lines(tmp_path: Path) -> None:
    found = read(tmp_path / "part_000.csv", STRAY)
    assert [(one.url, one.title) for one in found if isinstance(one, Item)] == [
        ("https://example.org/1", "A stray quote"),
        ("https://example.org/2", "Two"),
        ("https://example.org/3", "Three, rightly quoted"),
        ("https://example.org/4", "Four"),
        ("https://example.org/5", "Again a stray one"),
        ("https://example.org/6", "Six"),
        ("https://example.org/7", "The last one"),
    ]


PAGE = story("The ferry", *prose("ferry")).encode()


def zipped(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, data in members.items():
            file.writestr(name, data)
    return buffer.getvalue()


MHTML = (
    b"From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/\r\nMIME-Version: 1.0\r\n"
    b'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="x"\r\n\r\n--x\r\n' + PAGE
)
UNSUPPORTED = {
    "x.zip": (zipped(page=PAGE), "an archive"),
    "page.html": (zipped(page=PAGE), "an archive"),
    "paper.pdf": (b"%PDF-1.7\n<html><p>x</p></html>", "a PDF"),
    "picture.html": (png(), "an image"),
    "drawing.svg": (
        b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg>',
        "an image",
    ),
    "song.mp3": (b"ID3\x04\0\0\0\0\0\0<p>", "audio"),
    "letter.docx": (zipped(**{"[Content_Types].xml": b"<Types/>", "p": PAGE}), "an office document"),
    "page.mhtml": (MHTML, "a web archive"),
    "program": (b"\x7fELF\2\1\1" + bytes(200) + PAGE, "not text"),
    "noise.html": (random.Random(1).randbytes(4000), "not text"),
    "other.json": (b'{"version": 1, "html": "<html><p>x</p></html>"}', "cannot be imported"),
    "others.html": (b'[\n {"html": "<html><p>x</p></html>"}]', "cannot be imported"),
}


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_unsupported_files_are_rejected_by_type(tmp_path: Path, name: str) -> None:
    data, words = UNSUPPORTED[name]
    (tmp_path / name).write_bytes(data)
    with pytest.raises(SourceError, match=words) as raised:
        sources.read(tmp_path / name)
    assert name in str(raised.value)


def test_import_command_rejects_archives(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    (tmp_path / "x.zip").write_bytes(UNSUPPORTED["x.zip"][0])
    result = home.jingdu("import", tmp_path / "x.zip")
    assert result.code != 0
    assert result.err.strip() == f"jingdu: {tmp_path}/x.zip is an archive; unpack it and import the folder."
    assert home.list() == []
