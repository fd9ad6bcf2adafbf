"""The library's files as its index sees them, and what the rest of the library asks of the index."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from jingdu import logs
from jingdu.faults import Fault
from jingdu.library import item_files, names, place
from jingdu.library.index import Index, Unreadable, index_of
from jingdu.library.jobs import State
from jingdu.protocol.items import Item

_BARE: Final = "bare"
_CLOSED: Final = "closed"
NO_ARTICLE: Final = (_BARE, _CLOSED)
"""The stamps of an article whose ``article.md`` is gone, and of a folder that may not be read."""
_PATIENCE: Final = 1.0
"""Seconds; then reading every article's front matter is as quick."""
_LISTS: Final = tuple(name for name, default in Item._field_defaults.items() if default == ())


class Folders:
    """The folders of a library and of its trash, by their paths within it."""

    def __init__(self, library: Path) -> None:
        self.library = library

    def stamps(self) -> Iterator[tuple[str, str]]:
        """Each folder of an article, and its stamp; one that another process moves meanwhile is left out.

        Raises ``FileNotFoundError`` where the library is missing: an unplugged disk is no empty library.
        """
        for root in ("", names.TRASH):
            if not root or (self.library / root).is_dir():
                yield from self.below(root)

    def stamp(self, folder: str) -> str | None:
        try:
            status = os.stat(self.library / folder / names.ARTICLE)
        except (FileNotFoundError, NotADirectoryError):
            return _BARE if item_files.is_bare(self.library / folder) else None
        except PermissionError:
            return _CLOSED
        return f"{status.st_mtime_ns:020}.{status.st_size}.{status.st_ino}"

    def read(self, folder: str) -> tuple[Item, str]:
        try:
            known = item_files.read(self.library / folder)
            text = item_files.text(self.library / folder, known)
        except Fault as fault:
            raise Unreadable(self._why(folder)) from fault
        except (PermissionError, FileNotFoundError) as error:
            if why := self._why(folder):
                raise Unreadable(why, again=True) from error
            raise
        return known[0]._replace(folder=folder), text

    def _why(self, folder: str) -> str:
        """Why an article can't be read; empty where it is none of ours."""
        broken = item_files.examine(self.library / folder)
        return f"{broken.where}: {broken.words}" if broken else ""

    def below(self, folder: str) -> Iterator[tuple[str, str]]:
        """The articles in a folder at any depth, hidden folders aside; folders in an article's are its own."""
        with os.scandir(self.library / folder) as inner:
            found = [one.name for one in inner if not one.name.startswith(".") and one.is_dir(follow_symlinks=False)]
        for name in sorted(found):
            path = f"{folder}/{name}" if folder else name
            if stamp := self.stamp(path):
                yield path, stamp
                continue
            try:
                yield from self.below(path)
            except PermissionError:
                yield path, _CLOSED
            except (FileNotFoundError, NotADirectoryError):
                pass


def item_of(fields: dict[str, Any]) -> Item:
    """The item of a row's fields."""
    return Item(**fields | {name: tuple(fields[name]) for name in _LISTS if name in fields})


def opened() -> Index:
    """The index of the user's library; raises `Fault` where there can't be one."""
    library = place.folder()
    return index_of(Folders(library), library)


def update(item: str, folder: Path | None, *, edited: bool = False) -> None:
    """Updates the index after a durable write to an article's folder, under the library's lock; None: it is deleted.

    The text is read only if it differs from the index, or may: with ``edited``. Nothing is raised; the index finds
    by itself later what it misses here, because the files are the truth.
    """
    try:
        index = opened()
        if folder is None:
            index.remove(item)
        else:
            _put(index, folder, edited)
    except (Fault, OSError, sqlite3.Error) as error:
        logs.failure(error, aloud=False)


def _put(index: Index, folder: Path, edited: bool) -> None:
    path = folder.relative_to(place.folder()).as_posix()
    stamp = index.files.stamp(path)  # first: a later change makes another stamp
    item, _, written = found = item_files.read(folder)
    known = index.fields(item.id)
    same = known is not None and known.get("text_hash") == item.text_hash != ""
    is_read = same and not edited and not item_files.is_edited(item, written)
    index.put(item._replace(folder=path), None if is_read else item_files.text(folder, found), stamp)


def folder_of(item: str) -> Path | None:
    """The folder where the index saw an article last."""
    found = opened().folder(item)
    return place.folder() / found if found else None


def compare(index: Index) -> None:
    """Reads what the index does not know yet, once in a process; raises ``index_busy`` where that takes long."""
    until = time.monotonic() + _PATIENCE
    if index.compared is None:
        for progress in index.repair():
            if progress.total and time.monotonic() > until:
                raise Fault("index_busy")


def exists(index: Index, item: Item) -> bool:
    """Whether the article's files are where the index saw them last."""
    folder = index.folder(item.id)
    return folder is not None and index.files.stamp(folder) is not None


def work(state: State, options: Mapping[str, Any]) -> Generator[None, None, None]:
    """The job that makes the index anew; the report lists what can't be read, each with its folder and why."""
    for progress in opened().rebuild():
        state.done, state.total = progress.done, progress.total
        state.report = [{"folder": folder, "reason": reason} for folder, reason in progress.unreadable]
        yield
