"""Reads an import's source: a file of any supported format, or a folder of such files.

A format is detected by content, not by name. In a folder, hidden files and files that belong to a saved page are
skipped, and so are unsupported ones, except at the top of ``chosen`` files, which the user picked.
"""

import os
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Final

from jingdu.library.importers import Failed, Incoming, SourceError, lists, map_errors, ours, saved_pages
from jingdu.library.names import ARTICLE, ASSETS

Reader = Callable[[Path, Path, str], tuple[int, Iterator[Incoming]]]
"""Maps a file, the folder that is imported and the file's path in it to what to import, and its number."""
MAX_FILES: Final = 200_000
"""Files of a folder."""
_SUFFIXES: Final = frozenset({".html", ".htm", ".xhtml", ".md", ".markdown", ".json", ".csv", ".txt"})
_MARKDOWN: Final = frozenset({".md", ".markdown"})
_PICTURES: Final = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp", ".ico", ".svg"})

_SVG: Final = (
    rb"(?:\xef\xbb\xbf)?\s{0,64}(?:<\?xml[^>]{0,200}>\s{0,64})?(?:<!--.{0,500}?-->\s{0,64})?"
    rb"(?:<!DOCTYPE svg[^>]{0,300}>\s{0,64})?<svg[\s>]"
)
_MHTML: Final = (
    rb"(?:[A-Za-z-]{1,40}:[^\n]{0,900}\n(?:[ \t][^\n]{0,900}\n){0,9}){1,30}?Content-Type:\s*multipart/related"
)
_SIGNATURES: Final[tuple[tuple[str, tuple[bytes, ...]], ...]] = (
    ("pdf", (rb"\s{0,1023}%PDF-",)),
    ("archive", (rb"PK(?:\x03\x04|\x05\x06|\x07\x08)", rb"\x1f\x8b", rb"BZh[1-9]", rb"\xfd7zXZ\x00",
                 rb"7z\xbc\xaf\x27\x1c", rb"Rar!\x1a\x07", rb"\x28\xb5\x2f\xfd", rb".{257}ustar")),
    ("picture", (rb"\x89PNG\r\n", rb"\xff\xd8\xff", rb"GIF8[79]a", rb"RIFF.{4}WEBP", rb"BM.{4}\x00{4}",
                 rb"II\*\x00", rb"MM\x00\*", rb"\x00\x00\x01\x00", rb"8BPS",
                 rb".{4}ftyp(?:avi[fs]|hei[cfsx]|mif1|msf1)", _SVG)),
    ("media", (rb"ID3[\x02-\x04]\x00", rb"\xff[\xf2\xf3\xfb]", rb"OggS", rb"fLaC", rb"RIFF.{4}(?:WAVE|AVI )",
               rb".{4}ftyp", rb"\x1aE\xdf\xa3", rb"FLV\x01")),
    ("document", (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", rb"\{\\rtf", rb".{60}BOOKMOBI")),
    ("web_archive", (_MHTML, rb"bplist00.{0,400}WebMainResource")),
)  # fmt: skip
"""Code → first bytes, by the formats' specifications, the WHATWG's MIME Sniffing standard and ``file(1)``."""
_PATTERNS: Final = [(kind, re.compile(b"|".join(starts), re.DOTALL | re.IGNORECASE)) for kind, starts in _SIGNATURES]
_DOCUMENTS: Final = ("mimetype", "[Content_Types].xml")
"""Members of a ZIP file that identify EPUB, OpenDocument and Office Open XML."""
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
"""First bytes of text in UTF-16."""
_MIN_ZEROS: Final = 64
"""A file with more than one null byte in so many is binary; a page may contain a stray one."""
_MAX_MEMBERS: Final = 10_000


def read(source: Path) -> tuple[int, Iterator[Incoming]]:
    """What to import from ``source``, and its number; raises `SourceError`."""
    if not source.is_dir():
        total, found = _reader(source)(source, source.parent, source.name)
        return total, _reported(source, found, source.name)
    total, found = chosen(source, strict=False)
    if not total:
        raise SourceError(source, "empty")
    return total, found


def chosen(source: Path, *, strict: bool = True) -> tuple[int, Iterator[Incoming]]:
    """What to import from a folder, and its number; with ``strict`` unsupported files at its top are reported."""
    total = 0
    contents: list[Iterator[Incoming]] = []
    for path in _files(source):
        name = path.relative_to(source).as_posix()
        count, content = _read(path, source, name, strict=strict and "/" not in name)
        total += count
        contents.append(content)
    return total, chain.from_iterable(contents)


def _read(path: Path, root: Path, name: str, *, strict: bool) -> tuple[int, Iterator[Incoming]]:
    if not strict and path.suffix.lower() not in _SUFFIXES:
        return 0, iter(())
    try:
        total, found = _reader(path)(path, root, name)
        return total, (_with_file(incoming, name) for incoming in _reported(path, found, name))
    except SourceError as error:
        failed = error.failed._replace(name=name)
        is_supported = failed.why not in ("unknown", "not_ours")
        return (1, iter([failed])) if strict or is_supported else (0, iter(()))


def _reader(source: Path) -> Reader:
    with map_errors(source), open(source, "rb") as file:
        start = file.read(4096)
    if unsupported := kind(source, start):
        raise SourceError(source, unsupported)
    if ours.is_json(start):
        return ours.read_json
    if source.suffix.lower() in _MARKDOWN:  # before saved pages, as Markdown may contain HTML
        return ours.read_markdown
    if lists.matches(start):
        return lists.read
    if saved_pages.matches(source, start):
        return saved_pages.read
    raise SourceError(source, "unknown")


def _reported(path: Path, found: Iterator[Incoming], name: str) -> Iterator[Incoming]:
    """The content of a file, or why it can't be read."""
    try:
        with map_errors(path):
            yield from found
    except SourceError as error:
        yield error.failed._replace(name=name)


def _with_file(incoming: Incoming, file: str) -> Incoming:
    """Names the file of a line that could not be read."""
    return incoming._replace(name=file) if isinstance(incoming, Failed) and incoming.line is not None else incoming


def _files(folder: Path) -> list[Path]:
    found: list[Path] = []
    for parent, folders, names in os.walk(folder):
        visible = (name for name in folders if not name.startswith(".") and name != ASSETS)
        folders[:] = sorted(name for name in visible if not saved_pages.belongs(name, names))
        if ARTICLE in names:  # a library's article, which includes the other files
            found.append(Path(parent) / ARTICLE)
            folders.clear()
            continue
        found += [
            Path(parent) / name
            for name in sorted(names)
            if not name.startswith(".") and Path(name).suffix.lower() not in _PICTURES
        ]
        if len(found) > MAX_FILES:
            break
    return found[:MAX_FILES]


def kind(source: Path, start: bytes) -> str | None:
    """The code of an unsupported kind of file with these first bytes; None for all others."""
    found = next((kind for kind, pattern in _PATTERNS if pattern.match(start)), None)
    if found == "archive" and start.startswith(b"PK"):
        with suppress(OSError, zipfile.BadZipFile, NotImplementedError, ValueError), zipfile.ZipFile(source) as file:
            if any(name in _DOCUMENTS for name in file.namelist()[:_MAX_MEMBERS]):
                return "document"
    if found is None and start.count(0) > len(start) / _MIN_ZEROS and not start.startswith(_UTF16):
        return "binary"
    return found
