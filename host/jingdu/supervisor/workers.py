"""A worker process: forked where that is safe and quick, else started as a program of its own.

A fork of this small process takes a millisecond. It is taken on Linux alone: macOS forbids what its
libraries do in a forked process that doesn't begin another program, and Windows can't fork. The
process that forks has one thread and has imported little more than the frames take (nothing that
reads a page), so there is no lock to inherit, and the next worker begins as quickly as the first.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn

_PIPE: Final = 1024 * 1024
"""Bytes a pipe may hold, where that can be said: most pages then pass at once."""
_SET_PIPE_SIZE: Final = 1031
"""Linux's ``F_SETPIPE_SZ``."""


class Worker:
    """A process, the descriptor that requests are written to and the one that replies are read from."""

    def __init__(self, pid: int, inlet: int, outlet: int, wait: Callable[[], int], kill: Callable[[], None]) -> None:
        self.pid, self.inlet, self.outlet = pid, inlet, outlet
        self._wait, self._kill = wait, kill
        self._code: int | None = None
        self._open = {inlet, outlet}

    def finish(self) -> None:
        """Tells it that there will be no more requests."""
        self._close(self.inlet)

    def kill(self) -> None:
        """Ends it at once."""
        if self._code is None:
            with suppress(OSError):
                self._kill()

    def wait(self) -> int:
        """Its exit code once it has ended; that of a signal is negative."""
        if self._code is None:
            self._code = self._wait()
        return self._code

    def close(self) -> None:
        """Closes what led to it."""
        for descriptor in list(self._open):
            self._close(descriptor)

    def _close(self, descriptor: int) -> None:
        if descriptor in self._open:
            self._open.remove(descriptor)
            os.close(descriptor)


def start(ours: Sequence[int], *, warm: bool = False) -> Worker:
    """A new worker. ``ours`` are the browser's descriptors, which it is not to hold; ``warm``: one that prepares
    for an article before it is asked for anything."""
    return (forked if sys.platform == "linux" else spawned)(ours, warm)


def forked(ours: Sequence[int], warm: bool) -> Worker:
    """A copy of this process that goes on as a worker."""
    from jingdu import worker

    their_in, inlet = os.pipe()
    outlet, their_out = os.pipe()
    pid = os.fork()
    if not pid:
        _become(lambda: worker.run(their_in, their_out, warm), close=(inlet, outlet, *ours))
    os.close(their_in)
    os.close(their_out)
    _widen(inlet, outlet)
    return Worker(pid, inlet, outlet, lambda: _code(os.waitpid(pid, 0)[1]), lambda: os.kill(pid, signal.SIGKILL))


def spawned(ours: Sequence[int], warm: bool) -> Worker:
    """A program of its own. Descriptors are not inherited unless that is said."""
    import subprocess

    process = subprocess.Popen(command(warm), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    inlet, outlet = os.dup(process.stdin.fileno()), os.dup(process.stdout.fileno())
    process.stdin.close()
    process.stdout.close()
    if sys.platform == "win32":
        from jingdu.supervisor import windows

        windows.bind(process)
    return Worker(process.pid, inlet, outlet, process.wait, process.kill)


def command(warm: bool) -> list[str]:
    """What starts a worker, with the interpreter and the isolation of this process."""
    isolation = "-I" if sys.flags.isolated else "-P"
    return [sys.executable, isolation, "-m", "jingdu.worker", *(["--warm"] if warm else [])]


def _become(run: Callable[[], int], close: Sequence[int]) -> NoReturn:
    """The forked process goes on as a worker; nothing of it returns to what the other one does."""
    code = 1
    try:
        for descriptor in close:
            os.close(descriptor)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        code = run()
    except BaseException:
        sys.excepthook(*_error())
    finally:
        os._exit(code)


def _error() -> Any:
    return sys.exc_info()


def _code(status: int) -> int:
    return os.waitstatus_to_exitcode(status)


def _widen(*pipes: int) -> None:
    """Room for a page in each pipe; where the system refuses, less will do."""
    import fcntl

    for pipe in pipes:
        with suppress(OSError):
            fcntl.fcntl(pipe, _SET_PIPE_SIZE, _PIPE)
