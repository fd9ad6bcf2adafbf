"""The limits of a worker, and the thread that kills one which exceeds them.

Time is CPU time, which a busy computer does not add to: a page gets 7.5 s and 0.1 s a megabyte, whatever else runs. The
wall clock only ends a worker that is blocked; where CPU time cannot be read, it is the only limit of time.

The reply says who is to blame: the page for a page that takes too much CPU time or memory, a bug for any other action
that does, and the computer for a worker that it did not let finish.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from threading import Event, Lock, Thread
from typing import Final, Literal

from jingdu.faults import Blame
from jingdu.host.process import Usage, Worker, usage

MAX_MEMORY: Final = 1400 * 1024 * 1024
"""Bytes of a worker, also while it is idle."""
LARGE: Final = 40_000_000
MAX_MEMORY_LARGE: Final = 980 * 1024 * 1024
"""Bytes of a worker that answers a request of ``LARGE`` bytes or more, which the host keeps as well."""
MAX_CPU: Final = 7.5
MAX_CPU_PER_MEGABYTE: Final = 0.1
"""Seconds of CPU time for a page, and for each million bytes of it."""
MAX_CPU_OTHER: Final = 18.0
"""Seconds of CPU time for an action that reads no page."""
MAX_SECONDS: Final = 180.0
"""Seconds on the wall clock for anything; less than the extension waits (``extension/background/link.js``)."""
MAX_CLOSED: Final = 5.0
"""Seconds for a browser that has closed its end to read a frame."""
PAGE_ACTIONS: Final = frozenset(("extract", "explain", "following", "save"))
"""Actions that read a page, which may be what takes the time."""
_BUSY_INTERVAL: Final = 0.5 if sys.platform == "darwin" else 0.05
"""Seconds between two checks of a worker that is answering; most replies come before the first."""
_IDLE_INTERVAL: Final = 0.25
_QUIET_CHECKS: Final = 10
"""Checks without a change after which an idle worker is not checked until the next request."""
_HUNG_UP: Final = 0 if sys.platform == "win32" else select.POLLHUP | select.POLLERR | getattr(select, "POLLRDHUP", 0)
Phase = Literal["idle", "busy", "deliver"]
"""What the main thread does: nothing with the worker, waits for it, writes to the browser."""


def max_cpu(size: int, *, page: bool = True) -> float:
    """Seconds of CPU time for a page, or else another action, of so many bytes."""
    return (MAX_CPU if page else MAX_CPU_OTHER) + size / 1e6 * MAX_CPU_PER_MEGABYTE


class Request:
    """The body of one frame from the browser; id and action are only read when they are needed."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.body = bytearray()

    @property
    def id(self) -> int | None:
        """Its id, wherever it is in the message; None where there is none."""
        return self._head[0]

    @property
    def reads_page(self) -> bool:
        return self._head[1] in PAGE_ACTIONS

    @cached_property
    def _head(self) -> tuple[int | None, object]:
        from jingdu import protocol
        from jingdu.faults import Fault
        from jingdu.protocol import wire

        try:
            message = wire.parse(self.body.decode())
        except (Fault, UnicodeDecodeError):
            return None, None
        action = message.get("action") if isinstance(message, dict) else None
        return protocol.identity(message), action


class Watchdog(Thread):
    """Watches the worker, and while a frame is delivered whether the browser is still there."""

    def __init__(self, worker: Worker, browser: int) -> None:
        super().__init__(daemon=True)
        self.worker = worker
        self.blame: Blame | None = None
        """Who is to blame that the worker was killed; None where it was not killed for its request."""
        self.lock = Lock()
        """Held while the worker is replaced, so that nothing else runs in a process that forks."""
        self._browser = browser
        self._phase: Phase = "idle"
        self._since = 0.0
        self._request: Request | None = None
        self._cpu_before: float | None = None
        self._wake = Event()

    def begin(self, request: Request) -> None:
        """From now on CPU time counts for this request."""
        self.blame, self._request, self._cpu_before = None, request, None

    @contextmanager
    def during(self, phase: Phase) -> Iterator[None]:
        """While the main thread waits for the worker, or for the browser."""
        self._since, self._phase = time.monotonic(), phase
        self._wake.set()
        try:
            yield
        finally:
            self._phase = "idle"

    def run(self) -> None:
        """Checks the worker for as long as it is busy, with a request or on its own."""
        quiet, before = 0, None
        while True:
            self._wake.clear()
            if quiet >= _QUIET_CHECKS and self._phase == "idle":
                self._wake.wait()
            time.sleep(_IDLE_INTERVAL if self._phase == "idle" else _BUSY_INTERVAL)
            with self.lock:
                now = usage(self.worker.pid)
                self._check(now)
            quiet = quiet + 1 if now == before else 0
            before = now

    def _check(self, now: Usage | None) -> None:
        """Kills a worker that exceeds a limit; ends the host where the browser is gone."""
        seconds = time.monotonic() - self._since
        if self._phase == "deliver":
            if seconds > MAX_CLOSED and _is_closed(self._browser):
                self.worker.kill()
                os._exit(0)
        elif now and now.memory > (MAX_MEMORY_LARGE if self._request and self._request.size >= LARGE else MAX_MEMORY):
            self._kill("page")
        elif self._phase == "busy" and seconds > MAX_SECONDS:
            self._kill("computer")
        elif self._phase == "busy" and now:
            self._cpu_before = now.seconds if self._cpu_before is None else self._cpu_before
            if self._exceeds(now.seconds - self._cpu_before):
                self._kill("page")

    def _exceeds(self, cpu: float) -> bool:
        """Whether a request has taken too many seconds of CPU time; what it asks for is read only when it may have."""
        assert self._request
        size = self._request.size
        return cpu > max_cpu(size) and (self._request.reads_page or cpu > max_cpu(size, page=False))

    def _kill(self, blame: Blame) -> None:
        if self._phase == "busy" and self._request:
            self.blame = "bug" if blame == "page" and not self._request.reads_page else blame
        self.worker.kill()


def _is_closed(descriptor: int) -> bool:
    """Whether the browser has closed its end; unknown on Windows."""
    if sys.platform == "win32":
        return False
    poll = select.poll()
    poll.register(descriptor, _HUNG_UP)
    return any(events & _HUNG_UP for _, events in poll.poll(0))
