"""How far a long command is, on a terminal and in a file."""

from __future__ import annotations

import io

import pytest

from jingdu.learn import work
from jingdu.learn.work import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which the test moves on."""
    now = [100.0]
    monkeypatch.setattr(work.time, "monotonic", lambda: now[0])
    return now


def test_a_stage_shows_the_time_taken_and_about_what_is_left(clock: list[float]) -> None:
    stream = io.StringIO()
    report = Progress(stream)
    clock[0] += 60
    report("pages 0/200")
    clock[0] += 30
    report("pages 50/200")
    report("pages 51/200")
    clock[0] += 90
    report("pages 200/200")
    assert stream.getvalue() == "1:00 pages 0/200\n1:30 pages 50/200, about 1:30 left\n3:00 pages 200/200\n"


def test_a_terminal_shows_one_line_a_stage(clock: list[float]) -> None:
    stream = Terminal()
    report = Progress(stream)
    for done in (1, 5, 10):
        report(f"pages {done}/10")
        clock[0] += 1
    report("done")
    assert stream.getvalue().count("\n") == 2
    assert stream.getvalue().split("\r\x1b[K")[-1] == "0:02 pages 10/10\n0:03 done\n"
