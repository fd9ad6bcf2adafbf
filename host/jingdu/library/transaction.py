"""One change of the library's folder at a time: moved into place by a rename, recovered after a kill.

An article is made in a temporary folder and renamed when it is on the disk, a file is replaced by way of a temporary
one: a kill at any moment leaves the old or the new. Temporary names begin with ``.jingdu-new-``; the next
transaction removes them.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from jingdu.faults import Fault
from jingdu.library import indexed, item_files, item_folders, item_writing, names, place
from jingdu.library.item_writing import Content
from jingdu.library.names import PLACE
from jingdu.protocol.items import Item
from jingdu.storage import atomic
from jingdu.storage.atomic import map_os_errors
from jingdu.storage.lock import locked

_TRIES: Final = 5
_ASIDE: Final = f"{atomic.TEMPORARY}old-"
Arguments = ParamSpec("Arguments")
Done = TypeVar("Done")


@contextmanager
def write_lock() -> Iterator[Path]:
    """The library's folder, under its lock and recovered, made where it is missing; raises the faults of the library.

    A thread may take it again within it.
    """
    library = place.folder()
    with map_os_errors(), locked(library):
        item_folders.check()
        make(library)
        recover(library)
        yield library


def make(library: Path) -> None:
    """Makes the library's folder; folders above it only in the user's home."""
    if not library.is_dir():
        atomic.make(library, parents=library.is_relative_to(Path.home()))
    place.remember(library)


def begin(library: Path) -> None:
    """Makes a folder that the user chose, and tests that it can be written to; raises the faults of the library."""
    from tempfile import TemporaryFile

    with map_os_errors():
        make(library)
        with TemporaryFile(dir=library) as trial:  # one without a name, where the system has such
            trial.write(b"-")
            trial.flush()


def recover(library: Path) -> None:
    """Finishes or removes what a killed writer left; the lock is held."""
    with os.scandir(library) as entries:
        stale = [entry.path for entry in entries if entry.name.startswith(atomic.TEMPORARY)]
    for path in sorted(map(Path, stale), key=lambda path: path.name.startswith(_ASIDE)):  # the new one first
        if recover_rename(path):
            with suppress(Fault):  # the index may have missed the folder
                indexed.opened().compared = None
        else:
            shutil.rmtree(path, ignore_errors=True)
            with suppress(OSError):
                path.unlink()


def recover_rename(path: Path) -> bool:
    """Renames a folder to the place that it names, if that is free."""
    try:
        final = path.with_name((path / PLACE).read_text("utf-8"))
        if os.path.lexists(final):
            (final / PLACE).unlink(missing_ok=True)
            return False
        path.rename(final)
        (final / PLACE).unlink()
    except OSError:
        return False
    return True


@contextmanager
def temporary_folder(library: Path) -> Iterator[Path]:
    """A folder in which an article is made; removed if that fails."""
    made = library / f"{atomic.TEMPORARY}{secrets.token_hex(8)}"
    made.mkdir(mode=0o700)
    try:
        yield made
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def move(folder: Path, parent: Path, name: str) -> Path:
    """Renames a folder to the first free name in ``parent``, durably; nothing is ever overwritten.

    A name is free if no other differs from it only in case or normalisation, so that the library can move to any
    system.
    """
    final = parent / names.free(name, set(map(names.same_key, os.listdir(parent))))
    folder.rename(final)
    atomic.sync(parent)
    if folder.parent != parent:
        atomic.sync(folder.parent)
    return final


def remove(folder: Path) -> None:
    """Removes a folder by one rename, then file by file: a kill leaves nothing that looks like an article."""
    gone = place.folder() / f"{atomic.TEMPORARY}gone-{secrets.token_hex(8)}"
    folder.rename(gone)
    atomic.sync(gone.parent)
    atomic.sync(folder.parent)
    shutil.rmtree(gone, ignore_errors=True)


def put_file(item: str, name: str, data: bytes | None) -> None:
    """Replaces a file of ours in the article's folder, or removes it."""
    with write_lock() as library:
        path = item_folders.find(item) / name
        if data is not None:
            atomic.replace(path, data, library)
        else:
            path.unlink(missing_ok=True)
            atomic.sync(path.parent)


class Edited(Exception):
    """``article.md`` is no longer the one that was read: its user saved it in an editor at this moment."""


def retry_on_conflict(work: Callable[Arguments, Done]) -> Callable[Arguments, Done]:
    """``work``, which is started again where it raises `Edited`: editors know no lock."""

    @wraps(work)
    def retried(*values: Arguments.args, **options: Arguments.kwargs) -> Done:
        for _ in range(_TRIES):
            with suppress(Edited):
                return work(*values, **options)
        raise Fault("library_busy")

    return retried


def check(folder: Path, text: str) -> None:
    """Raises `Edited` where ``article.md`` no longer holds this text."""
    if item_files.raw(folder) != text:
        raise Edited


def exchange(made: Path, old: Path, text: str) -> None:
    """Puts a folder in the place of another by two renames: one aside, one into place.

    Both folders name the place, so that `recover` can finish the exchange or undo it. The one aside is removed last.
    Raises `Edited` where it no longer holds ``text``, of which the new one was made.
    """
    aside = made.with_name(f"{_ASIDE}{made.name.removeprefix(atomic.TEMPORARY)}")
    try:
        for folder in (made, old):
            atomic.replace(folder / PLACE, old.name.encode(), made.parent)
        old.rename(aside)
        try:
            check(aside, text)
            made.rename(old)
        except (OSError, Fault, Edited):
            aside.rename(old)
            raise
    except BaseException:
        with suppress(OSError):
            (old / PLACE).unlink()
        raise
    atomic.sync(old.parent)
    for folder in (old, aside):  # in this order: the mark in place goes while the one aside still names it
        (folder / PLACE).unlink()
        atomic.sync(folder)
    shutil.rmtree(aside, ignore_errors=True)


def put(
    item: Item, content: Content, kept: Mapping[str, bytes], old: Path | None, before: str, files: Mapping[str, bytes]
) -> tuple[Item, Path]:
    """Writes an article beside the others, or in the place of the one in ``old``, of which ``before`` was read.

    The arguments are those of `item_writing.write`; the result is the article and its folder.
    """
    library = place.folder()
    with temporary_folder(library) as made:
        saved = item_writing.write(made, item, content, kept, old, files)
        if old is None:
            return saved, move(made, library, names.folder_name(item.title))
        _replace(made, old, before)
        return saved, old


def _replace(made: Path, old: Path, before: str) -> None:
    """Puts the folder ``made`` in the place of an article, of whose ``article.md`` it was made; raises `Edited`.

    A copy of the article goes to the trash first. An address to be read later has no text to lose, and leaves none.
    """
    found, others, written = item_files.read(old)
    if found.later and not item_files.is_edited(found, written):
        exchange(made, old, before)
        return
    number, item = old.stat().st_ino, found._replace(id=names.new_id())
    bin_ = place.folder() / names.TRASH
    atomic.make(bin_)
    with temporary_folder(place.folder()) as copied:
        item_writing.copy(old, copied, names.ARTICLE, separate=True)
        atomic.write_new(copied / names.ARTICLE, item_writing.article(old, item, others, written))
        atomic.sync_tree(copied)
        copy = move(copied, bin_, names.in_trash(old.name))
    try:
        exchange(made, old, before)
    except BaseException:
        with suppress(OSError):
            if old.stat().st_ino == number:  # it is still in its place
                shutil.rmtree(copy, ignore_errors=True)
        raise
    indexed.update(item.id, copy)
