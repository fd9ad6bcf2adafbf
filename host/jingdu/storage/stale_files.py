"""Temporary files of processes that were killed, known by a mark in the name: the computer's and the process's.

Files of another computer (a folder may be synced) are never judged.
"""

from __future__ import annotations

import os
import re
import sys
import zlib
from contextlib import suppress
from typing import Final

_MARK: Final = re.compile(r"([0-9a-f]{8})-(\d{1,10})(?![0-9])")
_STILL_RUNS: Final = 258
"""WAIT_TIMEOUT"""


def mark(process: int | None = None) -> str:
    """The mark of a process of this computer, by default of this process."""
    return f"{_computer()}-{process or os.getpid()}"


def is_stale(name: str) -> bool:
    """Whether the process whose mark is in ``name`` has ended."""
    found = _MARK.search(name)
    return found is not None and found[1] == _computer() and not _lives(int(found[2]))


def clear(folder: str | os.PathLike[str], prefix: str) -> None:
    """Removes the stale files in ``folder`` whose names begin with ``prefix``."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and is_stale(entry.name):
                with suppress(OSError):
                    os.unlink(entry.path)


def _computer() -> str:
    name = os.uname().nodename if sys.platform != "win32" else os.environ.get("COMPUTERNAME", "")
    return f"{zlib.crc32(name.encode('utf-8', 'surrogateescape')):08x}"


def _lives(process: int) -> bool:
    if sys.platform == "win32":
        import ctypes

        handle = ctypes.windll.kernel32.OpenProcess(0x00100000, False, process)
        if not handle:
            return bool(ctypes.windll.kernel32.GetLastError() == 5)  # there, but not ours
        try:
            return bool(ctypes.windll.kernel32.WaitForSingleObject(handle, 0) == _STILL_RUNS)
        finally:
            ctypes.windll.kernel32.CloseHandle(handle)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
