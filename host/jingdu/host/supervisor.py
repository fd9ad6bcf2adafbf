"""Forwards frames between the browser and the worker, one request at a time.

| The worker                                   | Result                                                              |
|----------------------------------------------|---------------------------------------------------------------------|
| exceeds a limit (`jingdu.host.watchdog`)     | it is killed and replaced; fault ``stopped``                        |
| is killed by the system                      | retried once with a new worker, then fault ``stopped``              |
| crashes, exits or writes an invalid frame    | retried once with a new worker, then fault ``internal``             |
| exits before any worker has answered         | the host exits with the same code: the installation is broken       |

The next request is read only after the reply, so a worker that dies affects only one request. Replies are forwarded in
whole frames, so the browser never gets an incomplete one.
"""

import os
import re
import sys
from collections.abc import Callable
from typing import Final

from jingdu.faults import Blame, Fault
from jingdu.framing import MAX_DRAINED, MAX_REQUEST, OUT_OF_STEP
from jingdu.host.process import Worker, write
from jingdu.host.watchdog import Request, Watchdog

_CHUNK: Final = 1024 * 1024
_SIGKILL: Final = -9
_PART: Final = re.compile(rb'\{"id":[^,]*,"part":(\d+),"parts":(\d+),')
"""The start of a frame that is one of several for a reply (`jingdu.protocol.wire.frames`)."""


class WorkerDied(Exception):
    """The worker did not answer; has the fault's code and blame, and whether to retry."""

    def __init__(self, code: str, blame: Blame, *, retry: bool = True) -> None:
        self.code, self.blame, self.retry = code, blame, retry


class Supervisor:
    """Serves the browser, on its two descriptors, with a worker; ``start`` starts another worker."""

    def __init__(self, browser: tuple[int, int], worker: Worker, start: Callable[[], Worker]) -> None:
        self._stdin = os.fdopen(browser[0], "rb")
        self._stdout = browser[1]
        self._start = start
        self._watchdog = Watchdog(worker, browser[0])
        self._ever_answered = False

    @property
    def worker(self) -> Worker:
        return self._watchdog.worker

    def serve(self) -> int:
        """Answers requests until the browser closes the stream; returns the exit code, or raises ``SystemExit``."""
        self._watchdog.start()
        while request := self._receive():
            self._answer(request)
        self.worker.stdin.close()
        code = self.worker.wait()
        return code if not self._ever_answered and code > 0 else 0

    def _receive(self) -> Request | None:
        """The next request, without its body if that is too large; None at the end of the stream."""
        head = self._stdin.read(4)
        if not head:
            return None
        request = Request(int.from_bytes(head, sys.byteorder))
        if len(head) < 4 or request.size > MAX_DRAINED:
            raise SystemExit(OUT_OF_STEP)
        missing = request.size
        while missing:
            data = self._stdin.read1(min(missing, _CHUNK))
            if not data:
                raise SystemExit(OUT_OF_STEP)
            missing -= len(data)
            if request.size <= MAX_REQUEST:
                request.body += data
        return request

    def _answer(self, request: Request) -> None:
        """Forwards a request, retries once if the worker dies, and refuses the request if that fails too."""
        if request.size > MAX_REQUEST:
            return self._refuse(request, "message_too_large", "page")
        for is_last in (False, True):
            try:
                return self._forward(request)
            except WorkerDied as died:
                self._replace(died.code)
                if is_last or not died.retry:
                    return self._refuse(request, died.code, died.blame)
        return None

    def _forward(self, request: Request) -> None:
        """Forwards a request to the worker, and its reply to the browser; raises `WorkerDied`."""
        self._watchdog.begin(request)
        try:
            with self._watchdog.during("busy"):
                self.worker.send(request.body)
            is_last = False
            while not is_last:
                with self._watchdog.during("busy"):
                    frame = self.worker.receive()
                self._deliver(frame)
                part = _PART.match(frame, 4)
                is_last = part is None or int(part[1]) + 1 == int(part[2])
        except ValueError:
            raise WorkerDied("internal", "bug") from None
        except (OSError, EOFError):
            raise self._died() from None
        self._ever_answered = True

    def _deliver(self, frame: bytes) -> None:
        """Writes a frame to the browser, which may block."""
        try:
            with self._watchdog.during("deliver"):
                write(self._stdout, frame)
        except OSError:
            raise SystemExit(0) from None

    def _died(self) -> WorkerDied:
        """The reason for the worker's exit; raises ``SystemExit`` if it failed and no worker ever answered."""
        code, blame = self.worker.wait(), self._watchdog.blame
        if blame:
            return WorkerDied("stopped", blame, retry=False)
        if not self._ever_answered and code > 0:
            raise SystemExit(code)
        return WorkerDied("stopped", "computer") if code == _SIGKILL else WorkerDied("internal", "bug")

    def _replace(self, reason: str) -> None:
        from jingdu import logs

        with self._watchdog.lock:
            self.worker.close()
            logs.note(f"worker {self.worker.pid} replaced: {reason}, exit code {self.worker.wait()}")
            self._watchdog.worker = self._start()

    def _refuse(self, request: Request, code: str, blame: Blame) -> None:
        from jingdu import logs, protocol

        logs.note(f"request {request.id}: {code}, {request.size} bytes, blame {blame}")
        reply = protocol.failure(request.id, logs.with_path(Fault(code, blame=blame))).encode()
        self._deliver(len(reply).to_bytes(4, sys.byteorder) + reply)
