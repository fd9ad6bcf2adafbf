"""How a worker holds itself back, where its system offers that: the last resort behind its host's eye.

Memory asked for beyond `LARGEST` is refused, so that one huge wish is a ``MemoryError`` and a fault, and a
worker that nobody watches any more (its host was killed) ends by itself within `RUNAWAY` seconds of
work, even in code that holds Python's lock.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

LARGEST: Final = 3 * 1024**3
"""Bytes of data; what is only set aside counts too, so this is wider than what the host allows to be used."""
RUNAWAY: Final = 60.0
"""Seconds of the processor for one answer; the host stops it long before."""


def begin() -> None:
    """For the whole life of a worker. numpy's linear algebra, which nothing here needs, gets no threads of its own."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        import resource
    except ImportError:  # Windows, where a job object does it
        return
    with suppress(OSError, ValueError):
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (LARGEST, most))


@contextmanager
def bounded() -> Iterator[None]:
    """The system ends the process where what is done meanwhile runs away."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, RUNAWAY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
