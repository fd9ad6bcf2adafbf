"""The index brought up to date with the files, in small steps between which others may read and write."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Final, NamedTuple

from jingdu.library.index import rows
from jingdu.library.index.database import Database
from jingdu.library.index.reading import AGAIN, Article, Failure, Files, Outcome, outcomes
from jingdu.protocol.items import Item

_SCAN: Final = 500
"""Folders whose stamps are read in one step."""
_SAME_ID: Final = "It has the same id as "


class Progress(NamedTuple):
    """How far it is: folders done of ``total``, and those that could not be read, with the reason."""

    done: int
    total: int
    unreadable: list[tuple[str, str]]


def repair(database: Database, files: Files, *, anew: bool = False) -> Iterator[Progress]:
    """Reads what is new or changed (``anew``: everything), newest folders first, and removes what is gone."""
    now: dict[str, str] = {}
    for number, (folder, stamp) in enumerate(files.stamps(), start=1):
        now[folder] = stamp
        if number % _SCAN == 0:
            yield Progress(0, 0, [])
    known = dict(database.select("SELECT folder, stamp FROM item"))
    failed = database.select("SELECT folder, stamp, reason FROM unreadable")
    known |= {folder: stamp for folder, stamp, reason in failed if not _is_alone_now(reason, now)}
    due = [name for name, stamp in now.items() if anew or known.get(name) != stamp]
    due.sort(key=now.__getitem__, reverse=True)
    done, unreadable = 0, list[tuple[str, str]]()
    with closing(outcomes(files, due)) as found:
        for batch in found:
            if batch is not None:
                unreadable += database.write(partial(_write, files, batch))
                done += len(batch)
            yield Progress(done, len(due), unreadable)
    if gone := [name for name in known if name not in now]:
        database.write(partial(_drop, files, gone))
        yield Progress(len(due), len(due), unreadable)


def _is_alone_now(reason: str, now: Mapping[str, str]) -> bool:
    """Whether a folder was left out for having another's id, and the other is gone."""
    other = reason.removeprefix(_SAME_ID)
    return other != reason and other.removesuffix(".") not in now


def _write(files: Files, batch: Sequence[Outcome], connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Writes what was read, and what nobody changed since; returns the folders that could not be read, and why."""
    failures = [one for one in batch if isinstance(one, Failure)]
    for one in batch:
        if not isinstance(one, Article) or files.stamp(one.item.folder) != one.stamp:
            continue
        if other := _same_id(connection, files, one.item):
            failures.append(Failure(one.item.folder, one.stamp, f"{_SAME_ID}{other}."))
        else:
            rows.put_texts(connection, one.item, one.texts, one.tokens, one.stamp)
    failures = [one for one in failures if not one.stamp or files.stamp(one.folder) == one.stamp.rstrip(AGAIN)]
    for failure in failures:
        _note_failure(connection, failure)
    return [(one.folder, one.reason) for one in failures if one.reason]


def _same_id(connection: sqlite3.Connection, files: Files, item: Item) -> str | None:
    """Another folder of this id, as a copied one has; it came first, so it stays."""
    found = connection.execute("SELECT folder FROM item WHERE id = ?", (item.id,)).fetchone()
    return found[0] if found and found[0] != item.folder and files.stamp(found[0]) else None


def _note_failure(connection: sqlite3.Connection, failure: Failure) -> None:
    found = connection.execute("SELECT id FROM item WHERE folder = ?", (failure.folder,)).fetchone()
    if found:
        rows.remove(connection, found[0])
    connection.execute("INSERT OR REPLACE INTO unreadable VALUES (?, ?, ?)", failure)


def _drop(files: Files, folders: list[str], connection: sqlite3.Connection) -> None:
    """Removes items whose folders are gone, unless another process has just filled these again."""
    for name in folders:
        if files.stamp(name) is None:
            connection.execute("DELETE FROM unreadable WHERE folder = ?", (name,))
            for (identity,) in connection.execute("SELECT id FROM item WHERE folder = ?", (name,)).fetchall():
                rows.remove(connection, identity)
