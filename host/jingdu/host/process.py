"""The worker's process: starting it, its pipes, and its resource usage.

On Linux the host forks, which takes a millisecond. On macOS, whose system libraries are not fork-safe, and on Windows
the worker is a new program. When the host forks, it has not imported any code that reads pages, and its other thread
holds no lock (`jingdu.host.watchdog`).
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import BinaryIO, Final, NamedTuple, NoReturn, cast

from jingdu.framing import MAX_FRAME

_PIPE: Final = 1024 * 1024
"""Capacity of a pipe for requests in bytes, set on Linux; enough for most pages."""


class Forked:
    """A forked process, with the part of ``subprocess.Popen``'s interface that is used."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def wait(self) -> int:
        """The exit code, or the negative number of the signal that killed it."""
        if self._code is None:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._code

    def kill(self) -> None:
        if self._code is None:
            os.kill(self.pid, signal.SIGKILL)


class Worker:
    def __init__(self, process: Forked, stdin: BinaryIO, stdout: BinaryIO) -> None:
        self.pid, self.stdin, self.stdout = process.pid, stdin, stdout
        self.wait = process.wait
        self._process = process

    def send(self, body: bytes | bytearray) -> None:
        """Writes a frame; raises ``OSError`` if the worker has exited."""
        write(self.stdin.fileno(), len(body).to_bytes(4, sys.byteorder))
        write(self.stdin.fileno(), body)

    def receive(self) -> bytes:
        """The next frame, including its length; raises ``EOFError``, or ``ValueError`` for an invalid frame."""
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
        self.kill()
        for pipe in (self.stdin, self.stdout):
            with suppress(OSError):
                pipe.close()


def write(descriptor: int, data: bytes | bytearray) -> None:
    """Writes all of ``data``; raises ``OSError`` if the other end is closed."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def start(browser: Sequence[int], *, warm: bool = False) -> Worker:
    """Starts a worker without the ``browser``'s descriptors; ``warm`` preloads what extraction needs."""
    return (fork if sys.platform == "linux" else spawn)(browser, warm)


def fork(browser: Sequence[int], warm: bool) -> Worker:
    import fcntl

    from jingdu.host import worker

    child_stdin, stdin = os.pipe()
    stdout, child_stdout = os.pipe()
    pid = os.fork()
    if not pid:
        _run_child(lambda: worker.run(child_stdin, child_stdout, warm), close=(stdin, stdout, *browser))
    os.close(child_stdin)
    os.close(child_stdout)
    for pipe in (stdin, stdout, browser[0]):
        with suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
    return Worker(Forked(pid), os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb"))


def spawn(browser: Sequence[int], warm: bool) -> Worker:
    """Starts a worker as a new program, which inherits no descriptors."""
    import subprocess

    process = subprocess.Popen(command(warm), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    return Worker(cast(Forked, process), cast(BinaryIO, process.stdin), cast(BinaryIO, process.stdout))


def command(warm: bool) -> list[str]:
    """The command that starts a worker with this interpreter and its isolation."""
    isolation = "-I" if sys.flags.isolated else "-P"
    return [sys.executable, isolation, "-m", "jingdu.host.worker", *(["--warm"] if warm else [])]


def _run_child(run: Callable[[], int], close: Sequence[int]) -> NoReturn:
    """Runs the worker in the forked process, and exits."""
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


class Usage(NamedTuple):
    seconds: float
    """CPU time of all threads."""
    memory: int
    """Resident bytes; on Windows committed bytes."""


def usage(pid: int) -> Usage | None:
    """The usage of a process; None after its exit."""
    import psutil  # lazily, since most replies arrive before the first check

    try:
        process = psutil.Process(pid)
        times, memory = process.cpu_times(), process.memory_info()
    except psutil.Error:
        return None
    return Usage(times.user + times.system, getattr(memory, "private", memory.rss))
