"""What a source holds: a file of any form that can be imported, or a folder of such files.

A file's form is recognised by its content, not by its name. In a folder, files that belong to a
saved page are left to the page, hidden ones to other programs. What lies deeper and is of no known form is left out
silently; of ``chosen`` files, which somebody picked one by one, each that can't be read is reported.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from jingdu.library.importers import (
    Failed,
    Incoming,
    Unreadable,
    bookmarks,
    lists,
    notes,
    ours,
    saved_pages,
    signatures,
)
from jingdu.library.names import ARTICLE, ASSETS

Reader = Callable[[Path], tuple[int, Iterator[Incoming]]]
MAX_FILES: Final = 200_000
"""Files of a folder."""
_SUFFIXES: Final = frozenset({".html", ".htm", ".xhtml", ".md", ".markdown", ".json", ".csv", ".txt"})
_PICTURES: Final = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp", ".ico", ".svg"})


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
        if reader is notes.read:
            return notes.within(path, root, name, strict=strict)
        total, found = reader(path)
        return total, (_named(one, name) for one in found)
    except Unreadable as error:
        failed = error.failed._replace(name=name)
        known = failed.why not in ("unknown", "not_ours")
        return (1, iter([Incoming(name, name, failed)])) if strict or known else (0, iter(()))


def _reader(source: Path) -> Reader:
    """What reads a file; raises `Unreadable`."""
    try:
        with open(source, "rb") as file:
            start = file.read(4096)
    except OSError as error:
        raise Unreadable(source, "unread", error.strerror or "") from None
    if unfit := signatures.kind(source, start):
        raise Unreadable(source, unfit)
    if ours.is_it(start):
        return ours.read
    if notes.is_it(source):  # Markdown may hold HTML
        return notes.read
    if bookmarks.is_it(start):
        return bookmarks.read
    if lists.is_it(start):
        return lists.read
    if saved_pages.is_it(source, start):
        return saved_pages.read
    raise Unreadable(source, "unknown")


def _named(one: Incoming, file: str) -> Incoming:
    """What could not be read, with the file in which it stands."""
    if isinstance(one.what, Failed) and one.what.line is not None:
        return one._replace(what=one.what._replace(name=file))
    return one


def _files(folder: Path) -> list[Path]:
    """Files in a stable order."""
    found: list[Path] = []
    for where, inner, names in os.walk(folder):
        inner[:] = sorted(one for one in inner if not one.startswith(".") and not _belongs(one, names))
        if ARTICLE in names:  # an article of a library's folder, whose other files go with it
            found.append(Path(where) / ARTICLE)
            inner.clear()
            continue
        found += [Path(where) / name for name in sorted(names) if not _is_picture(name)]
        if len(found) > MAX_FILES:
            break
    return found[:MAX_FILES]


def _belongs(folder: str, names: list[str]) -> bool:
    return folder == ASSETS or saved_pages.belongs(folder, names)


def _is_picture(name: str) -> bool:
    """A picture is for the page beside it; and what begins with a dot is for other programs."""
    return Path(name).suffix.lower() in _PICTURES or name.startswith(".")
