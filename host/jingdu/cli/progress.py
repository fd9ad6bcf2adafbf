"""Progress of commands on standard error."""

import sys
import time
from collections.abc import Callable, Iterator
from math import inf
from typing import Final

from jingdu.i18n import gettext as _
from jingdu.library.jobs import State

_INTERVAL: Final = 0.2
"""Seconds between updates on a terminal."""


class ProgressLine:
    """A line that is updated on a terminal; elsewhere a new line every ``interval`` seconds."""

    def __init__(self, interval: float = inf) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._interval = _INTERVAL if self._is_terminal else interval
        self._last = time.monotonic()

    def __call__(self, line: Callable[[], str]) -> None:
        """Shows the line, unless one was shown less than an interval ago."""
        now = time.monotonic()
        if now - self._last >= self._interval:
            self._last = now
            sys.stderr.write(f"\r\x1b[K{line()}" if self._is_terminal else f"{line()}\n")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._is_terminal:
            sys.stderr.write("\r\x1b[K")


def run_job(work: Callable[[State], Iterator[None]], *, quiet: bool = False) -> State:
    """Runs all steps of ``work`` and returns its state; exceptions propagate."""
    state, progress = State(), ProgressLine()
    try:
        for _step in work(state):
            if not quiet:
                progress(lambda: _("{done} of {total} articles", done=state.done, total=state.total or "?"))
    finally:
        progress.clear()
    return state
