"""The worker: reads pages and keeps the library, for the host that started it (`jingdu.host`).

One thread reads requests; the main thread answers them, and while none is waiting imports step by step what the first
extraction will need, and later does what answers left to do. It may be ended at any moment: what it was asked is then
asked of another one, or refused. It also limits itself, where its system offers that: memory beyond `MAX_DATA` is a
``MemoryError``, and a worker whose host was killed ends within `MAX_CPU` seconds, even in code that holds Python's
lock.

Exit codes: 0 the stream was closed; 65 the frames went out of step, so that no reply could be trusted.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from queue import Empty, Queue
from threading import Thread
from typing import BinaryIO, Final, NoReturn

from jingdu import logs, service
from jingdu.faults import Fault
from jingdu.framing import OUT_OF_STEP
from jingdu.host import streams
from jingdu.protocol.wire import SyncError, Wire

CLOSED: Final = 0
MAX_DATA: Final = 3 * 1024**3
"""Bytes of data; what is only reserved counts too, so this is more than what the host allows to be used."""
MAX_CPU: Final = 60.0
"""Seconds of CPU time for one answer; the host stops it long before."""

_MAX_WAITING: Final = 4
"""Requests read ahead; a browser that sends faster has to wait."""
_GRACE: Final = 30.0
"""Seconds to finish an answer after the browser has gone; Chromium kills the host after 2."""
_QUIET: Final = 1.0
"""Seconds without a request after which deferred work starts: a click is seldom followed sooner."""
_PAUSE: Final = 0.005
"""Seconds between two steps of a job in which a request that comes just then goes first."""

Inbox = Queue[str | Fault | int]
"""Messages, frames refused, and in the end the exit code."""


def main() -> NoReturn:
    """Runs as a program: ``python -m jingdu.host.worker``, with the host at the other end."""
    stdin, stdout = streams.claim()
    os._exit(run(stdin, stdout, "--warm" in sys.argv))  # the reading thread may hold a lock that an exit waits for


def run(stdin: int, stdout: int, warm: bool) -> int:
    """Serves the host at the other end of two descriptors; the exit code. ``warm``: prepare for an article at once."""
    limit_memory()
    requests, replies = os.fdopen(stdin, "rb"), os.fdopen(stdout, "wb")
    return serve(requests, replies, on_eof=_exit_late, idle=_preload() if warm else None)


def serve(
    stdin: BinaryIO,
    stdout: BinaryIO,
    on_eof: Callable[[], None] = lambda: None,
    idle: Iterator[None] | None = None,
) -> int:
    """Answers requests in order until the stream ends; returns the exit code.

    ``on_eof`` runs in the reading thread after the end, while an answer may be under way;
    ``idle`` is what is done until the first request comes.
    """
    wire = Wire(stdin, stdout)
    inbox: Inbox = Queue(_MAX_WAITING)
    Thread(target=_listen, args=(wire, inbox, on_eof), daemon=True).start()
    while not isinstance(message := _next(inbox, idle or iter(())), int):
        asked, message = [message], ""  # the text of a message is not kept while it is answered
        try:
            with limited_cpu():
                reply = service.answer(asked.pop())
            wire.send(*reply)
        except OSError:
            return CLOSED
        idle = idle or _preload()
    return message


def _listen(wire: Wire, inbox: Inbox, on_eof: Callable[[], None]) -> None:
    """Puts what comes in into the inbox, and at last the exit code."""
    try:
        while True:
            inbox.put(wire.receive())
    except (EOFError, OSError):
        inbox.put(CLOSED)
    except (SyncError, MemoryError) as error:
        logs.note(f"out of step: {type(error).__name__} {error}")
        inbox.put(OUT_OF_STEP)
    on_eof()


def _next(inbox: Inbox, idle: Iterator[None]) -> str | Fault | int:
    """The next message; while there is none, the next bit of ``idle`` work is done."""
    while True:
        try:
            return inbox.get_nowait()
        except Empty:
            try:
                next(idle)
            except StopIteration:
                return _when_quiet(inbox)


def _when_quiet(inbox: Inbox) -> str | Fault | int:
    """The next message; where none comes for a while, deferred work is done in the meantime, and a job at once."""
    if service.is_idle():
        return inbox.get()
    try:
        return inbox.get(timeout=_PAUSE if service.has_jobs() else _QUIET)
    except Empty:
        return _next(inbox, service.rest())


def _preload() -> Iterator[None]:
    """Imports what extraction needs, heaviest first, with a look at the inbox after each step."""
    try:
        for name in ("dataclasses", "lxml.etree", "numpy", "jingdu.page.parse", "jingdu.handlers.extract"):
            import_module(name)
            yield
        import_module("jingdu.handlers.extract").warm()
        yield
        import_module("jingdu.library.uploads").clear_stale()
        import_module("jingdu.library.images.received").STAGING.expire()
    except Exception as error:  # an extraction will meet it again, and report it
        logs.failure(error)


def _exit_late() -> None:
    """Ends the process even if an answer never comes; the browser has stopped waiting for it."""
    import time

    time.sleep(_GRACE)
    os._exit(CLOSED)


def limit_memory() -> None:
    """For the whole life of a worker. numpy's linear algebra, which nothing here needs, gets no threads of its own."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limits
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (MAX_DATA, hard))


@contextmanager
def limited_cpu() -> Iterator[None]:
    """The system ends the process where what is done meanwhile runs away."""
    if sys.platform == "win32":
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, MAX_CPU)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    main()
