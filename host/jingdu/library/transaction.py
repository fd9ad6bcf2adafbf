"""Writing to the library's folder: by one at a time, into place by a rename, cleared of what kills leave."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from jingdu.faults import Fault
from jingdu.library import item_folders, names, place
from jingdu.storage import atomic, os_errors
from jingdu.storage.lock import locked

_MOST_SAME: Final = 10_000
"""Articles of one title."""
_TRIES: Final = 5
_ASIDE: Final = f"{atomic.TEMPORARY}old-"
PLACE: Final = ".jingdu-place"
"""In two folders that are being exchanged: the name of their place."""
Done = TypeVar("Done")


class writing:  # noqa: N801 - used as a function
    """The library's folder, made where it is missing, while no other writer is there; what kills left is gone."""

    def __enter__(self) -> Path:
        self._library = place.folder()
        self._lock = locked(self._library)
        self._lock.__enter__()
        try:
            item_folders.check()
            make(self._library)
            clear(self._library)
            place.clear_left()
        except BaseException:
            self._lock.__exit__(None, None, None)
            raise
        return self._library

    def __exit__(self, *raised: Any) -> None:
        self._lock.__exit__(*raised)


def make(library: Path) -> None:
    """Makes the folder; where the folder above it is missing, only if that is the user's own documents'."""
    if not library.is_dir():
        atomic.make(library, parents=library.is_relative_to(Path.home()))
    place.remember(library)


def begin(library: Path) -> None:
    """Makes a folder that the user chose for a library, and sees whether it can be written to; raises the faults."""
    from tempfile import TemporaryFile

    with os_errors.told():
        make(library)
        with TemporaryFile(dir=library) as trial:  # one without a name, where the system has such
            trial.write(b"-")
            trial.flush()


def clear(library: Path) -> None:
    """Removes what a kill left half-made. Held under the lock, so that nothing of it is being made."""
    with os.scandir(library) as entries:
        left = [entry.path for entry in entries if entry.name.startswith(atomic.TEMPORARY)]
    for path in sorted(map(Path, left), key=lambda path: path.name.startswith(_ASIDE)):  # the new one first
        if _puts_in_place(path):
            _look_again()
        else:
            shutil.rmtree(path, ignore_errors=True)
            with suppress(OSError):
                path.unlink()


@contextmanager
def making(library: Path) -> Iterator[Path]:
    """A folder in which an article is made; gone again where that fails."""
    made = library / f"{atomic.TEMPORARY}{secrets.token_hex(8)}"
    made.mkdir(mode=0o700)
    try:
        yield made
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def into_place(made: Path, library: Path, name: str) -> Path:
    """Renames a folder to the first free name; whatever is there is never overwritten.

    A name is free where no other differs from it only in case or normalisation, so that the library can move to
    any system.
    """
    taken = {names.same_key(one) for one in os.listdir(library)}
    for number in range(1, _MOST_SAME):
        final = library / names.numbered(name, number)
        if names.same_key(final.name) not in taken and not os.path.lexists(final):
            made.rename(final)
            return final
    raise Fault("library_broken")


class Edited(Exception):
    """An article's text is no longer the one that was read: its user saved it in an editor at this very moment."""


def undisturbed(work: Callable[[], Done]) -> Done:
    """What ``work`` does; from the start again where it raises `Edited`, for editors know no lock."""
    for _ in range(_TRIES):
        with suppress(Edited):
            return work()
    raise Fault("library_busy")


def check(folder: Path, text: str) -> None:
    """Raises `Edited` where ``article.md`` no longer holds this text."""
    if item_folders.raw(folder) != text:
        raise Edited


def exchange(made: Path, old: Path, text: str) -> Path:
    """Puts a folder in the place of another, by two renames: one aside, one into place.

    Both folders carry the name of the place, so that whatever stops this in between, `clear` can finish it,
    or put the old one back. The one aside is removed last. Raises `Edited` where it no longer holds ``text``, of
    which the new one was made.
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
    for folder in (old, aside):  # in this order: the mark in place goes while the one aside still tells of it
        (folder / PLACE).unlink()
        atomic.sync(folder)
    shutil.rmtree(aside, ignore_errors=True)
    return old


def _look_again() -> None:
    """The index may have taken the article for gone."""
    from jingdu.library import indexed

    with suppress(Fault, OSError):
        indexed.opened().invalidate()


def _puts_in_place(path: Path) -> bool:
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
