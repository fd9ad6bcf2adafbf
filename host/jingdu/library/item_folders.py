"""The articles' folders: all of them, and the one of an article, wherever its user moved it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TypeVar
from urllib.parse import urldefrag

from jingdu.faults import Fault
from jingdu.library import indexed, item_files, place
from jingdu.library.index.rows import utc
from jingdu.library.item_files import Unreadable, item_in
from jingdu.library.names import TRASH
from jingdu.protocol.items import Item
from jingdu.storage.atomic import map_os_errors
from jingdu.storage.lock import locked

Found = TypeVar("Found")


def every(*, trashed: bool = False) -> list[Path]:
    """The folder of every article, in the library or in its trash; raises the faults of the library."""
    return [place.folder() / path for path, stamp in _stamps(trashed) if stamp not in indexed.NO_ARTICLE]


def _stamps(trashed: bool) -> list[tuple[str, str]]:
    """The folders that `Folders.below` finds."""
    check()
    with map_os_errors(), suppress(FileNotFoundError, NotADirectoryError):
        return list(indexed.Folders(place.folder()).below(TRASH if trashed else ""))
    return []


def check() -> None:
    """Raises ``library_missing`` where the library's folder existed before: a lost disk is no empty library."""
    with map_os_errors():
        if not place.folder().is_dir() and place.was_made(place.folder()):
            raise Fault("library_missing")


def listed(*, trashed: bool = False) -> tuple[list[Item], list[Unreadable]]:
    """The articles of the library, or of its trash, and those that can't be read; raises the faults of the library."""
    items: dict[str, Item] = {}
    where: dict[str, Path] = {}
    broken: list[Unreadable] = []
    with ExitStack() as stack:
        with suppress(Fault, OSError):  # an article that is being replaced is nowhere for a moment
            stack.enter_context(locked(place.folder()))
        for path, _ in _stamps(trashed):
            folder = place.folder() / path
            found = item_in(folder)
            if found and found.id not in items:
                items[found.id], where[found.id] = found, folder
            elif one := item_files.examine(folder, where):
                broken.append(one)
    return list(items.values()), sorted(broken)


def by_url(*addresses: str | None) -> Item | None:
    """The article saved last from one of these addresses, the trash aside; from all front matter without an index."""
    wanted = [one for one in addresses if one]
    try:
        index = indexed.opened()
        if place.folder().is_dir():
            indexed.compare(index)
        known = [indexed.item_of(fields) for one in wanted if (fields := index.by_url(one))]
        found = [item for item in known if indexed.exists(index, item)]
    except Fault:
        pages = {urldefrag(one)[0] for one in wanted}
        items = filter(None, map(item_in, every()))
        found = [one for one in items if pages & {urldefrag(url)[0] for url in (one.url, one.canonical) if url}]
    return max(found, key=lambda item: utc(item.saved), default=None)


def find(item: str) -> Path:
    """The folder of an article; raises ``item_missing``, also where its file can't be read."""
    with suppress(Fault, OSError):  # the index spares reading every folder
        if (folder := indexed.folder_of(item)) and _is_of(folder, item):
            return folder
    if found := _search(item):
        return found
    with locked(place.folder()):  # another writer may be moving it right now
        if found := _search(item):
            return found
    raise Fault("item_missing")


def _search(item: str) -> Path | None:
    return next((folder for folder in (*every(), *every(trashed=True)) if _is_of(folder, item)), None)


def _is_of(folder: Path, item: str) -> bool:
    found = item_in(folder)
    return found is not None and found.id == item


def consistent_read(item: str, read: Callable[[Path], Found]) -> Found:
    """What ``read`` returns for an article's folder, which no other process moves or replaces meanwhile.

    Otherwise a folder that is moved to the trash would look like one without pictures. Raises ``item_missing`` and
    whatever ``read`` raises.
    """
    folder = find(item)
    try:
        before = folder.stat().st_ino
        found = read(folder)
        if folder.stat().st_ino == before:
            return found
    except FileNotFoundError:
        pass  # it was moved, or a file is missing: the second attempt raises then
    with locked(place.folder()):
        return read(find(item))


def reindex(item: str) -> None:
    """Updates the index where another program changed the article's files, so that a search finds what is shown."""
    with suppress(Fault, OSError, sqlite3.Error):
        if not indexed.opened().is_seen(item):
            with locked(place.folder()):  # else an older read could replace what another process writes
                indexed.update(item, find(item), edited=True)
