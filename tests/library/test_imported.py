"""`jingdu import` of what can't be imported: each is named, by its bytes and not by its name."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from jingdu.library.importers import Unreadable, sources
from tests.library.real import Home, prose, story
from tests.support.pictures import png

PAGE = story("The ferry", *prose("ferry")).encode()


def zipped(**members: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        for name, data in members.items():
            file.writestr(name, data)
    return made.getvalue()


MHTML = (
    b"From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/\r\nMIME-Version: 1.0\r\n"
    b'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="x"\r\n\r\n--x\r\n' + PAGE
)
UNFIT = {
    "x.zip": (zipped(page=PAGE), "an archive"),
    "page.html": (zipped(page=PAGE), "an archive"),
    "paper.pdf": (b"%PDF-1.7\n<html><p>x</p></html>", "a PDF"),
    "picture.html": (png(), "a picture"),
    "drawing.svg": (
        b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg>',
        "a picture",
    ),
    "song.mp3": (b"ID3\x04\0\0\0\0\0\0<p>", "a sound"),
    "letter.docx": (zipped(**{"[Content_Types].xml": b"<Types/>", "p": PAGE}), "an office document"),
    "page.mhtml": (MHTML, "a web archive"),
    "program": (b"\x7fELF\2\1\1" + bytes(200) + PAGE, "not text"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_what_is_no_page_is_refused_by_name(tmp_path: Path, name: str) -> None:
    data, words = UNFIT[name]
    (tmp_path / name).write_bytes(data)
    with pytest.raises(Unreadable, match=words) as raised:
        sources.read(tmp_path / name)
    assert name in str(raised.value)


def test_the_command_refuses_an_archive_and_keeps_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    (tmp_path / "x.zip").write_bytes(UNFIT["x.zip"][0])
    ended = home.jingdu("import", tmp_path / "x.zip")
    assert ended.code != 0
    assert ended.err.strip() == f"jingdu: {tmp_path}/x.zip is an archive; unpack it and import the folder."
    assert home.list() == []
