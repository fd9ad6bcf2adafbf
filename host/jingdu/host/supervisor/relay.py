"""Passes frames between the browser and the worker, one request at a time.

| The worker                                   | What happens                                                        |
|----------------------------------------------|---------------------------------------------------------------------|
| exceeds a limit (see `limits`)               | it is killed and replaced; fault ``stopped``                        |
| is killed by the system                      | another one is asked once; if that dies too, fault ``stopped``      |
| crashes, exits or writes no frame            | another one is asked once; if that fails too, fault ``internal``    |
| exits at the end of the stream, or with 65   | the host exits with its code                                        |
| exits before any worker has answered         | the host exits with its code: the installation is broken            |

A request is forwarded while it arrives and kept until it is answered; the next one is not read before. So a
worker that dies affects one request. Replies are passed on frame by frame: the browser never gets part of one.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from typing import Final, NoReturn

from jingdu.faults import Blame
from jingdu.host.supervisor.limits import Watchdog
from jingdu.host.supervisor.request import Request
from jingdu.host.supervisor.workers import Worker

MAX_FRAME: Final = 1024 * 1024
"""Bytes of one frame to the browser."""
_CHUNK: Final = 1024 * 1024
_FINAL: Final = frozenset((0, 65))
"""Exit codes of a worker with which the host exits too."""
_SIGKILL: Final = -9
_PART: Final = re.compile(rb'\{"id":[^,]*,"part":(\d+),"parts":(\d+),')


class Shutdown(Exception):
    """The host exits with ``code``."""

    def __init__(self, code: int) -> None:
        self.code = code


class WorkerDied(Exception):
    """The worker has not answered: the fault's code and whose fault it is, and whether another may be asked."""

    def __init__(self, code: str, blame: Blame, *, retry: bool = True) -> None:
        self.code, self.blame, self.retry = code, blame, retry


class Relay:
    """Serves the browser's two descriptors with the worker of the moment; ``start`` starts another one."""

    def __init__(self, browser: tuple[int, int], worker: Worker, start: Callable[[], Worker]) -> None:
        self._stdin = os.fdopen(browser[0], "rb")
        self._stdout = browser[1]
        self.worker = worker
        self._start = start
        self._watchdog = Watchdog(worker, browser[0])
        self._ever_answered = False

    def serve(self) -> int:
        """Answers requests until the browser closes the stream; returns the exit code."""
        self._watchdog.start()
        try:
            while True:
                self._serve_one()
        except Shutdown as shutdown:
            return shutdown.code

    def _serve_one(self) -> None:
        head = self._stdin.read(4)
        if len(head) < 4:
            self._finish(head)
        request = Request(int.from_bytes(head, sys.byteorder))
        if self.worker.poll() is not None:
            self._check_exit()
            self._replace("died idle")
        try:
            self._receive(request)
            self._reply(request)
        except WorkerDied as died:
            self._recover(request, died)

    def _receive(self, request: Request) -> None:
        """Forwards a request while it arrives. All of it is read, whatever happens to the worker."""
        died = self._try_send(request.frame())
        while request.missing:
            data = self._stdin.read1(min(request.missing, _CHUNK))
            if not data:
                self._finish(b"")
            request.add(data)
            died = died or self._try_send([data])
        if died:
            raise died

    def _try_send(self, pieces: list[bytes]) -> WorkerDied | None:
        try:
            self._send(pieces)
        except WorkerDied as died:
            return died
        return None

    def _send(self, pieces: list[bytes]) -> None:
        with self._watchdog.sending():
            try:
                for piece in pieces:
                    _write(self.worker.stdin.fileno(), piece)
            except OSError:
                raise self._died() from None

    def _recover(self, request: Request, died: WorkerDied) -> None:
        """Asks another worker, or answers with the fault."""
        try:
            self._replace(died.code)
            if not died.retry or not request.is_kept:
                return self._refuse(request, died)
            self._send(request.frame())
            self._reply(request)
        except WorkerDied as again:
            self._replace(again.code)
            self._refuse(request, again)

    def _reply(self, request: Request) -> None:
        """Passes the frames of the reply on; raises `WorkerDied` where they do not come."""
        is_last = False
        while not is_last:
            with self._watchdog.answering(request):
                frame = self._frame()
            self._deliver(frame)
            is_last = _is_last(frame)
        self._ever_answered = True

    def _frame(self) -> bytes:
        head = self.worker.stdout.read(4)
        size = int.from_bytes(head, sys.byteorder)
        if len(head) < 4:
            raise self._died()
        if size > MAX_FRAME:
            raise WorkerDied("internal", "bug")
        frame = self.worker.stdout.read(size)
        if len(frame) < size:
            raise self._died()
        return head + frame

    def _deliver(self, frame: bytes) -> None:
        """Writes a frame to the browser, which may take its time."""
        try:
            with self._watchdog.delivering():
                _write(self._stdout, frame)
        except OSError:
            raise Shutdown(0) from None

    def _died(self) -> WorkerDied:
        """Why the worker's end of a pipe is closed; raises `Shutdown` where the host is to exit too."""
        code, blame = self.worker.wait(), self._watchdog.blame
        if blame:
            return WorkerDied("stopped", blame, retry=False)
        self._check_exit()
        return WorkerDied("stopped", "computer") if code == _SIGKILL else WorkerDied("internal", "bug")

    def _check_exit(self) -> None:
        """Raises `Shutdown` where the worker's exit code is the host's."""
        code = self.worker.wait()
        if code in _FINAL or (not self._ever_answered and code > 0):
            raise Shutdown(code)

    def _replace(self, why: str) -> None:
        from jingdu import logs

        with self._watchdog.lock:
            self.worker.close()
            logs.note(f"worker {self.worker.pid} replaced: {why}, exit code {self.worker.wait()}")
            self.worker = self._watchdog.worker = self._start()

    def _refuse(self, request: Request, died: WorkerDied) -> None:
        from jingdu import logs, protocol
        from jingdu.faults import Fault

        logs.note(f"request {request.id}: {died.code}, {request.size} bytes, blame {died.blame}")
        reply = protocol.failure(request.id, Fault(died.code, blame=died.blame)).encode()
        self._deliver(len(reply).to_bytes(4, sys.byteorder) + reply)

    def _finish(self, rest: bytes) -> NoReturn:
        """The stream has ended, perhaps within a frame: the worker's exit code says whether it was in step."""
        try:
            _write(self.worker.stdin.fileno(), rest)
            self.worker.stdin.close()
        except OSError:
            self.worker.kill()
        code = self.worker.wait()
        raise Shutdown(code if code in _FINAL or (not self._ever_answered and code > 0) else 0)


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _is_last(frame: bytes) -> bool:
    """Whether a reply ends with this frame (`jingdu.protocol.wire.frames`)."""
    part = _PART.match(frame, 4)
    return part is None or int(part[1]) + 1 == int(part[2])
