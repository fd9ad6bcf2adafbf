"""The limits of a worker, and the thread that enforces them.

CPU time is limited, because it does not depend on the computer's load: to 7.5 s for a page, plus 0.06 s per megabyte. A
limit of wall-clock time ends blocked workers; it is the only limit if CPU time is unknown.

The reply says who is to blame: the page if reading it takes too much CPU time or memory, a bug if another action does,
and the computer if the wall-clock limit is exceeded.
"""

import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from threading import Event, Lock, Thread
from typing import Final, Literal

from jingdu.faults import Blame, Fault
from jingdu.host.process import Usage, Worker, usage

MAX_MEMORY: Final = 1400 * 1024 * 1024
"""Maximum bytes of memory of a worker, idle or not."""
LARGE: Final = 40_000_000
"""Minimum bytes of a large request."""
MAX_MEMORY_LARGE: Final = 980 * 1024 * 1024
"""Maximum bytes of memory of a worker that answers a large request, since the host has a copy of the request."""
MAX_CPU: Final = 7.5
"""Maximum seconds of CPU time for a page, without `MAX_CPU_PER_MEGABYTE`."""
MAX_CPU_PER_MEGABYTE: Final = 0.06
"""Additional seconds of CPU time for each million bytes of a request."""
MAX_CPU_OTHER: Final = 18.0
"""Maximum seconds of CPU time for an action that does not read a page, also without `MAX_CPU_PER_MEGABYTE`."""
MAX_SECONDS: Final = 180.0
"""Maximum seconds of wall-clock time of an action; the extension waits longer (``extension/background/link.js``)."""
MAX_CLOSED: Final = 5.0
"""Seconds of blocked delivery of a frame after which the host exits if the browser has closed its end."""
PAGE_ACTIONS: Final = frozenset(("extract", "explain", "following", "save"))
_BUSY_INTERVAL: Final = 0.5 if sys.platform == "darwin" else 0.05
"""Seconds between checks of a busy worker; most replies arrive before the first."""
_IDLE_INTERVAL: Final = 0.25
_QUIET_CHECKS: Final = 10
"""Checks without change after which an idle worker is not checked until the next request."""
_HUNG_UP: Final = 0 if sys.platform == "win32" else select.POLLHUP | select.POLLERR | getattr(select, "POLLRDHUP", 0)
Phase = Literal["idle", "busy", "deliver"]
"""The state of the main thread: it waits for the browser, waits for the worker, or writes to the browser."""


def max_cpu(size: int, *, page: bool = True) -> float:
    """The maximum seconds of CPU time for a request of ``size`` bytes, which reads a page or not."""
    return (MAX_CPU if page else MAX_CPU_OTHER) + size / 1e6 * MAX_CPU_PER_MEGABYTE


class Request:
    """A frame from the browser; it is parsed only when its id or action is needed."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.body = bytearray()

    @property
    def id(self) -> int | None:
        return self._head[0]

    @property
    def reads_page(self) -> bool:
        return self._head[1] in PAGE_ACTIONS

    @cached_property
    def _head(self) -> tuple[int | None, object]:
        from jingdu import protocol
        from jingdu.protocol import wire

        try:
            message = wire.parse(self.body.decode())
        except (Fault, UnicodeDecodeError):
            return None, None
        return protocol.identity(message), message.get("action") if isinstance(message, dict) else None


class Watchdog(Thread):
    """Watches the worker, and the browser while a frame is delivered to it."""

    def __init__(self, worker: Worker, browser: int) -> None:
        super().__init__(daemon=True)
        self.worker = worker
        self.blame: Blame | None = None
        """Who is to blame if the worker was killed for its request, else None."""
        self.lock = Lock()
        """Held while the worker is replaced, so that this thread does nothing while the process forks."""
        self._browser = browser
        self._phase: Phase = "idle"
        self._since = 0.0
        self._request: Request | None = None
        self._cpu_before: float | None = None
        self._wake = Event()

    def begin(self, request: Request) -> None:
        """Starts counting CPU time for a request."""
        self.blame, self._request, self._cpu_before = None, request, None

    @contextmanager
    def during(self, phase: Phase) -> Iterator[None]:
        self._since, self._phase = time.monotonic(), phase
        self._wake.set()
        try:
            yield
        finally:
            self._phase = "idle"

    def run(self) -> None:
        """Checks the worker repeatedly while it is busy with a request or with deferred work."""
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
        """Kills a worker that exceeds a limit; ends the host if the browser is gone."""
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
        """Whether a request exceeds its CPU time; its action is parsed only after the limit of a page."""
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
