"""One writer at a time among all hosts and command lines; the system gives the lock back if its holder dies."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from jingdu.faults import Fault
from jingdu.library.place import name
from jingdu.sites.store import data
from jingdu.storage import atomic

PATIENCE: Final = 20.0
"""Seconds to wait for another writer: it writes one article."""
_PAUSE: Final = 0.01
_held: dict[str, int] = {}
"""Place → how often this process holds it."""


@contextmanager
def locked(library: Path) -> Iterator[None]:
    """Holds the lock of a library, or of another file or folder of ours; raises ``library_busy``.

    Within this process it can be taken as often as one likes. Who needs two takes that of highlights before the
    library's, and others last, so that no two wait for each other.

    The lock lies in the user's data folder, because the library's may be synced, or another program's too.
    """
    place = _place(library)
    if _held.get(place):
        yield
        return
    atomic.make(Path(place).parent)
    file = os.open(place, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _take(file)
        _held[place] = 1
        yield
    finally:
        _held.pop(place, None)
        os.close(file)


def _place(library: Path) -> str:
    return os.path.join(data(), "locks", name(library))


def _take(file: int) -> None:
    ends = time.monotonic() + PATIENCE
    while not _try(file):
        if time.monotonic() > ends:
            raise Fault("library_busy")
        time.sleep(_PAUSE)


def _try(file: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
