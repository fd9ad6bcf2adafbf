"""Progress of long commands: elapsed time and estimated time left."""

import io
import sys

import pytest

from jingdu.learn import work
from jingdu.learn.work import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A fake clock that the test advances."""
    now = [100.0]
    monkeypatch.setattr(work.time, "monotonic", lambda: now[0])
    return now


def test_progress_shows_elapsed_and_remaining_time(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    report = Progress()
    clock[0] += 60
    report("pages 0/200")
    clock[0] += 30
    report("pages 50/200")
    report("pages 51/200")
    clock[0] += 90
    report("pages 200/200")
    assert stream.getvalue() == "1:00 pages 0/200\n1:30 pages 50/200, about 1:30 left\n3:00 pages 200/200\n"


def test_progress_on_a_terminal_has_one_line_per_stage(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    report = Progress()
    for done in (1, 5, 10):
        report(f"pages {done}/10")
        clock[0] += 1
    report("done")
    lines = [line for line in stream.getvalue().split("\r\x1b[K") if line]
    assert lines == ["0:01 pages 5/10, about 0:01 left", "0:02 pages 10/10\n", "0:03 done\n"]
