"""The native messaging host: joins the browser's two streams to the service.

Started by the browser as ``python -I -m jingdu.host``; nothing else touches its streams.
One thread reads requests; the main thread answers them, and while none is waiting
imports, bit by bit, what the first extraction will need, and later does what answers left.

Exit codes: 0 the browser closed the stream or asked us to leave; 64 started by hand in a
terminal; 65 the frames went out of step, so that no reply could be trusted.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from queue import Empty, Queue
from threading import Thread
from typing import BinaryIO, Final, NoReturn

from jingdu import logs, service
from jingdu.faults import Fault
from jingdu.wire import SyncError, Wire

LEFT: Final = 0
BY_HAND: Final = 64
OUT_OF_STEP: Final = 65

_WAITING: Final = 4
"""Requests read ahead; a browser that sends faster has to wait."""
_GRACE: Final = 30.0
"""Seconds to finish an answer after the browser has gone; Chromium kills us after 2."""
_QUIET: Final = 1.0
"""Seconds without a request after which the host turns to what can wait: a click is seldom followed sooner."""
_BREATH: Final = 0.005
"""Seconds between two steps of long work in which a request that comes just then goes first."""

Inbox = Queue[str | Fault | int]
"""Messages, frames refused, and in the end the exit code."""


def main() -> NoReturn:
    """Serves the browser that started this process, and ends it."""
    if os.isatty(0):
        sys.stderr.write("This program is started by the browser; run `jingdu read` to read a page here.\n")
        raise SystemExit(BY_HAND)
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the browser's terminal: it will close the stream
    code = serve(*claim_streams(), on_eof=_leave_late)
    os._exit(code)  # the reading thread may hold stdin's lock, which an orderly exit would wait for


def claim_streams() -> tuple[BinaryIO, BinaryIO]:
    """The browser's streams, for us alone: from now on a ``print``, also one in C, goes to stderr.

    And who reads stdin gets nothing, instead of a piece of a frame.
    """
    ours = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2 if _is_open(2) else nothing, 1)
    os.close(nothing)
    if sys.platform == "win32":
        import msvcrt

        for stream in ours:
            msvcrt.setmode(stream.fileno(), os.O_BINARY)
    return ours


def serve(stdin: BinaryIO, stdout: BinaryIO, on_eof: Callable[[], None] = lambda: None) -> int:
    """Answers requests in order until the stream ends; returns the exit code.

    ``on_eof`` runs in the reading thread after the end, while an answer may be under way.
    """
    wire = Wire(stdin, stdout)
    inbox: Inbox = Queue(_WAITING)
    Thread(target=_listen, args=(wire, inbox, on_eof), daemon=True).start()
    idle: Iterator[None] | None = None
    while not isinstance(message := _next(inbox, idle or iter(())), int):
        try:
            wire.send(*service.answer(message))
        except OSError:
            return LEFT
        idle = idle or _preload()
    return message


def _listen(wire: Wire, inbox: Inbox, on_eof: Callable[[], None]) -> None:
    """Puts what comes in into the inbox, and at last the exit code."""
    try:
        while True:
            inbox.put(wire.receive())
    except (EOFError, OSError):
        inbox.put(LEFT)
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
    """The next message; where none comes for a while, what the answers left is done in the meantime.

    Long work that the user waits for goes on at once: who asks how far it is would otherwise keep it waiting.
    """
    if service.is_idle():
        return inbox.get()
    try:
        return inbox.get(timeout=_BREATH if service.has_jobs() else _QUIET)
    except Empty:
        return _next(inbox, service.rest())


def _preload() -> Iterator[None]:
    """Imports what extraction needs, heaviest first, with a look at the inbox after each step."""
    try:
        for name in ("dataclasses", "lxml.etree", "numpy", "jingdu.page.parse", "jingdu.handlers.extract"):
            import_module(name)
            yield
        import_module("jingdu.handlers.extract").warm()
    except Exception as error:  # an extraction will meet it again, and tell the user
        logs.failure(error)


def _leave(*_: object) -> NoReturn:
    os._exit(LEFT)


def _leave_late() -> None:
    """Ends the process even if an answer never comes; the browser has stopped waiting for it."""
    import time

    time.sleep(_GRACE)
    os._exit(LEFT)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
