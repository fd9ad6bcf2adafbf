"""What a process has used: seconds of the processor and bytes of memory, as its system tells.

Linux is read in its own files, other POSIX systems through ``ps``. On Windows a job object holds the
memory down (`jingdu.supervisor.windows`), and the clock on the wall has to stand for the processor's.
"""

from __future__ import annotations

import os
import sys
from typing import NamedTuple


class Usage(NamedTuple):
    """Of a process since it began."""

    seconds: float
    """Of the processor, in all its threads."""
    resident: int
    """Bytes of memory it holds now."""


def of(pid: int) -> Usage | None:
    """None where it can't be told."""
    if sys.platform == "win32":
        return None
    try:
        return _linux(pid) if sys.platform == "linux" else by_ps(pid)
    except (OSError, ValueError, IndexError):
        return None


def _linux(pid: int) -> Usage:
    """proc(5): after the name, which may hold anything, user and system ticks are 12 and 13, pages 22."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        fields = file.read().rpartition(b")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGESIZE"))


def by_ps(pid: int) -> Usage:
    """As ``ps`` tells, on every POSIX system: the time as ``[[days-]hours:]minutes:seconds``, kilobytes."""
    import subprocess

    told = subprocess.run(["ps", "-o", "time=,rss=", "-p", str(pid)], capture_output=True, check=False).stdout.split()
    days, _, clock = told[0].decode().rpartition("-")
    seconds = 0.0
    for part in clock.split(":"):
        seconds = seconds * 60 + float(part)
    return Usage(int(days or 0) * 86_400 + seconds, int(told[1]) * 1024)
