"""Of which form a source is: by its content, since names are what people make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from jingdu.library.importers import (
    Incoming,
    Unreadable,
    bookmarks,
    folder,
    lists,
    notes,
    ours,
    saved_pages,
    signatures,
)

Reader = Callable[[Path], tuple[int, Iterator[Incoming]]]


def reader(source: Path) -> Reader:
    """What reads ``source``; raises `Unreadable`."""
    try:
        if source.is_dir():
            return folder.read
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
