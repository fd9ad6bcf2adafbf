"""What a process has used: CPU time and memory.

Linux is read in ``/proc``, other POSIX systems through ``ps``, Windows through ``GetProcessTimes``, which tells
no memory: there a job object bounds it (`jingdu.host.supervisor.windows`).
"""

from __future__ import annotations

import os
import sys
from typing import NamedTuple


class Usage(NamedTuple):
    """Of a process since it began."""

    seconds: float
    """CPU time of all its threads."""
    resident: int
    """Bytes of memory it holds now; 0 where that cannot be read."""


def of(pid: int) -> Usage | None:
    """None where it cannot be read, as of a process that has ended."""
    try:
        if sys.platform == "win32":
            return _windows(pid)
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
    """By ``ps``, on every POSIX system: the time as ``[[days-]hours:]minutes:seconds``, kilobytes."""
    import subprocess

    shown = subprocess.run(["ps", "-o", "time=,rss=", "-p", str(pid)], capture_output=True, check=False).stdout.split()
    days, _, clock = shown[0].decode().rpartition("-")
    seconds = 0.0
    for part in clock.split(":"):
        seconds = seconds * 60 + float(part)
    return Usage(int(days or 0) * 86_400 + seconds, int(shown[1]) * 1024)


def _windows(pid: int) -> Usage | None:
    """https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-getprocesstimes."""
    import ctypes

    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]
    kernel.OpenProcess.restype = ctypes.c_void_p
    process = ctypes.c_void_p(kernel.OpenProcess(0x1000, False, pid))  # PROCESS_QUERY_LIMITED_INFORMATION
    times = [ctypes.c_uint64() for _ in ("created", "exited", "kernel", "user")]
    is_known = kernel.GetProcessTimes(process, *map(ctypes.byref, times))
    kernel.CloseHandle(process)
    return Usage((times[2].value + times[3].value) / 1e7, 0) if is_known else None
