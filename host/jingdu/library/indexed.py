"""The library's files as its index sees them, and what the rest of the library asks of the index."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from jingdu import logs
from jingdu.faults import Fault
from jingdu.library import item_folders, place, repository, unreadable
from jingdu.library.index import Entry, Index, Unreadable, index_of
from jingdu.library.index.entry import utc
from jingdu.library.model import Item
from jingdu.storage.lock import locked

_BARE: Final = "bare"
"""The stamp of an article whose ``article.md`` is gone."""
_CLOSED: Final = "closed"
"""The stamp of a folder that we may not look into."""
_PATIENCE: Final = 1.0
"""Seconds; then reading every article's front matter is as quick."""


class Folders:
    """The folders of a library and of its trash, by their paths within it."""

    def __init__(self, library: Path) -> None:
        self.library = library

    def stamps(self) -> Iterator[tuple[str, str]]:
        """Each folder of an article, and its stamp; one that another writer moves away meanwhile is left out.

        Raises ``FileNotFoundError`` where the library is not there: an unplugged disk is no empty library.
        """
        for root in ("", item_folders.TRASH):
            if not root or (self.library / root).is_dir():
                yield from self._below(root)

    def stamp(self, folder: str) -> str | None:
        try:
            status = os.stat(self.library / folder / item_folders.ARTICLE)
        except (FileNotFoundError, NotADirectoryError):
            return _BARE if unreadable.is_bare(self.library / folder) else None
        except PermissionError:
            return _CLOSED
        return f"{status.st_mtime_ns:020}.{status.st_size}.{status.st_ino}"

    def read(self, folder: str) -> tuple[Entry, str]:
        try:
            item, text = repository.read_folder(self.library / folder)
        except Fault as fault:
            raise Unreadable(self._why(folder)) from fault
        except (PermissionError, FileNotFoundError) as error:
            if why := self._why(folder):
                raise Unreadable(why, again=True) from error
            raise
        return entry(item, folder), text

    def _why(self, folder: str) -> str:
        """Why an article can't be read; empty where it is none of ours."""
        broken = unreadable.examine(self.library / folder)
        return f"{broken.where}: {broken.words}" if broken else ""

    def _below(self, folder: str) -> Iterator[tuple[str, str]]:
        """The articles in a folder at any depth, hidden folders aside; folders in an article's are its own."""
        with os.scandir(self.library / folder) as inner:
            names = [one.name for one in inner if not one.name.startswith(".") and one.is_dir(follow_symlinks=False)]
        for name in names:
            path = f"{folder}/{name}" if folder else name
            if stamp := self.stamp(path):
                yield path, stamp
            else:
                with suppress(FileNotFoundError, NotADirectoryError):
                    yield from self._below(path)


def entry(item: Item, folder: str) -> Entry:
    """What the index is told of an item."""
    return Entry(
        id=item.id,
        folder=folder,
        title=item.title,
        byline=item.byline or "",
        site=item.site or "",
        lang=item.lang or "",
        url=item.url or "",
        canonical=item.canonical or "",
        published=item.published or "",
        saved=utc(item.saved),
        read=item.read,
        favourite=item.favourite,
        archived=item.archived,
        trashed=item.trashed is not None,
        tags=item.tags,
        keywords=item.keywords,
        fields=item._asdict(),
    )


def item_of(fields: dict[str, Any]) -> Item:
    """The item that `entry` was made of."""
    return Item(**fields | {name: tuple(fields[name]) for name in ("keywords", "tags")})


def opened() -> Index:
    """The index of the user's library; raises `Fault` where there can't be one."""
    library = place.folder()
    return index_of(Folders(library), library)


def tell(what: str, about: Item | str) -> None:
    """Tells the index of a durable write: ``put`` an item, ``remove`` an id. What fails the index finds later."""
    try:
        if isinstance(about, str):
            opened().remove(about)
        else:
            _put(opened(), about.id)
    except (Fault, OSError, sqlite3.Error) as error:
        logs.failure(error, aloud=False)


def see(item: str) -> None:
    """Takes in an article whose files were changed by another program, so that a search finds what is shown."""
    try:
        if not opened().is_seen(item):
            with locked(place.folder()):  # what was read may not be put over what another writer tells
                _put(opened(), item, edited=True)
    except (Fault, OSError, sqlite3.Error) as error:
        logs.failure(error, aloud=False)


def folder_of(item: str) -> Path | None:
    """The folder where the index saw an article last."""
    found = opened().folder(item)
    return place.folder() / found if found else None


def has(item: str, url: str | None) -> bool:
    """Whether an article of this id or address has come that was not there before, as far as the index tells."""
    with suppress(Fault, OSError, sqlite3.Error):
        return opened().has(item, url)
    return False


def by_url(*addresses: str | None) -> Item | None:
    """The article saved last from one of these addresses, the trash aside; its files are there."""
    index = opened()
    if place.folder().is_dir():
        compare(index)
    found = [fields for one in addresses if one and (fields := index.by_url(one))]
    items = sorted(map(item_of, found), key=lambda item: utc(item.saved), reverse=True)
    return next((item for item in items if is_there(index, item)), None)


def compare(index: Index) -> None:
    """Takes in what the index does not know yet, once in a process; raises ``index_busy`` where that takes long."""
    until = time.monotonic() + _PATIENCE
    if not index.is_compared():
        for progress in index.repair():
            if progress.total and time.monotonic() > until:
                raise Fault("index_busy")


def is_there(index: Index, item: Item) -> bool:
    """Whether the article's files are where the index saw them last."""
    folder = index.folder(item.id)
    return folder is not None and index.files.stamp(folder) is not None


def _put(index: Index, item: str, *, edited: bool = False) -> None:
    """Reads the article's text only where it is another one than the index has, or may be; its lock is held."""
    folder = repository.folder_of(item)
    path = folder.relative_to(place.folder()).as_posix()
    stamp = index.files.stamp(path)  # before the rest: who changes it meanwhile makes another stamp
    found, _, written = item_folders.read(folder)
    known = index.fields(item)
    same = known is not None and known.get("text_hash") == found.text_hash != ""
    edited = edited or item_folders.is_edited(found, written)
    body = None if same and not edited else repository.read_folder(folder)[1]
    index.put(entry(found, path), body, stamp)
