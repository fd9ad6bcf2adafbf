"""Sample articles for the exporters, and a validity check for EPUB files."""

import re
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

from lxml import etree

from jingdu.library.exporters import Piece, anchoring
from jingdu.library.images import files
from jingdu.protocol.items import Item
from jingdu.render.clean import clean
from tests.support.pictures import whole

OPF = "{http://www.idpf.org/2007/opf}"
XHTML = "{http://www.w3.org/1999/xhtml}"


def pictures(folder: Path) -> dict[str, bytes]:
    """Stores one image of each format in ``folder``; returns name → content."""
    return {files.store(data, folder): data for data, _, _ in whole().values()}


def piece(html: str = "<p>Text.</p>", assets: dict[str, bytes] | None = None, **fields: Any) -> Piece:
    known: dict[str, Any] = {
        "id": "a1", "title": "A ferry", "byline": "Ann Lee", "site": "Example", "url": "https://example.org/ferry",
        "published": "2026-11-01", "saved": "2026-11-21T09:00:00Z", "lang": "en", "dir": "ltr", "tags": ["ships"],
    } | fields  # fmt: skip
    markdown = f"---\ntitle: {known['title']}\n---\n\nText of {known['id']}.\n"
    made = Item(folder="", **{name: value for name, value in known.items() if name != "highlights"})
    return Piece(made, clean_local(html), markdown, assets or {}, known.get("highlights", ()))


def clean_local(html: str) -> str:
    """Sanitises HTML, but keeps the ``assets/`` addresses of a saved article."""
    html = re.sub(r'src="assets/', 'src="https://assets.invalid/', html)
    return clean(html).replace('src="https://assets.invalid/', 'src="assets/')


def highlighted(exact: str, prefix: str = "", suffix: str = "", start: int = 0, **more: Any) -> dict[str, Any]:
    """A highlight in the format of ``highlights.json``."""
    position = {"start": start, "end": start + len(exact)}
    quote = {"exact": exact, "prefix": prefix, "suffix": suffix}
    return {"id": exact, "quote": quote, "position": position, "colour": "green", "note": "", **more}


def highlight_of(html: str, exact: str, **more: Any) -> dict[str, Any]:
    """A highlight of ``exact``, with the context that the reader stores."""
    text = anchoring.Finder(list(anchoring.runs(clean_local(html)))).text
    start = text.index(exact)
    return highlighted(exact, text[max(0, start - 48) : start], text[start + len(exact) :][:48], start, **more)


PAGE = (
    "<h2>On <em>ferries</em></h2><p>A rope crosses the <a href='https://e.org/'>river</a>, see.</p>"
    "<table><tr><td>one</td><td>two</td></tr></table><details><summary>More <a href='https://e.org/'>so</a></summary>"
    "<p>inner</p></details><pre>code &amp; more</pre><p><ruby>渡<rt>わ</rt></ruby>船</p>"
)
WORDS = ("ferries", "river", "one\ntwo", "so", "inner", "code & more", "渡船")
"""Highlights that start and end in every kind of element of an article."""


def annotated(**fields: Any) -> Piece:
    """An article with notes in many places, invalid characters in them, and a highlight whose text no longer exists."""
    highlights = [highlight_of(PAGE, words, note=f"On {words}\ud83d") for words in WORDS]
    return piece(PAGE, highlights=[*highlights, highlighted("gone away", note="\0and lost")], **fields)


def check_epub(path: Path) -> None:
    """Checks the basic requirements of an EPUB file, for machines without epubcheck."""
    with zipfile.ZipFile(path) as book:
        names = book.namelist()
        first = book.infolist()[0]
        assert (first.filename, first.compress_type, first.extra) == ("mimetype", zipfile.ZIP_STORED, b"")
        assert book.read("mimetype") == b"application/epub+zip"
        assert len(names) == len(set(names))
        trees = {name: etree.fromstring(book.read(name)) for name in names if name.endswith((".xhtml", ".opf", ".ncx"))}
    package = trees["EPUB/package.opf"]
    listed = [f"EPUB/{item.get('href')}" for item in package.iter(f"{OPF}item")]
    assert sorted([*listed, "EPUB/package.opf", "META-INF/container.xml", "mimetype"]) == sorted(names)
    identities = [item.get("id") for item in package.iter() if item.get("id")]
    assert len(identities) == len(set(identities))
    assert {item.get("idref") for item in package.iter(f"{OPF}itemref")} <= set(identities)
    for name, tree in trees.items():
        if name.endswith(".xhtml"):
            _check_document(name, tree, set(names))


def _check_document(name: str, tree: Any, names: set[str]) -> None:
    here = PurePosixPath(name).parent
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert not {f"{XHTML}{tag}" for tag in ("script", "iframe", "object", "embed", "form", "svg")} & {
        element.tag for element in tree.iter()
    }
    for element in tree.iter():
        assert not [attribute for attribute in element.attrib if str(attribute).startswith("on")]
        source, href = element.get("src"), element.get("href") or ""
        if source is not None:
            assert _resolved(here, source) in names, source
        if href.startswith("#"):
            assert href[1:] in ids
        elif href and not re.match(r"https?:|mailto:|tel:", href):
            assert _resolved(here, href) in names, href


def _resolved(here: PurePosixPath, path: str) -> str:
    parts: list[str] = []
    for part in (here / path).parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)
