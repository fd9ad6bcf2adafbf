"""Windows: a job object that holds a worker's memory down and ends it when its host ends, however that happens.

https://learn.microsoft.com/windows/win32/procthread/job-objects. Where the system refuses, the worker
goes without: it still ends at the end of its input, and its time is limited as everywhere.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any, Final

LARGEST: Final = 1400 * 1024 * 1024
"""Bytes that a worker may commit; what it asks for beyond is refused."""
_EXTENDED_LIMITS: Final = 9
_PROCESS_MEMORY: Final = 0x100
_KILL_ON_CLOSE: Final = 0x2000
_jobs: list[Any] = []
"""Handles of the jobs, open for as long as this process lives."""


def bind(process: subprocess.Popen[bytes]) -> None:
    """Binds a worker's life and memory to this process."""
    if sys.platform == "win32":
        try:
            _jobs.append(_bound(int(process._handle)))
        except (OSError, AttributeError) as error:
            from jingdu import logs

            logs.failure(error, aloud=False)


def _bound(handle: int) -> Any:
    import ctypes
    from ctypes import wintypes

    class Basic(ctypes.Structure):
        _fields_ = [
            ("PerProcessUserTimeLimit", ctypes.c_int64),
            ("PerJobUserTimeLimit", ctypes.c_int64),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        ]

    class Extended(ctypes.Structure):
        _fields_ = [
            ("Basic", Basic),
            ("IoInfo", ctypes.c_uint64 * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        ]

    kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined]
    kernel.CreateJobObjectW.restype = wintypes.HANDLE
    kernel.SetInformationJobObject.argtypes = [wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD]
    kernel.AssignProcessToJobObject.argtypes = [wintypes.HANDLE, wintypes.HANDLE]
    limits = Extended()
    limits.Basic.LimitFlags = _PROCESS_MEMORY | _KILL_ON_CLOSE
    limits.ProcessMemoryLimit = LARGEST
    job = kernel.CreateJobObjectW(None, None)
    if (
        not job
        or not kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
        or not kernel.AssignProcessToJobObject(job, handle)
    ):
        raise OSError(ctypes.get_last_error(), "no job object")  # type: ignore[attr-defined]
    return job
