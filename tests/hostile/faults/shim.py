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
    """Kinds of calls, as ``shim.c`` numbers them."""

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
"""Calls that change the disk."""


class Harm(NamedTuple):
    """A fault, and the kinds of calls to which it applies."""

    action: int
    error: int
    kinds: Kind


HARMS: Final = {
    "full": Harm(1, errno.ENOSPC, Kind.OPEN | Kind.WRITE | Kind.SYNC | Kind.NAME | Kind.SIZE),
    "stays full": Harm(5, errno.ENOSPC, Kind.OPEN | Kind.WRITE | Kind.SIZE),
    "error": Harm(1, errno.EIO, EVERY),
    "forbidden": Harm(1, errno.EACCES, Kind.OPEN | Kind.NAME | Kind.LOOK | Kind.META),
    "too many files": Harm(1, errno.EMFILE, Kind.OPEN),
    "interrupted": Harm(1, errno.EINTR, Kind.OPEN | Kind.READ | Kind.WRITE | Kind.SYNC | Kind.LOCK),
    "short": Harm(3, 0, Kind.WRITE),
    "kill": Harm(2, 0, CHANGES),
    "torn": Harm(4, 0, Kind.WRITE),
}
"""Name → what goes wrong: once at one call, or from that call on (``stays full``)."""


def lacking() -> str | None:
    """Why the shim can't be built; None if it can."""
    if sys.platform != "linux":
        return "calls of the system are only watched on Linux"
    return None if shutil.which("gcc") else "no gcc here; install gcc to watch the calls of the system"


def build(folder: Path) -> Path:
    """The library to preload."""
    made = folder / "shim.so"
    command = ["gcc", "-O1", "-shared", "-fPIC", "-w", "-o", str(made), str(SOURCE), "-ldl", "-lpthread"]
    subprocess.run(command, check=True, capture_output=True)
    return made


def arm(root: str, at: int = 0, harm: Harm = Harm(0, 0, EVERY), record: int = -1) -> None:  # noqa: B008 (immutable)
    """In a process that has the shim: what goes wrong below ``root``, and where calls are recorded."""
    ctypes.CDLL(None).jingdu_arm(root.encode(), ctypes.c_long(at), harm.action, harm.error, int(harm.kinds), record)


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
