"""Long work on the command line: how far it is on a terminal, what failed on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Final

from jingdu.cli.source import printable
from jingdu.library.jobs import State

_PAUSE: Final = 0.2
"""Seconds between two lines of progress."""


def clock(seconds: float) -> str:
    """A time as ``minutes:seconds``, from an hour on as ``hours:minutes:seconds``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def run_job(work: Callable[[State], Iterator[None]]) -> State:
    """Does all of ``work``; Ctrl-C ends it where it is, and what it raises passes through."""
    state = State()
    shown = 0.0
    for _ in work(state):
        if sys.stderr.isatty() and time.monotonic() - shown > _PAUSE:
            shown = time.monotonic()
            sys.stderr.write(f"\r{state.done} of {state.total or '?'} ")
    if shown:
        sys.stderr.write("\r\x1b[K")
    for line in state.report:
        text = f"{line['title']} – {line['why']}"
        print(f"jingdu: {printable(text)}", file=sys.stderr)
    return state
