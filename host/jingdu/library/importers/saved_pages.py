"""Pages saved by browsers: HTML files in any encoding, with their pictures in a folder beside them.

Browsers and SingleFile record the page's address in a comment. Pictures are read from files within the folder.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urljoin

from jingdu.library import page_address
from jingdu.library.importers import MAX_SIZE, SavedPage, SourceError, bytes_of
from jingdu.page.parse import decode
from jingdu.render.markup import escape

BASE: Final = "https://saved.invalid/"
"""Base address of pages without one, so that their pictures have addresses; never requested."""
SUFFIXES: Final = (".html", ".htm", ".xhtml")
_HTML: Final = re.compile(rb"<(?:!doctype\s+html|html|head|body|title|article|p|h1)\b", re.I)
_PICTURE: Final = re.compile(r"<img\b[^>]{1,9000}>", re.I)
_SRC: Final = re.compile(r"""\ssrc\s*=\s*(?:"([^"]{1,2000})"|'([^']{1,2000})')""", re.I)
_OTHER_SOURCE: Final = re.compile(r"""\s(?:srcset|data-[\w-]+)\s*=\s*(?:"[^"]*"|'[^']*')""", re.I)


def matches(source: Path, start: bytes) -> bool:
    """Whether a file is HTML, by its suffix or its first bytes."""
    return source.suffix.lower() in SUFFIXES or _HTML.search(start) is not None


def read(source: Path, root: Path, name: str) -> tuple[int, Iterator[SavedPage]]:
    """1 as the number of pages, and the page with its pictures, which have to be within ``root``."""
    return 1, _incoming(source, root, name)


def belongs(folder: str, names: list[str]) -> bool:
    """Whether a folder contains the files of a page beside it (``page_files``, ``page.files``, ``page-Dateien`` …)."""
    stems = {Path(name).stem for name in names if Path(name).suffix.lower() in SUFFIXES}
    return any(folder.startswith(stem) and folder[len(stem) : len(stem) + 1] in ("_", ".", "-") for stem in stems)


def _incoming(path: Path, root: Path, name: str) -> Iterator[SavedPage]:
    """Yields the page in a file, which is read lazily."""
    html = decode(bytes_of(path, MAX_SIZE))
    url = page_address.address(html)
    html, pictures = with_pictures(html, url, path.parent, root)
    saved = datetime.fromtimestamp(path.stat().st_mtime, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    yield SavedPage(name, html, url, pictures, saved)


def with_pictures(html: str, url: str | None, folder: Path, root: Path) -> tuple[str, dict[str, Path]]:
    """Gives pictures that are files within ``root`` absolute addresses; returns the page, and address → file."""
    pictures: dict[str, Path] = {}
    root = root.resolve()

    def replace(tag: re.Match[str]) -> str:
        found = _SRC.search(tag[0])
        src = unescape(found[1] or found[2]) if found else ""
        if not found or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#", src):
            return tag[0]
        path = (folder / unquote(src.partition("?")[0].partition("#")[0])).resolve()
        if not (path.is_relative_to(root) and path.is_file()):
            return tag[0]
        address = urljoin(url or BASE, src)
        pictures[address] = path
        return _OTHER_SOURCE.sub("", tag[0].replace(found[0], f' src="{escape(address)}"', 1))

    return _PICTURE.sub(replace, html), pictures


def read_pictures(pictures: Mapping[str, Path], addresses: Iterable[str]) -> dict[str, bytes]:
    """Address → content of the pictures beside a page; empty, and so no picture, if too large. Raises `SourceError`."""
    found = dict.fromkeys((address for address in addresses if address in pictures), b"")
    for address in found:
        try:
            found[address] = bytes_of(pictures[address], MAX_SIZE)
        except SourceError as error:
            if error.failed.why != "large":
                raise
    return found
