"""Pages saved by browsers: HTML files in any encoding, with their pictures in a folder beside them.

Browsers and SingleFile record the page's address in a comment. Pictures are read from files within the folder.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urljoin

from jingdu.library.importers import MAX_SIZE, Incoming, SavedPage, bytes_of
from jingdu.page.parse import decode

BASE: Final = "https://saved.invalid/"
"""Base address of pages without one, so that their pictures have addresses; never requested."""
SUFFIXES: Final = (".html", ".htm", ".xhtml")
_HTML: Final = re.compile(rb"<(?:!doctype\s+html|html|head|body|title|article|p|h1)\b", re.IGNORECASE)
_COMMENT: Final = re.compile(
    r"saved from url=\(\d+\)\s*(https?://\S+)|Page saved with SingleFile\s+url:\s*(https?://\S+)", re.IGNORECASE
)
_TAG: Final = re.compile(r"<(?:link|meta|base)\b[^>]{0,4000}>", re.IGNORECASE)
_CANONICAL: Final = re.compile(r"""\brel\s*=\s*["']?canonical\b|\bproperty\s*=\s*["']?og:url\b""", re.IGNORECASE)
_VALUE: Final = re.compile(r"""\b(?:href|content)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_PICTURE: Final = re.compile(r"""<img\b[^>]{0,4000}?\ssrc\s*=\s*(?:"([^"]{1,2000})"|'([^']{1,2000})')""", re.IGNORECASE)
_HEAD: Final = 100_000
"""Characters that are searched for the address."""


def matches(source: Path, start: bytes) -> bool:
    return source.suffix.lower() in SUFFIXES or _HTML.search(start) is not None


def read(source: Path, root: Path, name: str) -> tuple[int, Iterator[Incoming]]:
    """A page with its pictures, which have to be within ``root``."""
    return 1, _incoming(source, root, name)


def address(html: str) -> str | None:
    """The address from which a page was saved, by its comment or canonical link."""
    head = html[:_HEAD]
    if comment := _COMMENT.search(head):
        return unescape((comment[1] or comment[2]).removesuffix("-->"))
    for tag in _TAG.finditer(head):
        if _CANONICAL.search(tag[0]) and (value := _VALUE.search(tag[0])):
            url = unescape(value[1] or value[2] or "").strip()
            if url.startswith(("http://", "https://")):
                return url
    return None


def belongs(folder: str, names: list[str]) -> bool:
    """Whether a folder contains the files of a page beside it (``page_files``, ``page.files``, ``page-Dateien`` …)."""
    stems = {Path(name).stem for name in names if Path(name).suffix.lower() in SUFFIXES}
    return any(folder.startswith(stem) and folder[len(stem) : len(stem) + 1] in ("_", ".", "-") for stem in stems)


def _incoming(path: Path, root: Path, name: str) -> Iterator[Incoming]:
    html = decode(bytes_of(path, MAX_SIZE))
    url = address(html)
    saved = datetime.fromtimestamp(path.stat().st_mtime, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    yield SavedPage(name, html, url, _pictures(html, url, path.parent, root), saved)


def _pictures(html: str, url: str | None, folder: Path, root: Path) -> dict[str, Path]:
    """Absolute address → file of the pictures beside a page."""
    pictures: dict[str, Path] = {}
    root = root.resolve()
    for tag in _PICTURE.finditer(html):
        src = unescape(tag[1] or tag[2])
        if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#", src):
            continue
        path = (folder / unquote(src.partition("?")[0].partition("#")[0])).resolve()
        if path.is_relative_to(root) and path.is_file():
            pictures[urljoin(url or BASE, src)] = path
    return pictures
