"""The worker as a process: how it is started, what it has used, and the two pipes to it.

Linux forks, which takes a millisecond. macOS forbids what its libraries do in a forked process that does not start
another program, and Windows cannot fork: there the worker is a program of its own. The process that forks has imported
nothing that reads a page, and its other thread holds no lock meanwhile (`jingdu.host.watchdog`).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import BinaryIO, Final, NamedTuple, NoReturn, cast

from jingdu.framing import MAX_FRAME

_PIPE: Final = 1024 * 1024
"""Bytes a pipe may hold, where that can be set: most pages then pass at once."""
_SET_PIPE_SIZE: Final = 1031
"""Linux's ``F_SETPIPE_SZ``."""


class Forked:
    """What is used of ``subprocess.Popen``, for a process that was forked."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def wait(self) -> int:
        """Its exit code, or the signal that killed it, below 0."""
        if self._code is None:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._code

    def kill(self) -> None:
        if self._code is None:
            os.kill(self.pid, signal.SIGKILL)


class Worker:
    """A process with the pipe that requests are written to and the one that replies are read from."""

    def __init__(self, process: Forked, stdin: BinaryIO, stdout: BinaryIO) -> None:
        self.pid, self.stdin, self.stdout = process.pid, stdin, stdout
        self.wait = process.wait
        self._process = process

    def send(self, body: bytes | bytearray) -> None:
        """Writes a frame; raises ``OSError`` where the worker has ended."""
        write(self.stdin.fileno(), len(body).to_bytes(4, sys.byteorder))
        write(self.stdin.fileno(), body)

    def receive(self) -> bytes:
        """The next frame, with its length; raises ``EOFError``, and ``ValueError`` where it is no frame."""
        head = self.stdout.read(4)
        size = int.from_bytes(head, sys.byteorder)
        if size > MAX_FRAME:
            raise ValueError(size)
        body = self.stdout.read(size)
        if len(head) < 4 or len(body) < size:
            raise EOFError
        return head + body

    def kill(self) -> None:
        with suppress(OSError):
            self._process.kill()

    def close(self) -> None:
        """Ends it and closes its pipes."""
        self.kill()
        for pipe in (self.stdin, self.stdout):
            with suppress(OSError):
                pipe.close()


def write(descriptor: int, data: bytes | bytearray) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def start(browser: Sequence[int], *, warm: bool = False) -> Worker:
    """A new worker, which has none of the ``browser``'s descriptors; ``warm``: it prepares for an article at once."""
    return (fork if sys.platform == "linux" else spawn)(browser, warm)


def fork(browser: Sequence[int], warm: bool) -> Worker:
    """A copy of this process that goes on as a worker."""
    from jingdu.host import worker

    their_stdin, stdin = os.pipe()
    stdout, their_stdout = os.pipe()
    pid = os.fork()
    if not pid:
        _become(lambda: worker.run(their_stdin, their_stdout, warm), close=(stdin, stdout, *browser))
    os.close(their_stdin)
    os.close(their_stdout)
    _widen(stdin, stdout)
    return Worker(Forked(pid), os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb"))


def spawn(browser: Sequence[int], warm: bool) -> Worker:
    """A program of its own, which inherits no descriptors."""
    import subprocess

    process = subprocess.Popen(command(warm), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    return Worker(cast(Forked, process), cast(BinaryIO, process.stdin), cast(BinaryIO, process.stdout))


def command(warm: bool) -> list[str]:
    """What starts a worker, with the interpreter and the isolation of this process."""
    isolation = "-I" if sys.flags.isolated else "-P"
    return [sys.executable, isolation, "-m", "jingdu.host.worker", *(["--warm"] if warm else [])]


def _become(run: Callable[[], int], close: Sequence[int]) -> NoReturn:
    """The forked process runs as a worker and ends; nothing returns to the code that forked."""
    code = 1
    try:
        for descriptor in close:
            os.close(descriptor)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        code = run()
    except BaseException:
        sys.excepthook(*cast("tuple[type[BaseException], BaseException, None]", sys.exc_info()))
    finally:
        os._exit(code)


def _widen(*pipes: int) -> None:
    import fcntl

    for pipe in pipes:
        with suppress(OSError):
            fcntl.fcntl(pipe, _SET_PIPE_SIZE, _PIPE)


class Usage(NamedTuple):
    """What a process has used since it began."""

    seconds: float
    """CPU time of all its threads."""
    memory: int
    """Bytes: resident, on Windows committed."""


def usage(pid: int) -> Usage | None:
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
    """``GetProcessTimes``, and the second last field of ``PROCESS_MEMORY_COUNTERS``: two DWORDs and eight SIZE_Ts."""
    import ctypes

    class Counters(ctypes.Structure):
        _fields_ = [("cb", ctypes.c_uint32), ("faults", ctypes.c_uint32), ("bytes", ctypes.c_size_t * 8)]

    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]
    kernel.OpenProcess.restype = ctypes.c_void_p
    process = ctypes.c_void_p(kernel.OpenProcess(0x1000, False, pid))  # PROCESS_QUERY_LIMITED_INFORMATION
    times = [ctypes.c_uint64() for _ in ("created", "exited", "kernel", "user")]
    counters = Counters(ctypes.sizeof(Counters))
    is_known = kernel.GetProcessTimes(process, *map(ctypes.byref, times))
    kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), counters.cb)
    kernel.CloseHandle(process)
    return Usage((times[2].value + times[3].value) / 1e7, counters.bytes[6]) if is_known else None
