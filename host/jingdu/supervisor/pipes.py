"""Waiting for whichever of several pipes has something, with a limit of time, and writing with one.

`Polled` asks the system; Windows can't be asked about a pipe, so there `Threaded` has a thread
wait at each. Both do the same, and the tests try both.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, Protocol

_LAST: Final = 5.0
"""Seconds for a browser that has closed its end to take what it asked for."""
_SLEEPY: Final = 3600.0
"""Seconds for a browser on a system that can't be asked whether it is still there."""
_CLOSED: Final = getattr(select, "POLLRDHUP", 0)
"""Asks for the end of a socket; that of a pipe is told unasked."""


class Stuck(Exception):
    """Nobody took what was written within the time there was."""


class Pipes(Protocol):
    """How the relay reads and writes."""

    def read(self, wanted: Mapping[int, int], timeout: float | None) -> tuple[int, bytes] | None:
        """What came first from one of the descriptors, at most so many bytes (none at its end); None: nothing yet."""

    def write(self, descriptor: int, data: bytes, timeout: float) -> None:
        """Writes all of it; raises ``OSError`` where nobody reads any more, and `Stuck`."""

    def deliver(self, descriptor: int, data: bytes, asker: int) -> None:
        """Writes all of it to a browser that may take its time, until it has closed ``asker``; raises as `write`."""

    def prepare(self, descriptor: int) -> None:
        """It will be written to, and who reads it may stop doing so."""

    def forget(self, descriptor: int) -> None:
        """Nothing more is read from it: it is about to be closed, and its writer has ended."""


class Polled:
    """By ``poll``."""

    def read(self, wanted: Mapping[int, int], timeout: float | None) -> tuple[int, bytes] | None:
        poll = select.poll()
        for descriptor in wanted:
            poll.register(descriptor, select.POLLIN)
        ready = poll.poll(None if timeout is None else timeout * 1000)
        if not ready:
            return None
        descriptor = ready[0][0]
        return descriptor, os.read(descriptor, wanted[descriptor])

    def write(self, descriptor: int, data: bytes, timeout: float) -> None:
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(descriptor, rest) :]
            except BlockingIOError:
                poll = select.poll()
                poll.register(descriptor, select.POLLOUT)
                if not poll.poll(timeout * 1000):
                    raise Stuck from None

    def deliver(self, descriptor: int, data: bytes, asker: int) -> None:
        rest = memoryview(data)
        while rest:
            poll = select.poll()
            poll.register(descriptor, select.POLLOUT)
            poll.register(asker, _CLOSED)
            if descriptor not in dict(poll.poll()):
                poll.unregister(asker)  # it is closed, and would be told again and again
                if not poll.poll(_LAST * 1000):
                    raise Stuck
            with suppress(BlockingIOError):
                rest = rest[os.write(descriptor, rest) :]

    def prepare(self, descriptor: int) -> None:
        """So that a write takes no longer than it may."""
        os.set_blocking(descriptor, False)

    def forget(self, descriptor: int) -> None:
        """Nothing is known of it."""


class Threaded:
    """By a thread for each descriptor, which reads when it is asked to, and one for each write under way."""

    def __init__(self) -> None:
        from queue import SimpleQueue

        self._come: Any = SimpleQueue()
        self._asked: set[int] = set()
        self._kept: dict[int, bytes] = {}

    def read(self, wanted: Mapping[int, int], timeout: float | None) -> tuple[int, bytes] | None:
        from queue import Empty

        for descriptor, size in wanted.items():
            self._ask(descriptor, size)
        while not (ready := [descriptor for descriptor in wanted if descriptor in self._kept]):
            try:
                self._keep(timeout)
            except Empty:
                return None
        return ready[0], self._kept.pop(ready[0])

    def write(self, descriptor: int, data: bytes, timeout: float) -> None:
        ended: Any = type(self._come)()
        _thread(lambda: ended.put(_written(descriptor, data)))
        from queue import Empty

        try:
            error = ended.get(timeout=timeout + len(data) / 1e6)
        except Empty:
            raise Stuck from None
        if error:
            raise error

    def deliver(self, descriptor: int, data: bytes, asker: int) -> None:
        self.write(descriptor, data, _SLEEPY)

    def prepare(self, descriptor: int) -> None:
        """Nothing: the thread that writes is left alone."""

    def forget(self, descriptor: int) -> None:
        """The thread that reads from it meets its end, and is done."""
        while descriptor in self._asked:
            self._keep(None)
        self._kept.pop(descriptor, None)

    def _keep(self, timeout: float | None) -> None:
        descriptor, data = self._come.get(timeout=timeout)
        self._asked.discard(descriptor)
        self._kept[descriptor] = data

    def _ask(self, descriptor: int, size: int) -> None:
        if descriptor not in self._asked and descriptor not in self._kept:
            self._asked.add(descriptor)
            _thread(lambda: self._come.put((descriptor, _read(descriptor, size))))


def here() -> Pipes:
    """What fits this system."""
    return Threaded() if sys.platform == "win32" else Polled()


def _thread(work: Callable[[], object]) -> None:
    from threading import Thread

    Thread(target=work, daemon=True).start()


def _read(descriptor: int, size: int) -> bytes:
    try:
        return os.read(descriptor, size)
    except OSError:
        return b""


def _written(descriptor: int, data: bytes) -> OSError | None:
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    except OSError as error:
        return error
    return None
