"""Finds the folders of articles, wherever the user moved them."""

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TypeVar

from jingdu.faults import Fault
from jingdu.library import indexed, item_files, location, names
from jingdu.library.index.rows import address_key
from jingdu.library.index.scanning import NO_ARTICLE, articles_below
from jingdu.library.item_files import Problem, item_in
from jingdu.protocol.items import Item
from jingdu.storage.atomic import map_os_errors
from jingdu.storage.lock import locked

T = TypeVar("T")


def every(*, trashed: bool = False) -> list[Path]:
    """The folders of all articles in the library, or in its trash; raises a `Fault` ``library_*``."""
    return [folder for folder, stamp in _stamps(trashed) if stamp not in NO_ARTICLE]


def _stamps(trashed: bool) -> list[tuple[Path, str]]:
    """Folder and stamp of all articles in the library, or in its trash; raises a `Fault` ``library_*``."""
    location.check()
    library = location.folder()
    with map_os_errors(), suppress(FileNotFoundError, NotADirectoryError):
        return [(library / path, stamp) for path, stamp in articles_below(library, names.TRASH if trashed else "")]
    return []


def listed(*, trashed: bool = False) -> tuple[list[Item], list[Problem]]:
    """The articles of the library, or of its trash, and the unreadable ones; raises a `Fault` ``library_*``."""
    items: dict[str, Item] = {}
    folders: dict[str, Path] = {}
    problems: list[Problem] = []
    read = {folder: item_in(folder) for folder in every(trashed=trashed)}  # slow, so before the lock
    with ExitStack() as stack:
        with suppress(Fault, OSError):  # the lock hides the moment in which an article is replaced
            stack.enter_context(locked(location.folder()))
        for folder, _ in _stamps(trashed):
            item = read.get(folder) or item_in(folder)
            if item and item.id not in items:
                items[item.id], folders[item.id] = item, folder
            elif problem := item_files.examine(folder, folders):
                problems.append(problem)
    return list(items.values()), sorted(problems)


def by_url(*addresses: str | None) -> Item | None:
    """The article last saved from any of these addresses, not in the trash; reads all front matter without an index."""
    urls = [address for address in addresses if address]
    try:
        index = indexed.opened()
        indexed.compare(index)
        known = [indexed.item_of(fields) for url in urls if (fields := index.by_url(url))]
        found = [item for item in known if index.has(item.id)]
    except Fault:
        keys = set(map(address_key, urls))
        items = filter(None, map(item_in, every()))
        found = [item for item in items if not keys.isdisjoint(map(address_key, (item.url, item.canonical)))]
    return next(reversed(indexed.oldest_first(found)), None)


def find(item: str) -> Path:
    """The folder of an article; raises ``item_missing``, also if its file can't be read."""
    with suppress(Fault, OSError):  # the index saves reading every folder
        if (folder := indexed.opened().folder(item)) and _has_id(folder, item):
            return folder
    if folder := _search(item):
        return folder
    with locked(location.folder()):  # another process may be moving it
        if folder := _search(item):
            return folder
    raise Fault("item_missing")


def _search(item: str) -> Path | None:
    return next((folder for folder in (*every(), *every(trashed=True)) if _has_id(folder, item)), None)


def _has_id(folder: Path, item: str) -> bool:
    found = item_in(folder)
    return found is not None and found.id == item


def consistent_read(item: str, read: Callable[[Path], T]) -> T:
    """The result of ``read`` for an article's folder, which another process may move; raises also ``item_missing``."""
    folder = find(item)
    try:
        before = folder.stat().st_ino
        result = read(folder)
        if folder.stat().st_ino == before:
            return result
    except FileNotFoundError:
        pass  # moved, or a file is missing: then the second attempt raises
    with locked(location.folder()):
        return read(find(item))


def reindex(item: str) -> None:
    """Updates the index if another program changed the article's files, so that searches find the current text."""
    with suppress(Fault, OSError, sqlite3.Error):
        if not indexed.opened().is_current(item):
            with locked(location.folder()):  # else a stale read could overwrite another process's update
                indexed.update(item, find(item), edited=True)
