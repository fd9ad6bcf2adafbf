"""How far a long command is, on standard error: the stage, the time taken, and about how long it will take yet."""

from __future__ import annotations

import re
import sys
import time
from typing import Final, TextIO

from jingdu.cli.progress import clock

EVERY: Final = 5.0
"""Seconds between two lines about one stage; on a terminal the line is drawn anew instead."""
_COUNT: Final = re.compile(r"^(.*?)\b(\d+)/(\d+)$")


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

    def _write(self, now: float, text: str, last: bool) -> None:
        line = f"{clock(now - self._start)} {text}"
        if self._stream.isatty():
            line = ("\r\x1b[K" if self._open else "") + line
            self._open = not last
        print(line, end="" if self._open else "\n", file=self._stream, flush=True)
