"""Connects the library's files with its search index."""

import os
import sqlite3
import time
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from jingdu import logs
from jingdu.faults import Fault
from jingdu.library import item_files, jobs, location
from jingdu.library.index import Index, local_folder
from jingdu.library.index.rows import utc
from jingdu.library.index.scanning import stamp
from jingdu.protocol.items import Item

_TIMEOUT: Final = 1.0
"""Seconds to wait for the index; reading all front matter instead takes about as long."""
_LISTS: Final = tuple(name for name, default in Item._field_defaults.items() if default == ())
_opened: dict[tuple[Path, str, int], Index] = {}


def item_of(fields: dict[str, Any]) -> Item:
    return Item(**fields | {name: tuple(fields[name]) for name in _LISTS if name in fields})


def oldest_first(items: Iterable[Item]) -> list[Item]:
    """The items by the time when they were saved, compared in UTC."""
    return sorted(items, key=lambda item: (utc(item.saved), item.id))


def opened() -> Index:
    """The index of the user's library, opened once per process; raises a `Fault` ``index_*`` if it can't be opened."""
    library = location.folder()
    key = (library, os.path.realpath(library), os.getpid())
    if key not in _opened:
        _opened[key] = Index(library, local_folder.folder(library))
    return _opened[key]


def examine(index: Index, name: str) -> item_files.Problem | None:
    """Examines an unreadable folder (relative to the library) again; returns the problem, None if it was repaired."""
    folder = index.library / name
    item = item_files.item_in(folder)
    other = index.folder(item.id) if item else None
    return item_files.examine(folder, {item.id: other} if item and other and item_files.item_in(other) else {})


def update(item: str, folder: Path | None, *, edited: bool = False) -> None:
    """Updates the index after a durable write to ``folder``, or a deletion (None); the caller holds the lock.

    Text and notes are read again only if the text's hash changed or with ``edited``. Errors are only logged, because
    the next comparison with the files repairs the index.
    """
    try:
        index = opened()
        if folder is None:
            index.remove(item)
            return
        path = folder.relative_to(index.library).as_posix()
        before = stamp(folder)  # before reading, so that a concurrent change is noticed
        parsed = item_files.read(folder)
        found, _, body = parsed
        fields = index.fields(found.id)
        is_same = fields is not None and fields.get("text_hash") == found.text_hash != ""
        is_known = is_same and not edited and not item_files.is_edited(found, body)
        index.put(found._replace(folder=path), None if is_known else item_files.text_to_index(folder, parsed), before)
    except (Fault, OSError, sqlite3.Error) as error:
        logs.failure(error, stderr=False)


def compare(index: Index) -> None:
    """Brings the index up to date, once per process; raises ``index_busy`` if that takes more than a second."""
    deadline = time.monotonic() + _TIMEOUT
    if index.compared is None and index.library.is_dir():
        for progress in index.repair():
            if progress.total and time.monotonic() > deadline:
                raise Fault("index_busy")


def work(state: jobs.State, options: Mapping[str, Any]) -> Generator[None, None, None]:
    """The job that rebuilds the index; the report lists unreadable folders with the reasons."""
    for progress in opened().rebuild() if location.check() else ():
        state.done, state.total = progress.done, progress.total
        state.report = [{"folder": folder, "reason": reason} for folder, reason in progress.unreadable]
        yield
