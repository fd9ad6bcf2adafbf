"""The articles' folders: all of them, and the one of an article, wherever its user moved it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from jingdu.faults import Fault
from jingdu.library import indexed, place, unreadable
from jingdu.library.item_files import item_in
from jingdu.library.names import TRASH
from jingdu.library.unreadable import Unreadable
from jingdu.protocol.items import Item
from jingdu.storage.lock import locked
from jingdu.storage.os_errors import map_os_errors

Found = TypeVar("Found")
seen: dict[str, Path] = {}
"""Id → folder, as it was last seen; checked before it is used."""


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

    def add(folder: Path) -> bool:
        found = item_in(folder)
        if found is None or found.id in items:
            return False
        items[found.id], where[found.id] = found, folder
        return True

    with _locked_if_free():  # an article that is being replaced is nowhere for a moment
        folders = [place.folder() / path for path, _ in _stamps(trashed)]
    doubtful = [folder for folder in folders if not add(folder)]
    with _locked_if_free():
        doubtful = [folder for folder in doubtful if not add(folder)]
        broken = [one for folder in doubtful if (one := unreadable.examine(folder, where))]
    return list(items.values()), sorted(broken)


@contextmanager
def _locked_if_free() -> Iterator[None]:
    """The library's lock; without it where another writer holds it for long."""
    with ExitStack() as stack:
        with suppress(Fault, OSError):
            stack.enter_context(locked(place.folder()))
        yield


def find(item: str) -> Path:
    """The folder of an article; raises ``item_missing``, also where its file can't be read."""
    for known in (seen.get, _indexed):
        folder = known(item)
        if folder is not None and (found := item_in(folder)) and found.id == item:
            seen[item] = folder
            return folder
    if not _search(item):
        with locked(place.folder()):  # another writer may be moving it right now
            _search(item)
    if item in seen:
        return seen[item]
    raise Fault("item_missing")


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


def changed(item: str, folder: Path | None) -> None:
    """Notes a durable write to an article's folder here and in the index; None: the article is deleted."""
    if folder is None:
        seen.pop(item, None)
    else:
        seen[item] = folder
    indexed.update(item, folder)


def reindex(item: str) -> None:
    """Updates the index where another program changed the article's files, so that a search finds what is shown."""
    with suppress(Fault, OSError):
        if not indexed.is_seen(item):
            with locked(place.folder()):  # else an older read could replace what another process writes
                indexed.update(item, find(item), edited=True)


def _indexed(item: str) -> Path | None:
    """Where the index saw the article last, which spares reading every folder."""
    with suppress(Fault, OSError):
        return indexed.folder_of(item)
    return None


def _search(item: str) -> bool:
    """Reads all folders into `seen`; whether the item was found."""
    seen.clear()
    for trashed in (False, True):
        for folder in every(trashed=trashed):
            if found := item_in(folder):
                seen[found.id] = folder
    return item in seen
