"""Long work: one process for each core, and on standard error how far it is and about how long it will take yet."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import active_children
from typing import Any, Final, TextIO, TypeVar

from jingdu.cli.parser import clock

_R = TypeVar("_R")
Report = Callable[[str], None]
"""Takes a line for the user. ``pages 120/1497`` is how far a stage is: the rest is estimated from it."""
_GIVEN: list[Any] = []
"""What this process was given with all of its work."""
EVERY: Final = 5.0
"""Seconds between two lines about one stage; on a terminal the line is drawn anew instead."""
_COUNT: Final = re.compile(r"^(.*?)\b(\d+)/(\d+)$")


def spread(work: Callable[..., _R], items: Iterable[Any], *given: Any, chunk: int = 8) -> Iterator[_R]:
    """``work(item, *given)`` of each item, in their order; what is ``given`` is handed to each process once.

    An interruption ends the processes, also those that were started a moment ago and that
    the pool does not know yet.
    """
    with ProcessPoolExecutor(os.cpu_count(), initializer=_begin, initargs=given) as pool:
        try:
            yield from pool.map(partial(_call, work), items, chunksize=chunk)
        except BaseException:
            for process in active_children():
                process.terminate()
            pool.shutdown(cancel_futures=True)
            raise


def _begin(*given: Any) -> None:
    """Ctrl-C is for the parent to answer; the children would each print a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _GIVEN[:] = given


def _call(work: Callable[..., _R], item: Any) -> _R:
    return work(item, *_GIVEN)


class Progress:
    """Called with a line; one that ends in ``120/1497`` is a step of a stage, whose rest is estimated."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._start = time.monotonic()
        self._stage = ""
        self._stage_start = self._start
        self._shown = 0.0
        self._open = False

    def __call__(self, text: str) -> None:
        now = time.monotonic()
        counted = _COUNT.match(text)
        if counted is None:
            self._write(now, text, last=True)
            return
        if counted[1] != self._stage:
            self._stage, self._stage_start = counted[1], now
        done, total = int(counted[2]), int(counted[3])
        last = done >= total
        if last or now - self._shown >= (0.2 if self._stream.isatty() else EVERY):
            self._shown = now
            rest = (now - self._stage_start) * (total - done) / (done or 1)
            self._write(now, text if last or done < 2 else f"{text}, about {clock(rest)} left", last)
        if last:
            self._stage = ""

    def _write(self, now: float, text: str, last: bool) -> None:
        line = f"{clock(now - self._start)} {text}"
        if self._stream.isatty():
            line = ("\r\x1b[K" if self._open else "") + line
            self._open = not last
        print(line, end="" if self._open else "\n", file=self._stream, flush=True)
