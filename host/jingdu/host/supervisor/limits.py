"""The limits of a worker, and the thread that kills one which exceeds them.

Time is CPU time, which a busy computer does not add to: a page gets 7.5 s and 0.1 s a megabyte, whatever else
runs. The wall clock only ends a worker that is blocked. Where CPU time cannot be read (`jingdu.host.supervisor.usage`),
the wall clock is the only limit of time; on Windows a job object bounds the memory.

The reply says whose fault it was: a page that takes too much CPU time or memory is the page's, any other action
that does is a bug, and a worker that the computer did not let finish is the computer's.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Event, Lock, Thread
from typing import Final, Literal

from jingdu.faults import Blame
from jingdu.host.supervisor import usage
from jingdu.host.supervisor.request import Request
from jingdu.host.supervisor.workers import Worker

MAX_MEMORY: Final = 1400 * 1024 * 1024
"""Bytes of a worker, also while it is idle."""
LARGE: Final = 40_000_000
MAX_MEMORY_LARGE: Final = 980 * 1024 * 1024
"""Bytes of a worker that answers a request of ``LARGE`` bytes or more."""
MAX_CPU: Final = 7.5
MAX_CPU_PER_MEGABYTE: Final = 0.1
"""Seconds of CPU time for a page, and for each million bytes of it."""
MAX_CPU_OTHER: Final = 18.0
"""Seconds of CPU time for an action that reads no page."""
MAX_SECONDS: Final = 180.0
"""Seconds on the wall clock for anything; less than the extension waits (``extension/background/link.js``)."""
MAX_CLOSED: Final = 5.0
"""Seconds for a browser that has closed its end to read a frame."""
_BUSY_INTERVAL: Final = 0.05 if sys.platform == "linux" else 0.5
"""Seconds between two checks of a worker that is answering; most replies come before the first."""
_IDLE_INTERVAL: Final = 0.25
_IDLE_CHECKS: Final = 10
"""Checks without any CPU time in between after which an idle worker is left alone until the next request."""
_HUNG_UP: Final = 0 if sys.platform == "win32" else select.POLLHUP | select.POLLERR | getattr(select, "POLLRDHUP", 0)
Phase = Literal["idle", "send", "answer", "deliver"]
"""What the main thread does: nothing with the worker, or what `Watchdog` has a method for."""


class Watchdog(Thread):
    """Watches the worker, and while a frame is delivered whether the browser is still there."""

    def __init__(self, worker: Worker, browser: int) -> None:
        super().__init__(daemon=True)
        self.worker = worker
        self.blame: Blame | None = None
        """Whose fault it is that the worker was killed; None where it was not killed for its request."""
        self.lock = Lock()
        """Held while the worker is replaced, so that nothing else runs in a process that forks."""
        self._browser = browser
        self._phase: Phase = "idle"
        self._since = 0.0
        self._request: Request | None = None
        self._cpu_before: float | None = None
        self._wake = Event()
        self._sleeps = False

    def sending(self) -> AbstractContextManager[None]:
        """While a request is written to the worker."""
        self.blame = self._request = self._cpu_before = None
        return self._during("send")

    def answering(self, request: Request) -> AbstractContextManager[None]:
        """While a frame of the reply is awaited."""
        self._request = request
        return self._during("answer")

    def delivering(self) -> AbstractContextManager[None]:
        """While a frame is written to the browser."""
        return self._during("deliver")

    @contextmanager
    def _during(self, phase: Phase) -> Iterator[None]:
        self._since, self._phase = time.monotonic(), phase
        if self._sleeps:
            self._wake.set()
        try:
            yield
        finally:
            self._phase = "idle"

    def run(self) -> None:
        """Checks the worker for as long as it is busy, with a request or on its own."""
        unchanged, before = 0, 0.0
        while True:
            time.sleep(_IDLE_INTERVAL if self._phase == "idle" else _BUSY_INTERVAL)
            with self.lock:
                now = usage.of(self.worker.pid)
                self._check(now)
            seconds = now.seconds if now else 0.0
            unchanged = unchanged + 1 if seconds == before else 0
            before = seconds
            if unchanged >= _IDLE_CHECKS:
                self._sleep()

    def _sleep(self) -> None:
        """Until the main thread does something, unless it does already."""
        self._sleeps = True
        if self._phase == "idle":
            self._wake.wait()
        self._sleeps = False
        self._wake.clear()

    def _check(self, now: usage.Usage | None) -> None:
        """Kills a worker that exceeds a limit."""
        seconds = time.monotonic() - self._since
        if self._phase == "deliver":
            if seconds > MAX_CLOSED and _is_closed(self._browser):
                self.worker.kill()
                os._exit(0)
        elif now and now.resident > self._max_memory():
            self._kill("page")
        elif self._phase != "idle" and seconds > MAX_SECONDS:
            self._kill("computer")
        elif now and self._phase == "answer":
            self._cpu_before = now.seconds if self._cpu_before is None else self._cpu_before
            if self._exceeds(now.seconds - self._cpu_before):
                self._kill("page")

    def _exceeds(self, cpu: float) -> bool:
        """Whether a request has taken too many seconds of CPU time; what it asks for is read only when it may have."""
        assert self._request
        more = self._request.size / 1e6 * MAX_CPU_PER_MEGABYTE
        return cpu > MAX_CPU + more and (self._request.reads_page or cpu > MAX_CPU_OTHER + more)

    def _max_memory(self) -> int:
        is_large = self._request is not None and self._request.size >= LARGE
        return MAX_MEMORY_LARGE if is_large else MAX_MEMORY

    def _kill(self, blame: Blame) -> None:
        if self._phase == "answer" and self._request:
            self.blame = "bug" if blame == "page" and not self._request.reads_page else blame
        self.worker.kill()


def _is_closed(descriptor: int) -> bool:
    """Whether the browser has closed its end; Windows cannot tell."""
    if sys.platform == "win32":
        return False
    poll = select.poll()
    poll.register(descriptor, _HUNG_UP)
    return any(events & _HUNG_UP for _, events in poll.poll(0))
