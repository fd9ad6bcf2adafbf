"""Serialised, atomic and durable changes of the library's folder.

An article is written to a temporary folder, synced and renamed into place; a kill at any moment leaves the old or the
new one. Temporary names begin with ``.jingdu-new-``, and the next transaction removes them.
"""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final, ParamSpec, TypeVar

from jingdu.faults import Fault
from jingdu.library import indexed, item_files, item_writing, location, names
from jingdu.library.names import PLACE
from jingdu.protocol.items import Item
from jingdu.storage import atomic, lock

_TRIES: Final = 5
_ASIDE: Final = f"{atomic.TEMPORARY}old-"
P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def write_lock() -> Iterator[Path]:
    """Locks the library, creates its folder if needed and recovers from a killed writer; yields the folder.

    Reentrant within a thread. Raises a `Fault` ``library_*``.
    """
    library = location.folder()
    with atomic.map_os_errors(), lock.locked(library):
        location.check()
        create(library)
        recover(library)
        yield library


def create(library: Path) -> None:
    """Creates the library's folder if needed; its parents only within the user's home."""
    if not library.is_dir():
        atomic.make_folder(library, parents=library.is_relative_to(Path.home()))
    location.remember(library)


def create_writable(library: Path) -> None:
    """Creates the library's folder and checks that it is writable; raises a `Fault` ``library_*``."""
    with atomic.map_os_errors():
        create(library)
        with TemporaryFile(dir=library) as file:
            file.write(b"-")


def recover(library: Path) -> None:
    """Completes or removes the temporary folders of a killed writer; the caller holds the lock."""
    stale = [library / name for name in os.listdir(library) if name.startswith(atomic.TEMPORARY)]
    for path in sorted(stale, key=lambda path: path.name.startswith(_ASIDE)):  # the new folder first
        if recover_rename(path):
            with suppress(Fault):  # the index may have missed it
                indexed.opened().compared = None
        else:
            atomic.remove(path)


def recover_rename(path: Path) -> bool:
    """Renames a folder to the name in its ``.jingdu-place``; False if the name is taken or can't be read."""
    try:
        final = path.with_name(os.fsdecode((path / PLACE).read_bytes()))
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
    """A new temporary folder, removed if an exception is raised."""
    folder = library / f"{atomic.TEMPORARY}{secrets.token_hex(8)}"
    try:
        folder.mkdir(mode=0o700)  # within the try block, as Ctrl-C may follow immediately
        yield folder
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def move(folder: Path, parent: Path, name: str) -> Path:
    """Moves a folder durably to a unique name in ``parent``, and returns its path.

    Names that differ only in case or normalisation count as equal, so that the library can move to any system.
    """
    taken = names.collision_key("/".join(os.listdir(parent))).split("/")  # in one call, as there may be thousands
    final = parent / names.unique(name, set(taken))
    folder.rename(final)
    atomic.sync(parent)
    if folder.parent != parent:
        atomic.sync(folder.parent)
    return final


def remove(folder: Path) -> None:
    """Deletes a folder, renaming it first, so that a kill never leaves a partial article."""
    gone = location.folder() / f"{atomic.TEMPORARY}gone-{secrets.token_hex(8)}"
    folder.rename(gone)
    atomic.sync(gone.parent)
    atomic.sync(folder.parent)
    shutil.rmtree(gone, ignore_errors=True)


class Conflict(Exception):
    """An editor, which does not use the lock, changed ``article.md`` since it was read."""


def retry_on_conflict(function: Callable[P, T]) -> Callable[P, T]:
    """Calls the function again if it raises `Conflict`; after five attempts raises ``library_busy``."""

    @wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(_TRIES):
            with suppress(Conflict):
                return function(*args, **kwargs)
        raise Fault("library_busy")

    return wrapper


def check_unchanged(folder: Path, text: str) -> None:
    """Raises `Conflict` if the content of ``article.md`` is no longer ``text``."""
    if item_files.raw(folder) != text:
        raise Conflict


def swap(new: Path, old: Path, text: str) -> None:
    """Replaces a folder by two renames: the old one aside, the new one into place; then deletes the old one.

    Both contain their final name, so that `recover` can complete or undo the swap. Raises `Conflict` if the
    ``article.md`` in ``old`` is no longer ``text``, from which ``new`` was made.
    """
    aside = new.with_name(f"{_ASIDE}{new.name.removeprefix(atomic.TEMPORARY)}")
    try:
        atomic.replace(new / PLACE, os.fsencode(old.name), new.parent)
        atomic.sync(new.parent)  # else after a power cut only the old folder may have the file
        atomic.replace(old / PLACE, os.fsencode(old.name), new.parent)
        old.rename(aside)
        try:
            atomic.sync(old.parent)  # else after a power cut only the second rename may have happened
            check_unchanged(aside, text)
            new.rename(old)
        except (OSError, Fault, Conflict):
            aside.rename(old)
            raise
    except BaseException:
        with suppress(OSError):
            (old / PLACE).unlink()
        raise
    atomic.sync(old.parent)
    for folder in (old, aside):  # in this order, so that a kill leaves no such file in the current folder
        (folder / PLACE).unlink()
        atomic.sync(folder)
    shutil.rmtree(aside, ignore_errors=True)


def put(
    item: Item, content: item_writing.Content, pictures: Mapping[str, bytes], old: Path | None, before: str,
    files: Mapping[str, bytes],
) -> tuple[Item, Path]:  # fmt: skip
    """Writes a new article, or replaces the one in ``old`` if its ``article.md`` is ``before``; raises `Conflict`.

    The other arguments are passed to `item_writing.write`. Returns the item and its folder.
    """
    library = location.folder()
    with temporary_folder(library) as new:
        saved = item_writing.write(new, item, content, pictures, old, files)
        if old is None:
            return saved, move(new, library, names.folder_name(item.title))
        _replace(new, old, before)
        return saved, old


def _replace(new: Path, old: Path, before: str) -> None:
    """Swaps the folders, after copying the old article to the trash; raises `Conflict`.

    A read-later item is not copied, as it has no text to lose.
    """
    found, others, markdown = item_files.read(old)
    if found.later and not item_files.is_edited(found, markdown):
        swap(new, old, before)
        return
    inode, item = old.stat().st_ino, found._replace(id=names.new_id())
    trash = location.folder() / names.TRASH
    atomic.make_folder(trash)
    with temporary_folder(location.folder()) as temporary:
        item_writing.copy(old, temporary, names.ARTICLE, separate=True)
        item_writing.write_texts(temporary, item, item_writing.article(old, item, others, markdown), None)
        copy = move(temporary, trash, names.trash_name(old.name))
    try:
        swap(new, old, before)
    except BaseException:
        with suppress(OSError):
            if old.stat().st_ino == inode:  # not replaced
                shutil.rmtree(copy, ignore_errors=True)
        raise
    indexed.update(item.id, copy)
