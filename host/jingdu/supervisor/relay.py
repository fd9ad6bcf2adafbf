"""Frames from the browser to the worker and back, one request at a time, and what is done when no answer comes.

| The worker                                | What happens                                                    |
|-------------------------------------------|-----------------------------------------------------------------|
| takes too long, or too much memory        | it is killed; fault ``stopped``; another one is started         |
| crashes, is killed, ends by itself        | another one is asked once; if that ends too, ``internal``, and  |
|                                           | ``stopped`` where the system killed it (no memory left)         |
| leaves: the stream's end, or bad frames   | we leave, with its code                                         |
| ends before any has ever answered         | we leave, with its code: the installation is broken             |

A request is sent on while it comes and kept until it is answered; the next one is not read before. So
whatever happens to a worker happens to one request, and those behind it go to the next worker. Replies
pass frame by frame: the browser never gets a part of one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NoReturn

from jingdu.supervisor import pipes as piping
from jingdu.supervisor.request import Request
from jingdu.supervisor.workers import Worker

if TYPE_CHECKING:
    from jingdu.supervisor.usage import Usage

MOST_MEMORY: Final = 1400 * 1024 * 1024
"""Bytes that a worker may hold."""
LARGE: Final = 40_000_000
"""Bytes of a request from which on the worker may hold less: what is so large is seldom worth the computer's memory."""
MOST_FOR_LARGE: Final = 980 * 1024 * 1024
LARGEST_FRAME: Final = 1024 * 1024
"""Bytes in one frame to the browser."""
_CHUNK: Final = 1024 * 1024
_LOOK: Final = 0.05 if sys.platform == "linux" else 0.5
"""Seconds between two looks at a worker that is busy; most answers are there before the first."""
_IDLE_LOOK: Final = 1.0
_QUIET_LOOKS: Final = 5
"""Looks in a row at which an idle worker has done nothing, after which nobody looks until the next request."""
_TAKING: Final = 10.0
"""Seconds for a worker to take what is sent to it: it has a thread that does nothing else."""
_LEAVING: Final = frozenset((0, 65))
_KILLED: Final = -9


class Left(Exception):
    """We leave, with this exit code."""

    def __init__(self, code: int) -> None:
        self.code = code


class Gone(Exception):
    """The worker is no more; ``code`` is the fault of its request, unless that is asked ``again`` of another one."""

    def __init__(self, code: str, again: bool = True) -> None:
        self.code, self.again = code, again


class Relay:
    """Between the browser's two descriptors and the worker of the moment."""

    def __init__(self, browser: tuple[int, int], worker: Worker, start: Callable[[], Worker]) -> None:
        self._stdin, self._stdout = browser
        self.worker = worker
        self._start = start
        self._pipes = piping.here()
        self._pipes.prepare(worker.inlet)
        self._pipes.prepare(self._stdout)
        self._coming = b""
        self._ever_answered = self._answered = False

    def serve(self) -> int:
        """Until the browser closes the stream; the exit code."""
        try:
            while True:
                request = Request(self._length())
                self._answer(request)
        except Left as left:
            return left.code

    def _length(self) -> int:
        """The length of the next request, once one comes."""
        head = b""
        while len(head) < 4:
            data = self._idle(4 - len(head))
            if not data:
                self._finish(head)
            head += data
        return int.from_bytes(head, sys.byteorder)

    def _idle(self, size: int) -> bytes:
        """At most so many bytes of the browser's; meanwhile a look at the worker now and then, while it does things."""
        quiet, before = 0, 0.0
        while True:
            timeout = None if quiet >= _QUIET_LOOKS else _IDLE_LOOK
            got = self._pipes.read({self._stdin: size, self.worker.outlet: 1}, timeout)
            if got is None:
                used = self._used()
                if used and used.resident > MOST_MEMORY:
                    self._replace("too much memory, idle")
                quiet = quiet + 1 if used is None or used.seconds == before else 0
                before = used.seconds if used else 0.0
            elif got[0] == self._stdin:
                return got[1]
            else:  # nobody asked it
                self._ended_idle(got[1])

    def _finish(self, rest: bytes) -> NoReturn:
        """The stream has ended, perhaps within a frame: the worker tells what to make of that."""
        try:
            if rest:
                self._pipes.write(self.worker.inlet, rest, _TAKING)
            self.worker.finish()
        except (OSError, piping.Stuck):
            self.worker.kill()
        code = self.worker.wait()
        raise Left(code if code in _LEAVING or (not self._ever_answered and code > 0) else 0)

    def _answer(self, request: Request) -> None:
        """Has a request answered, by another worker if need be, or by a fault."""
        try:
            self._first(request)
        except Gone as gone:
            if not gone.again or not request.is_kept:
                self._refuse(request, gone.code)
            else:
                self._again(request)

    def _again(self, request: Request) -> None:
        """Asks another worker for what the one before has left unanswered."""
        try:
            self._send(request.whole)
            self._reply(request)
        except Gone as gone:
            self._refuse(request, gone.code)

    def _first(self, request: Request) -> None:
        """Sends a request on while it comes, and its reply back. Whatever happens, the whole request is read."""
        gone: Gone | None = None
        try:
            self._send(request.whole)
        except Gone as error:
            gone = error
        while request.left:
            got = self._pipes.read(self._body_or_end(request, gone), None)
            assert got
            if got[0] != self._stdin:
                gone = self._ended(got[1])
                continue
            if not got[1]:
                self._finish(b"")
            request.add(got[1])
            try:
                if not gone:
                    self._send([got[1]])
            except Gone as error:
                gone = error
        if gone:
            raise gone
        self._reply(request)

    def _body_or_end(self, request: Request, gone: Gone | None) -> dict[int, int]:
        wanted = {self._stdin: min(request.left, _CHUNK)}
        return wanted if gone else wanted | {self.worker.outlet: 1}

    def _send(self, pieces: list[bytes]) -> None:
        try:
            for piece in pieces:
                self._pipes.write(self.worker.inlet, piece, _TAKING)
        except OSError:
            raise self._ended() from None
        except piping.Stuck:
            self._replace("takes no request")
            raise Gone("stopped") from None

    def _reply(self, request: Request) -> None:
        """Passes the reply's frames on; raises `Gone` where they do not come."""
        started, before = time.monotonic(), None
        while True:
            got = self._pipes.read({self.worker.outlet: _CHUNK}, _LOOK)
            if got is None:
                before = before or self._used()
                self._look(request, started, before)
                continue
            if not got[1]:
                raise self._ended()
            self._coming += got[1]
            while frame := self._frame():
                self._pass_on(frame)
                if _is_last(frame):
                    self._ever_answered = self._answered = True
                    return

    def _used(self) -> Usage | None:
        from jingdu.supervisor import usage

        return usage.of(self.worker.pid)

    def _look(self, request: Request, started: float, before: Usage | None) -> None:
        """Stops a worker that has taken too much."""
        now, taken = self._used(), time.monotonic() - started
        if taken > request.clock:
            self._stop(f"{taken:.1f} s")
        if now and before and now.seconds - before.seconds > request.processor:
            self._stop(f"{now.seconds - before.seconds:.1f} s of the processor")
        if now and now.resident > (MOST_FOR_LARGE if request.size >= LARGE else MOST_MEMORY):
            self._stop(f"{now.resident // 2**20} MiB")

    def _stop(self, why: str) -> NoReturn:
        self._replace(f"stopped at {why}")
        raise Gone("stopped", again=False)

    def _frame(self) -> bytes | None:
        """The next whole frame of the worker's, taken out of what has come."""
        size = int.from_bytes(self._coming[:4], sys.byteorder)
        if size > LARGEST_FRAME:
            self._replace("a frame out of step")
            raise Gone("internal")
        if len(self._coming) < 4 + size or len(self._coming) < 4:
            return None
        frame, self._coming = self._coming[: 4 + size], self._coming[4 + size :]
        return frame

    def _pass_on(self, frame: bytes) -> None:
        try:
            self._pipes.deliver(self._stdout, frame, self._stdin)
        except (OSError, piping.Stuck):
            raise Left(0) from None  # nobody reads

    def _ended_idle(self, said: bytes) -> None:
        """Another worker takes its place; where it has not answered anything, it would only end like this one."""
        if not said and not self._answered:
            raise Left(max(1, self.worker.wait()))
        self._ended(said)

    def _ended(self, said: bytes = b"") -> Gone:
        """The worker has ended, or ``said`` what nobody asked: its fault, unless we are to leave with it."""
        if said:
            self._replace("lost its way")
            return Gone("internal")
        code = self.worker.wait()
        if code in _LEAVING or (not self._ever_answered and code > 0):
            raise Left(code)
        self._replace(f"ended with {code}")
        return Gone("stopped" if code == _KILLED else "internal")

    def _replace(self, why: str) -> None:
        """Another worker in place of this one."""
        from jingdu import logs

        self.worker.kill()
        self.worker.wait()
        self._pipes.forget(self.worker.outlet)
        self.worker.close()
        logs.note(f"worker {self.worker.pid} {why}; another one is started")
        self._coming, self._answered = b"", False
        self.worker = self._start()
        self._pipes.prepare(self.worker.inlet)

    def _refuse(self, request: Request, code: str) -> None:
        """The fault that a request gets in place of its reply."""
        from jingdu import logs, messages
        from jingdu.faults import Fault

        logs.note(f"request {request.identity}: {code}, {request.size} bytes")
        reply = messages.failure(request.identity, Fault(code)).encode()
        self._pass_on(len(reply).to_bytes(4, sys.byteorder) + reply)


def _is_last(frame: bytes) -> bool:
    """Whether a reply ends with this frame: each of several begins ``{"id":5,"part":0,"parts":3,``."""
    head = frame[4:100]
    before, found, after = head.partition(b',"part":')
    if not found or not before.startswith(b'{"id":') or b"," in before[1:]:
        return True
    part, _, rest = after.partition(b',"parts":')
    return int(part) + 1 == int(rest.partition(b",")[0])
