"""A worker process: forked where that is safe and fast, else started as a program of its own.

A fork takes a millisecond. It is done on Linux alone: macOS forbids what its libraries do in a forked process
that does not begin another program, and Windows cannot fork. The process that forks has imported nothing that
reads a page, and its other thread holds no lock meanwhile (`jingdu.host.supervisor.limits`).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import BinaryIO, Final, NoReturn, Protocol, cast

_PIPE: Final = 1024 * 1024
"""Bytes a pipe may hold, where that can be set: most pages then pass at once."""
_SET_PIPE_SIZE: Final = 1031
"""Linux's ``F_SETPIPE_SZ``."""


class Process(Protocol):
    """What is used of ``subprocess.Popen``."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self) -> int: ...
    def kill(self) -> None: ...


class Worker:
    """A process, the pipe that requests are written to and the one that replies are read from."""

    def __init__(self, process: Process, stdin: BinaryIO, stdout: BinaryIO) -> None:
        self.pid, self.stdin, self.stdout = process.pid, stdin, stdout
        self.poll, self.wait = process.poll, process.wait
        self._process = process

    def kill(self) -> None:
        """Ends it at once."""
        with suppress(OSError):
            self._process.kill()

    def close(self) -> None:
        """Ends it and closes its pipes."""
        self.kill()
        for pipe in (self.stdin, self.stdout):
            with suppress(OSError):
                pipe.close()


class _Forked:
    """A forked process as `Process` has it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        return self._wait(os.WNOHANG)

    def wait(self) -> int:
        return cast(int, self._wait(0))

    def kill(self) -> None:
        if self._code is None:
            os.kill(self.pid, signal.SIGKILL)

    def _wait(self, options: int) -> int | None:
        if self._code is None:
            pid, status = os.waitpid(self.pid, options)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code


def start(browser: Sequence[int], *, warm: bool = False) -> Worker:
    """A new worker, which holds none of the ``browser``'s descriptors; ``warm``: it prepares for an article at once."""
    return (forked if sys.platform == "linux" else spawned)(browser, warm)


def forked(browser: Sequence[int], warm: bool) -> Worker:
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
    return Worker(_Forked(pid), os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb"))


def spawned(browser: Sequence[int], warm: bool) -> Worker:
    """A program of its own, which inherits no descriptors."""
    import subprocess

    process = subprocess.Popen(command(warm), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    if sys.platform == "win32":
        from jingdu.host.supervisor import windows

        windows.bind(process)
    return Worker(process, cast(BinaryIO, process.stdin), cast(BinaryIO, process.stdout))


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
    """Room for a page in each pipe; where the system refuses, less will do."""
    import fcntl

    for pipe in pipes:
        with suppress(OSError):
            fcntl.fcntl(pipe, _SET_PIPE_SIZE, _PIPE)
