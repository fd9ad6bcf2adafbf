"""What a source holds: a file of any form that can be imported, or a folder of such files.

A file's form is recognised by its content, not by its name. In a folder, files that belong to a
saved page are left to the page, hidden ones to other programs. What lies deeper and is of no known form is left out
silently; of ``chosen`` files, which somebody picked one by one, each that can't be read is reported.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from jingdu.library.importers import Failed, Incoming, Unreadable, lists, ours, saved_pages
from jingdu.library.names import ARTICLE, ASSETS

Reader = Callable[[Path], tuple[int, Iterator[Incoming]]]
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
"""Code → how such files begin, by the formats' specifications, the WHATWG's MIME Sniffing standard and ``file(1)``."""
_PATTERNS: Final = [(kind, re.compile(b"|".join(starts), re.DOTALL | re.IGNORECASE)) for kind, starts in _SIGNATURES]
_DOCUMENTS: Final = ("mimetype", "[Content_Types].xml")
"""Members that make a ZIP an e-book, an OpenDocument file or one of Office."""
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
"""How a text in UTF-16 begins."""
_MIN_ZEROS: Final = 64
"""One zero byte in so many, and more, are no text; a page may hold a stray one."""
_MAX_MEMBERS: Final = 10_000


def read(source: Path) -> tuple[int, Iterator[Incoming]]:
    """How many things there are to import in ``source`` (0: not known before), and these; raises `Unreadable`."""
    if not source.is_dir():
        return _reader(source)(source)
    total, found = chosen(source, strict=False)
    if not total:
        raise Unreadable(source, "empty")
    return total, found


def chosen(source: Path, *, strict: bool = True) -> tuple[int, Iterator[Incoming]]:
    """What a folder holds; with ``strict`` each file at its top that is of no known kind is reported."""
    total = 0
    readings: list[Iterator[Incoming]] = []
    for path in _files(source):
        name = path.relative_to(source).as_posix()
        count, reading = _reading(path, source, name, strict=strict and "/" not in name)
        total += count
        readings.append(reading)
    return total, (one for reading in readings for one in reading)


def _reading(path: Path, root: Path, name: str, *, strict: bool) -> tuple[int, Iterator[Incoming]]:
    if not strict and path.suffix.lower() not in _SUFFIXES:
        return 0, iter(())
    try:
        reader = _reader(path)
        if reader is saved_pages.read:
            return 1, (saved_pages.incoming(one, root, name) for one in [path])
        if reader is ours.read_markdown:
            return ours.read_markdown(path, name, strict=strict)
        total, found = reader(path)
        return total, (_named(one, name) for one in found)
    except Unreadable as error:
        failed = error.failed._replace(name=name)
        known = failed.why not in ("unknown", "not_ours")
        return (1, iter([failed])) if strict or known else (0, iter(()))


def _reader(source: Path) -> Reader:
    try:
        with open(source, "rb") as file:
            start = file.read(4096)
    except OSError as error:
        raise Unreadable(source, "unread", error.strerror or "") from None
    if unfit := kind(source, start):
        raise Unreadable(source, unfit)
    if ours.is_json(start):
        return ours.read_json
    if source.suffix.lower() in _MARKDOWN:  # which may hold HTML
        return ours.read_markdown
    if lists.is_it(start):
        return lists.read
    if saved_pages.is_it(source, start):
        return saved_pages.read
    raise Unreadable(source, "unknown")


def _named(one: Incoming, file: str) -> Incoming:
    """What could not be read, with the file in which it stands."""
    return one._replace(name=file) if isinstance(one, Failed) and one.line is not None else one


def _files(folder: Path) -> list[Path]:
    found: list[Path] = []
    for where, inner, names in os.walk(folder):
        others = (one for one in inner if not one.startswith(".") and one != ASSETS)
        inner[:] = sorted(one for one in others if not saved_pages.belongs(one, names))
        if ARTICLE in names:  # an article of a library's folder, whose other files go with it
            found.append(Path(where) / ARTICLE)
            inner.clear()
            continue
        found += [
            Path(where) / name
            for name in sorted(names)
            if not name.startswith(".") and Path(name).suffix.lower() not in _PICTURES
        ]
        if len(found) > MAX_FILES:
            break
    return found[:MAX_FILES]


def kind(source: Path, start: bytes) -> str | None:
    """What a file with these first bytes is, if that can't hold a page, a list or an export of ours."""
    found = next((kind for kind, pattern in _PATTERNS if pattern.match(start)), None)
    if found == "archive" and start.startswith(b"PK"):
        with suppress(OSError, zipfile.BadZipFile, NotImplementedError, ValueError), zipfile.ZipFile(source) as file:
            if any(name in _DOCUMENTS for name in file.namelist()[:_MAX_MEMBERS]):
                return "document"
    if found is None and start.count(0) > len(start) / _MIN_ZEROS and not start.startswith(_UTF16):
        return "binary"
    return found
