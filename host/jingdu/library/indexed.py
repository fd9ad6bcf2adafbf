"""Connects the library's files with its search index."""

import os
import sqlite3
import time
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from jingdu import logs
from jingdu.faults import Fault
from jingdu.library import item_files, location, names
from jingdu.library.index import Index, Unreadable, index_of
from jingdu.library.jobs import State
from jingdu.protocol.items import Item

_BARE: Final = "bare"
_CLOSED: Final = "closed"
NO_ARTICLE: Final = (_BARE, _CLOSED)
"""Stamps of an article whose ``article.md`` is missing, and of a folder without read permission."""
_PATIENCE: Final = 1.0
"""Seconds to wait for the index; reading all front matter instead takes about as long."""
_LISTS: Final = tuple(name for name, default in Item._field_defaults.items() if default == ())


class Folders:
    """The folders of a library and its trash, by their paths relative to the library; implements `index.Files`."""

    def __init__(self, library: Path) -> None:
        self.library = library

    def stamps(self) -> Iterator[tuple[str, str]]:
        """Each article's folder with its stamp, except those that another process moves meanwhile.

        Raises ``FileNotFoundError`` if the library is missing: an unplugged disk is not an empty library.
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
                raise Unreadable(why, retry=True) from error
            raise
        return known[0]._replace(folder=folder), text

    def _why(self, folder: str) -> str:
        """Why an article can't be read; empty if the folder is not an article of ours."""
        problem = item_files.examine(self.library / folder)
        return f"{problem.where}: {problem.reason}" if problem else ""

    def below(self, folder: str) -> Iterator[tuple[str, str]]:
        """The articles at any depth of a folder, skipping hidden folders and those inside an article's folder."""
        with os.scandir(self.library / folder) as entries:
            names = [entry.name for entry in entries if entry.name[0] != "." and entry.is_dir(follow_symlinks=False)]
        for name in sorted(names):
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
    """An item from the JSON fields of its row."""
    return Item(**fields | {name: tuple(fields[name]) for name in _LISTS if name in fields})


def opened() -> Index:
    """The index of the user's library; raises a `Fault` ``index_*`` if it can't be opened."""
    library = location.folder()
    return index_of(Folders(library), library)


def update(item: str, folder: Path | None, *, edited: bool = False) -> None:
    """Updates the index after a durable write to ``folder``, or a deletion (None); the caller holds the lock.

    The text is read again only if its hash changed or with ``edited``. Errors are only logged, because the next
    comparison with the files repairs the index.
    """
    try:
        index = opened()
        if folder is None:
            index.remove(item)
        else:
            _put(index, folder, edited)
    except (Fault, OSError, sqlite3.Error) as error:
        logs.failure(error, stderr=False)


def _put(index: Index, folder: Path, edited: bool) -> None:
    path = folder.relative_to(location.folder()).as_posix()
    stamp = index.files.stamp(path)  # before reading, so that a concurrent change is noticed
    item, _, body = parsed = item_files.read(folder)
    fields = index.fields(item.id)
    is_same = fields is not None and fields.get("text_hash") == item.text_hash != ""
    is_known = is_same and not edited and not item_files.is_edited(item, body)
    index.put(item._replace(folder=path), None if is_known else item_files.text(folder, parsed), stamp)


def folder_of(item: str) -> Path | None:
    """The folder where the index last saw an article."""
    path = opened().folder(item)
    return location.folder() / path if path else None


def compare(index: Index) -> None:
    """Brings the index up to date, once per process; raises ``index_busy`` if that takes more than a second."""
    deadline = time.monotonic() + _PATIENCE
    if index.compared is None:
        for progress in index.repair():
            if progress.total and time.monotonic() > deadline:
                raise Fault("index_busy")


def exists(index: Index, item: Item) -> bool:
    """Whether the article's files are where the index last saw them."""
    folder = index.folder(item.id)
    return folder is not None and index.files.stamp(folder) is not None


def work(state: State, options: Mapping[str, Any]) -> Generator[None, None, None]:
    """The job that rebuilds the index; the report lists unreadable folders with the reasons."""
    for progress in opened().rebuild():
        state.done, state.total = progress.done, progress.total
        state.report = [{"folder": folder, "reason": reason} for folder, reason in progress.unreadable]
        yield
