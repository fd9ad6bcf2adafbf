"""One process for each core, for work on many pages."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children
from typing import Any, TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")


def spread(
    work: Callable[[_T], _R],
    items: Iterable[_T],
    prepare: Callable[..., None] | None = None,
    given: tuple[Any, ...] = (),
    chunk: int = 8,
) -> Iterator[_R]:
    """``work`` of each item, in their order; each process first calls ``prepare(*given)``.

    An interruption ends the processes, also those that were started a moment ago and that
    the pool does not know yet.
    """
    with ProcessPoolExecutor(os.cpu_count(), initializer=_begin, initargs=(prepare, given)) as pool:
        try:
            yield from pool.map(work, items, chunksize=chunk)
        except BaseException:
            for process in active_children():
                process.terminate()
            pool.shutdown(cancel_futures=True)
            raise


def _begin(prepare: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """Ctrl-C is for the parent to answer; the children would each print a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if prepare:
        prepare(*given)
