"""How far a command is, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from math import inf
from typing import Final

from jingdu.i18n import gettext as _
from jingdu.library.jobs import State

_PAUSE: Final = 0.2
"""Seconds between two lines on a terminal."""


class Progress:
    """One line that changes on a terminal; elsewhere a line every ``pause`` seconds."""

    def __init__(self, pause: float = inf) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._pause = _PAUSE if self._is_terminal else pause
        self._shown = time.monotonic()

    def __call__(self, line: Callable[[], str]) -> None:
        """Shows the ``line``, unless one was shown a moment ago."""
        now = time.monotonic()
        if now - self._shown >= self._pause:
            self._shown = now
            sys.stderr.write(f"\r\x1b[K{line()}" if self._is_terminal else f"{line()}\n")
            sys.stderr.flush()

    def clear(self) -> None:
        """Removes the line from a terminal."""
        if self._is_terminal:
            sys.stderr.write("\r\x1b[K")


def run_job(work: Callable[[State], Iterator[None]], *, quiet: bool = False) -> State:
    """Does all of ``work`` and returns what came of it; what it raises passes through."""
    state, progress = State(), Progress()
    for _step in work(state):
        if not quiet:
            progress(lambda: _("{done} of {total} articles", done=state.done, total=state.total or "?"))
    progress.clear()
    return state
