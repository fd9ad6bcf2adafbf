"""Builds, preloads and arms ``shim.c``."""

import ctypes
import errno
import shutil
import subprocess
import sys
from enum import IntFlag
from pathlib import Path
from typing import Final, NamedTuple

SOURCE: Final = Path(__file__).with_name("shim.c")


class Kind(IntFlag):
    """Kinds of system calls, as in ``shim.c``."""

    OPEN = 1
    WRITE = 2
    READ = 4
    SYNC = 8
    NAME = 16
    """rename, link, unlink, mkdir, rmdir"""
    LOOK = 32
    """stat, access, opendir, and open without creating"""
    CLOSE = 64
    LOCK = 128
    SIZE = 256
    """ftruncate, fallocate"""
    META = 512
    """chmod, utimens"""


EVERY: Final = Kind((1 << len(Kind)) - 1)
CHANGES: Final = Kind.OPEN | Kind.WRITE | Kind.SYNC | Kind.NAME | Kind.SIZE | Kind.META
"""System calls that change the disk."""


class Fault(NamedTuple):
    """A fault and the kinds of calls that it applies to."""

    action: int
    error: int
    kinds: Kind


FAULTS: Final = {
    "full": Fault(1, errno.ENOSPC, Kind.OPEN | Kind.WRITE | Kind.SYNC | Kind.NAME | Kind.SIZE),
    "stays full": Fault(5, errno.ENOSPC, Kind.OPEN | Kind.WRITE | Kind.SIZE),
    "error": Fault(1, errno.EIO, EVERY),
    "forbidden": Fault(1, errno.EACCES, Kind.OPEN | Kind.NAME | Kind.LOOK | Kind.META),
    "too many files": Fault(1, errno.EMFILE, Kind.OPEN),
    "interrupted": Fault(1, errno.EINTR, Kind.OPEN | Kind.READ | Kind.WRITE | Kind.SYNC | Kind.LOCK),
    "short": Fault(3, 0, Kind.WRITE),
    "kill": Fault(2, 0, CHANGES),
    "torn": Fault(4, 0, Kind.WRITE),
}
"""Name → fault. It is injected at one call; ``stays full`` also at all later ones."""


def skip_reason() -> str | None:
    """Why the shim cannot be built; None if it can."""
    if sys.platform != "linux":
        return "the system call shim needs Linux"
    return None if shutil.which("gcc") else "the system call shim needs gcc"


def build(folder: Path) -> Path:
    """Compiles the library to preload; returns its path."""
    made = folder / "shim.so"
    command = ["gcc", "-O1", "-shared", "-fPIC", "-w", "-o", str(made), str(SOURCE), "-ldl", "-lpthread"]
    subprocess.run(command, check=True, capture_output=True)
    return made


def arm(root: str, at: int = 0, fault: Fault = Fault(0, 0, EVERY), record: int = -1) -> None:  # noqa: B008 (immutable)
    """Arms the shim of this process for files below ``root``; ``record`` is a descriptor for the record of calls."""
    ctypes.CDLL(None).jingdu_arm(root.encode(), ctypes.c_long(at), fault.action, fault.error, int(fault.kinds), record)


def mark(words: str) -> None:
    """Adds a marker to the record."""
    ctypes.CDLL(None).jingdu_mark(words.encode())


def disarm() -> int:
    """Disarms; returns the number of matching calls."""
    library = ctypes.CDLL(None)
    library.jingdu_seen.restype = ctypes.c_long
    seen = int(library.jingdu_seen())
    library.jingdu_arm(b"", 0, 0, 0, 0, -1)
    return seen
