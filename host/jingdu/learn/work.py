"""A process pool, and progress with an estimate of the remaining time on standard error."""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import active_children
from typing import Any, Final, TypeVar

from jingdu.cli.parser import clock
from jingdu.cli.progress import ProgressLine

_R = TypeVar("_R")
Report = Callable[[str], None]
"""Takes a line of progress; one that ends in ``120/1497`` counts the steps of a stage."""
_SHARED: list[Any] = []
"""Arguments common to all calls in this process."""
_INTERVAL: Final = 5.0
"""Seconds between two lines about one stage, unless a terminal redraws the line."""
_COUNT: Final = re.compile(r"^(.*?)\b(\d+)/(\d+)$")


def parallel_map(
    work: Callable[..., _R], items: Collection[Any], *shared: Any, chunk: int = 8, report: Report = lambda text: None,
    unit: str = "pages",
) -> Iterator[_R]:  # fmt: skip
    """Yields ``work(item, *shared)`` in the order of ``items``; ``shared`` is sent to each process once.

    On an exception all child processes are terminated, including those the pool has not registered yet.
    """
    with ProcessPoolExecutor(os.cpu_count(), initializer=_initialize, initargs=shared) as pool:
        try:
            for done, result in enumerate(pool.map(partial(_call, work), items, chunksize=chunk), 1):
                yield result
                report(f"{unit} {done}/{len(items)}")
        except BaseException:
            for process in active_children():
                process.terminate()
            pool.shutdown(cancel_futures=True)
            raise


def _initialize(*shared: Any) -> None:
    """Stores the shared arguments, and leaves Ctrl-C to the parent, as each child would print a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _SHARED[:] = shared


def _call(work: Callable[..., _R], item: Any) -> _R:
    return work(item, *_SHARED)


class Progress:
    """A `Report` that prints lines with the elapsed time, and with the remaining time of the stage."""

    def __init__(self) -> None:
        self._line = ProgressLine(_INTERVAL)
        self._start = time.monotonic()
        self._stage, self._stage_start = "", self._start

    def __call__(self, text: str) -> None:
        now, match = time.monotonic(), _COUNT.match(text)
        stage, done, total = (match[1], int(match[2]), int(match[3])) if match else (text, 1, 1)
        if stage != self._stage:
            self._stage, self._stage_start = stage, now
        text = f"{clock(now - self._start)} {text}"
        if done < total:
            left = f", about {clock((now - self._stage_start) * (total - done) / done)} left" if done > 1 else ""
            self._line(lambda: text + left)
        else:
            self._line.clear()
            print(text, file=sys.stderr, flush=True)
            self._stage = ""
