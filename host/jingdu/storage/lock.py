"""Locks between processes; the system releases the lock of a process that dies."""

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

TIMEOUT = 20.0
"""Seconds to wait for another writer, which writes one article at a time; the doctor sets it lower."""
_PAUSE: Final = 0.01
_held: set[tuple[int, str]] = set()
"""Thread and lock file of each lock held by this process."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds the lock of a file or folder; raises ``library_busy`` after `TIMEOUT`.

    Reentrant within a thread. To avoid deadlocks, the lock of highlights is acquired before the library's, and others
    last. The lock file is in the user's data folder, because a library may be synced.
    """
    key = threading.get_ident(), file_of(path)
    if key in _held:
        yield
        return
    atomic.make_folder(Path(key[1]).parent)
    file = os.open(key[1], os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = time.monotonic() + TIMEOUT
        while not try_lock(file):
            if time.monotonic() > deadline:
                raise Fault("library_busy")
            time.sleep(_PAUSE)
        _held.add(key)
        yield
    finally:
        _held.discard(key)
        os.close(file)


def name(path: Path) -> str:
    """A file name that identifies a path, for data about it in the user's data folder."""
    return hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:20]


def holder(files: Iterable[Path]) -> tuple[int, str] | None:
    """Id and name of another process that has locked one of these files; only on Linux, by ``/proc/locks``.

    Its rows are ``1: FLOCK  ADVISORY  WRITE 1234 fd:00:2531452 0 EOF`` (proc(5)).
    """
    with suppress(OSError):
        inodes = {str(file.stat().st_ino) for file in files}
        for row in Path("/proc/locks").read_text("ascii").splitlines():
            fields = row.replace("-> ", "").split()
            process, inode = int(fields[4]), fields[5].rpartition(":")[2]
            if fields[3] == "WRITE" and inode in inodes and process not in (os.getpid(), -1):
                return process, Path(f"/proc/{process}/comm").read_text("utf-8", "replace").strip()
    return None


def file_of(path: Path) -> str:
    return os.path.join(private.data(), "locks", name(path))


def try_lock(file: int) -> bool:
    """Locks an open file; False if another process holds the lock."""
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
