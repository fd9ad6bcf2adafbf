"""Brings the index up to date with the files, in small transactions that do not block others.

Folders are named by their POSIX paths relative to the library.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from jingdu.faults import Fault
from jingdu.library import item_files, names
from jingdu.library.index import rows
from jingdu.library.index.database import Database
from jingdu.protocol.items import Item

_BARE: Final = "bare"
_CLOSED: Final = "closed"
NO_ARTICLE: Final = (_BARE, _CLOSED)
"""Stamps of an article without ``article.md``, and of a folder without read permission."""
_SCAN: Final = 500
"""Number of folders of which the stamps are read in one step."""
STEP: Final = 8
"""Articles per transaction, which takes some tens of milliseconds."""
RETRY: Final = "!"
"""Suffix of the stamp of a folder that is to be read again at every comparison."""


class Progress(NamedTuple):
    """Folders done of ``total``, and the unreadable ones with the reasons."""

    done: int
    total: int
    unreadable: list[tuple[str, str]]


class Article(NamedTuple):
    """A folder's article and its text, with the folder's stamp from before it was read."""

    stamp: str
    item: Item
    body: str


class Failure(NamedTuple):
    """An unreadable folder; an empty stamp means that it is to be read again.

    The reason is empty if the folder is not an article of ours.
    """

    folder: str
    stamp: str
    reason: str


Outcome = Article | Failure | None
"""None: the folder is gone."""


def stamp(folder: Path) -> str | None:
    """A stamp that changes with the article in a folder; None if there is no article of ours."""
    path = str(folder)  # joining as `Path` would take half of the time of a scan
    try:
        status = os.stat(f"{path}/{names.ARTICLE}")
    except (FileNotFoundError, NotADirectoryError):
        return _BARE if item_files.is_bare(folder) else None
    except PermissionError:
        return _CLOSED
    found = f"{status.st_mtime_ns:020}.{status.st_size}.{status.st_ino}"
    with suppress(OSError):  # another computer may have changed the notes in a synced folder
        found += f".{os.stat(f'{path}/{names.HIGHLIGHTS}').st_mtime_ns}"
    return found


def articles_below(library: Path, folder: str) -> Iterator[tuple[str, str]]:
    """The articles at any depth of a folder with their stamps, except articles that another process moves meanwhile.

    Hidden folders and those inside an article's folder are skipped. Raises ``FileNotFoundError`` if the folder is
    missing: an unplugged disk is not an empty library.
    """
    with os.scandir(library / folder) as entries:
        visible = [entry.name for entry in entries if entry.name[0] != "." and entry.is_dir(follow_symlinks=False)]
    for name in sorted(visible):
        path = f"{folder}/{name}" if folder else name
        if found := stamp(library / path):
            yield path, found
            continue
        try:
            yield from articles_below(library, path)
        except PermissionError:
            yield path, _CLOSED
        except (FileNotFoundError, NotADirectoryError):
            pass


def _read(library: Path, folder: str) -> Outcome:
    path = library / folder
    before = stamp(path)  # before reading, so that a concurrent change is noticed
    if before is None:
        return None
    try:
        parsed = item_files.read(path)
        return Article(before, parsed[0]._replace(folder=folder), item_files.text_to_index(path, parsed))
    except Fault:
        return Failure(folder, before, _why(path, {}))
    except OSError as error:
        if isinstance(error, PermissionError | FileNotFoundError) and (why := _why(path, {})):
            return Failure(folder, before + RETRY, why)  # the cause can vanish without a change of the stamp
        is_gone = stamp(path) is None  # moved by another process, which updates the index
        reason = f"{folder}: {error.strerror or error}"
        return None if is_gone else Failure(folder, "", reason)  # the disk's fault


def _why(folder: Path, others: Mapping[str, Path]) -> str:
    """The problem that `item_files.examine` finds, as text; empty if the folder is not an article of ours."""
    problem = item_files.examine(folder, others)
    return f"{problem.where}: {problem.reason}" if problem else ""


def repair(database: Database, library: Path, *, everything: bool = False) -> Iterator[Progress]:
    """Reads new and changed folders, or ``everything``, newest first, and removes missing ones."""
    now: dict[str, str] = {}
    trash = articles_below(library, names.TRASH) if (library / names.TRASH).is_dir() else ()
    for number, (folder, found) in enumerate(chain(articles_below(library, ""), trash), start=1):
        now[folder] = found
        if number % _SCAN == 0:
            yield Progress(0, 0, [])
    known = dict(database.select("SELECT folder, stamp FROM item UNION SELECT folder, stamp FROM unreadable"))
    due = [name for name, found in now.items() if everything or known.get(name) != found]
    due.sort(key=now.__getitem__, reverse=True)
    unreadable: list[tuple[str, str]] = []
    for start in range(0, len(due), STEP):
        batch = [_read(library, folder) for folder in due[start : start + STEP]]
        unreadable += database.write(partial(_write, library, batch))
        yield Progress(start + len(batch), len(due), unreadable)
    if gone := [name for name in known if name not in now]:
        database.write(partial(_drop, library, gone))
        yield Progress(len(due), len(due), unreadable)


def _write(library: Path, batch: Sequence[Outcome], connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Writes the folders that did not change since they were read; returns the unreadable ones with the reasons."""
    failures = [result for result in batch if isinstance(result, Failure)]
    for result in batch:
        if not isinstance(result, Article) or stamp(library / result.item.folder) != result.stamp:
            continue
        if other := _same_id(connection, library, result.item):
            reason = _why(library / result.item.folder, {result.item.id: library / other})
            failures.append(Failure(result.item.folder, result.stamp + RETRY, reason))
        else:
            rows.put(connection, result.item, result.body, result.stamp)
    failures = [one for one in failures if not one.stamp or stamp(library / one.folder) == one.stamp.rstrip(RETRY)]
    for failure in failures:
        rows.put_unreadable(connection, *failure)
    return [(failure.folder, failure.reason) for failure in failures if failure.reason]


def _same_id(connection: sqlite3.Connection, library: Path, item: Item) -> str | None:
    """Another existing folder with this id, which takes precedence."""
    found = connection.execute("SELECT folder FROM item WHERE id = ?", (item.id,)).fetchone()
    return found[0] if found and found[0] != item.folder and stamp(library / found[0]) else None


def _drop(library: Path, folders: list[str], connection: sqlite3.Connection) -> None:
    """Removes the items of folders that no longer exist."""
    for name in folders:
        if stamp(library / name) is None:
            rows.remove_from(connection, name)
