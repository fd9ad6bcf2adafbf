"""Which processes hold a lock on a file, where the system tells."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path


def holders(files: Iterable[Path]) -> Iterator[int]:
    """The ids of other processes that hold locks on any of these files; none where that can't be told.

    proc(5): ``1: FLOCK  ADVISORY  WRITE 1234 fd:00:2531452 0 EOF``.
    """
    inodes = set()
    for file in files:
        with suppress(OSError):
            inodes.add(str(file.stat().st_ino))
    with suppress(OSError):
        for row in Path("/proc/locks").read_text("ascii").splitlines():
            fields = row.replace("-> ", "").split()
            process, inode = int(fields[4]), fields[5].rpartition(":")[2]
            if fields[3] == "WRITE" and inode in inodes and process not in (os.getpid(), -1):
                yield process


def name(process: int) -> str:
    """What a process is called."""
    try:
        return Path(f"/proc/{process}/comm").read_text("utf-8").strip()
    except (OSError, ValueError):
        return "?"
