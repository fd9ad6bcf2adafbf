"""Passes frames between the browser and the worker, one request at a time.

| The worker                                   | What happens                                                        |
|----------------------------------------------|---------------------------------------------------------------------|
| exceeds a limit (`jingdu.host.watchdog`)     | it is killed and replaced; fault ``stopped``                        |
| is killed by the system                      | another one is asked once; if that dies too, fault ``stopped``      |
| crashes, exits or writes no frame            | another one is asked once; if that fails too, fault ``internal``    |
| exits before any worker has answered         | the host exits with its code: the installation is broken            |

A request is kept until it is answered, and the next one is not read before: a worker that dies affects one request.
Replies are passed on frame by frame: the browser never gets part of one.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from typing import Final

from jingdu.faults import Blame
from jingdu.host.process import Worker, write
from jingdu.host.watchdog import Request, Watchdog

MAX_REQUEST: Final = 64 * 1024 * 1024
"""Bytes of a request, as `jingdu.protocol.wire` has it."""
MAX_DRAINED: Final = 4 * MAX_REQUEST
"""Bytes of a larger one that are read and thrown away to stay in step; no browser sends more."""
OUT_OF_STEP: Final = 65
_CHUNK: Final = 1024 * 1024
_SIGKILL: Final = -9
_PART: Final = re.compile(rb'\{"id":[^,]*,"part":(\d+),"parts":(\d+),')


class Shutdown(Exception):
    """The host exits with ``code``."""

    def __init__(self, code: int) -> None:
        self.code = code


class WorkerDied(Exception):
    """The worker has not answered: the fault's code, who is to blame, and whether another worker may be asked."""

    def __init__(self, code: str, blame: Blame, *, retry: bool = True) -> None:
        self.code, self.blame, self.retry = code, blame, retry


class Supervisor:
    """Serves the browser's two descriptors with the worker of the moment; ``start`` starts another one."""

    def __init__(self, browser: tuple[int, int], worker: Worker, start: Callable[[], Worker]) -> None:
        self._stdin = os.fdopen(browser[0], "rb")
        self._stdout = browser[1]
        self._start = start
        self._watchdog = Watchdog(worker, browser[0])
        self._ever_answered = False

    @property
    def worker(self) -> Worker:
        """The worker of the moment."""
        return self._watchdog.worker

    def serve(self) -> int:
        """Answers requests until the browser closes the stream; returns the exit code."""
        self._watchdog.start()
        try:
            while request := self._receive():
                self._answer(request)
        except Shutdown as shutdown:
            return shutdown.code
        return self._finish()

    def _receive(self) -> Request | None:
        """The next request; None at the end of the stream. Too large a one has no body."""
        head = self._stdin.read(4)
        if not head:
            return None
        request = Request(int.from_bytes(head, sys.byteorder))
        if len(head) < 4 or request.size > MAX_DRAINED:
            raise Shutdown(OUT_OF_STEP)
        missing = request.size
        while missing:
            data = self._stdin.read1(min(missing, _CHUNK))
            if not data:
                raise Shutdown(OUT_OF_STEP)
            missing -= len(data)
            if request.size <= MAX_REQUEST:
                request.body += data
        return request

    def _answer(self, request: Request) -> None:
        """Asks the worker, where that dies another one, and refuses the request where that dies too."""
        if request.size > MAX_REQUEST:
            return self._refuse(request, "message_too_large", "page")
        for is_last in (False, True):
            try:
                return self._ask(request)
            except WorkerDied as died:
                self._replace(died.code)
                if is_last or not died.retry:
                    return self._refuse(request, died.code, died.blame)
        return None

    def _ask(self, request: Request) -> None:
        """Passes the frames of the reply on; raises `WorkerDied` where they do not come."""
        self._watchdog.begin(request)
        try:
            with self._watchdog.during("busy"):
                self.worker.send(request.body)
            is_last = False
            while not is_last:
                with self._watchdog.during("busy"):
                    frame = self.worker.receive()
                self._deliver(frame)
                is_last = _is_last(frame)
        except ValueError:
            raise WorkerDied("internal", "bug") from None
        except (OSError, EOFError):
            raise self._died() from None
        self._ever_answered = True

    def _deliver(self, frame: bytes) -> None:
        """Writes a frame to the browser, which may take its time."""
        try:
            with self._watchdog.during("deliver"):
                write(self._stdout, frame)
        except OSError:
            raise Shutdown(0) from None

    def _died(self) -> WorkerDied:
        """Why the worker's end of a pipe is closed; raises `Shutdown` where no worker can be had."""
        code, blame = self.worker.wait(), self._watchdog.blame
        if blame:
            return WorkerDied("stopped", blame, retry=False)
        if not self._ever_answered and code > 0:
            raise Shutdown(code)
        return WorkerDied("stopped", "computer") if code == _SIGKILL else WorkerDied("internal", "bug")

    def _replace(self, why: str) -> None:
        from jingdu import logs

        with self._watchdog.lock:
            self.worker.close()
            logs.note(f"worker {self.worker.pid} replaced: {why}, exit code {self.worker.wait()}")
            self._watchdog.worker = self._start()

    def _refuse(self, request: Request, code: str, blame: Blame) -> None:
        from jingdu import logs, protocol
        from jingdu.faults import Fault

        logs.note(f"request {request.id}: {code}, {request.size} bytes, blame {blame}")
        reply = protocol.failure(request.id, Fault(code, blame=blame)).encode()
        self._deliver(len(reply).to_bytes(4, sys.byteorder) + reply)

    def _finish(self) -> int:
        """Lets the worker finish what it does on its own; the exit code."""
        self.worker.stdin.close()
        code = self.worker.wait()
        return code if not self._ever_answered and code > 0 else 0


def _is_last(frame: bytes) -> bool:
    """Whether a reply ends with this frame (`jingdu.protocol.wire.frames`)."""
    part = _PART.match(frame, 4)
    return part is None or int(part[1]) + 1 == int(part[2])
