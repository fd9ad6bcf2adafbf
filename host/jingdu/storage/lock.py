"""One writer at a time among all hosts and command lines; the system releases the lock of a holder that dies."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from jingdu.faults import Fault
from jingdu.storage import atomic, private

PATIENCE: Final = 20.0
"""Seconds to wait for another writer: it writes one article."""
_PAUSE: Final = 0.01
_held: set[tuple[int, str]] = set()
"""Thread and lock file of each lock that this process holds."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds the lock of a library, or of another file or folder of ours; raises ``library_busy``.

    A thread may take it again while it holds it. To avoid deadlocks, the lock of highlights is taken before the
    library's, and others last. The lock file is in the user's data folder, because a library may be synced.
    """
    key = threading.get_ident(), file_of(path)
    if key in _held:
        yield
        return
    atomic.make(Path(key[1]).parent)
    file = os.open(key[1], os.O_RDWR | os.O_CREAT, 0o600)
    try:
        ends = time.monotonic() + PATIENCE
        while not try_lock(file):
            if time.monotonic() > ends:
                raise Fault("library_busy")
            time.sleep(_PAUSE)
        _held.add(key)
        yield
    finally:
        _held.discard(key)
        os.close(file)


def name(path: Path) -> str:
    """A file name for what is kept elsewhere about a file or folder."""
    return hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:20]


def holder(files: Iterable[Path]) -> tuple[int, str] | None:
    """Number and name of another process that holds a lock on one of these files, where the system says so (Linux).

    proc(5): ``1: FLOCK  ADVISORY  WRITE 1234 fd:00:2531452 0 EOF``.
    """
    with suppress(OSError):
        inodes = {str(file.stat().st_ino) for file in files}
        for row in Path("/proc/locks").read_text("ascii").splitlines():
            fields = row.replace("-> ", "").split()
            process, inode = int(fields[4]), fields[5].rpartition(":")[2]
            if fields[3] == "WRITE" and inode in inodes and process not in (os.getpid(), -1):
                with suppress(OSError, ValueError):
                    return process, Path(f"/proc/{process}/comm").read_text("utf-8").strip()
                return process, "?"
    return None


def file_of(path: Path) -> str:
    """The lock file of a library, or of another file or folder."""
    return os.path.join(private.data(), "locks", name(path))


def try_lock(file: int) -> bool:
    """Locks an open file, if no other process holds it."""
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
