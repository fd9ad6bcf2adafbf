"""The worker, which answers requests for the host (`jingdu.host`).

One thread reads requests; the main thread answers them. While it is idle, it imports step by step what the first
extraction needs, and later does deferred work. It may be killed at any moment; its request is then retried or refused.
In case the host was killed, a worker on POSIX also limits itself: allocations beyond `MAX_DATA` raise ``MemoryError``,
and after `MAX_CPU` seconds the system kills it, even in code that holds the GIL.

Exit codes: 0 after the end of the stream; 65 after losing track of where frames begin.
"""

import gc
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from queue import Empty, Queue
from threading import Thread
from typing import Final, NoReturn

from jingdu import logs, service
from jingdu.faults import Fault
from jingdu.framing import OUT_OF_STEP
from jingdu.host import streams
from jingdu.protocol.wire import SyncError, Wire

CLOSED: Final = 0
MAX_DATA: Final = 3 * 1024**3
"""Maximum bytes of data; since reserved memory counts too, it is higher than the host's limit."""
MAX_CPU: Final = 60.0
"""Maximum seconds of CPU time for one reply; the host's limits are lower."""

_MAX_QUEUED: Final = 4
"""Maximum requests that are read ahead."""
_GRACE: Final = 30.0
"""Seconds to finish a reply after the browser has closed the stream; Chromium kills the host after 2."""
_QUIET: Final = 1.0
"""Seconds without a request after which deferred work starts."""
_PAUSE: Final = 0.005
"""Seconds of waiting for a request between two steps of a job."""

Inbox = Queue[str | Fault | int]
"""Messages, faults of refused frames, and finally the exit code."""


def main() -> NoReturn:
    stdin, stdout = streams.claim()
    os._exit(run(stdin, stdout, "--warm" in sys.argv))  # the reading thread may hold a lock that a normal exit needs


def run(stdin: int, stdout: int, warm: bool) -> int:
    """Answers the requests on these descriptors in order until the stream ends; returns the exit code.

    With ``warm``, what extraction needs is preloaded before the first request, else after it.
    """
    limit_memory()
    wire = Wire(os.fdopen(stdin, "rb"), os.fdopen(stdout, "wb"))
    inbox: Inbox = Queue(_MAX_QUEUED)
    Thread(target=_listen, args=(wire, inbox), daemon=True).start()
    idle = _preload() if warm else None
    while not isinstance(message := _next(inbox, idle or iter(())), int):
        messages, message = [message], ""  # so that `pop` leaves no reference to a large message
        try:
            gc.disable()  # else the collector might examine all objects of the page before the reply
            limit_cpu(MAX_CPU)
            reply = service.answer(messages.pop())
            limit_cpu(0)
            wire.send(*reply)
            gc.enable()
        except OSError:
            return CLOSED
        idle = idle or _preload()
    return message


def _listen(wire: Wire, inbox: Inbox) -> None:
    """Puts messages and finally the exit code into the inbox; exits after a grace period, even if a reply hangs."""
    try:
        while True:
            inbox.put(wire.receive())
    except (EOFError, OSError):
        inbox.put(CLOSED)
    except (SyncError, MemoryError) as error:
        logs.note(f"out of step: {type(error).__name__} {error}")
        inbox.put(OUT_OF_STEP)
    time.sleep(_GRACE)
    os._exit(CLOSED)


def _next(inbox: Inbox, idle: Iterator[None]) -> str | Fault | int:
    """The next message; until there is one, does ``idle`` work, then jobs, and after a second deferred work."""
    while inbox.empty() and next(idle, "done") is None:
        pass
    if service.is_idle() or not inbox.empty():
        return inbox.get()
    try:
        return inbox.get(timeout=_PAUSE if service.has_jobs() else _QUIET)
    except Empty:
        return _next(inbox, service.background_work())


def _preload() -> Iterator[None]:
    """Imports what extraction needs, heaviest first, step by step."""
    try:
        for name in ("dataclasses", "lxml.etree", "numpy", "jingdu.page.parse", "jingdu.handlers.reading"):
            import_module(name)
            yield
        import_module("jingdu.handlers.reading").warm()
        yield
        import_module("jingdu.library.uploads").expire()
    except Exception as error:  # extraction will raise it again
        logs.failure(error)


def limit_memory() -> None:
    """Limits memory, and keeps OpenBLAS, which numpy uses, from starting threads."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with suppress(ImportError, OSError, ValueError):  # not available on Windows
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (MAX_DATA, hard))


def limit_cpu(seconds: float) -> None:
    """Lets the system kill the process after this many more seconds of CPU time; 0 removes the limit."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


if __name__ == "__main__":
    main()
