"""Stages of a long command: kept results come back unchanged, and others are never used; the progress."""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from jingdu.learn import work
from jingdu.learn.stages import Stages
from jingdu.learn.work import Progress


class Pair(NamedTuple):
    left: list[float]
    right: dict[str, float]


@dataclass(frozen=True)
class Held:
    name: str
    rows: Any
    pairs: list[Pair]


def value() -> Held:
    rng = np.random.default_rng(5)
    numbers = rng.normal(size=40).tolist()
    return Held(
        "站 \ud800",
        {"floats": rng.normal(size=(3, 4)), "words": np.array(["p", "文"]), "bits": np.array([True, False])},
        [Pair(numbers, {"a": 0.1, "b": 1e-300}), Pair([], {}), Pair([1, 2.5, True], {"n": 2**70})],  # type: ignore[list-item]
    )


def test_a_kept_stage_round_trips(tmp_path: Path) -> None:
    Stages(tmp_path, "k").cached("one", (Held, Pair), value)
    again: Any = Stages(tmp_path, "k").cached("one", (Held, Pair), lambda: pytest.fail("made twice"))
    first = value()
    assert (again.name, again.pairs) == (first.name, first.pairs)
    assert isinstance(again.pairs[0], Pair)
    assert [type(one) for one in again.pairs[2].left] == [int, float, bool]
    assert set(again.rows) == set(first.rows)
    for name, array in first.rows.items():
        assert again.rows[name].dtype == array.dtype
        assert again.rows[name].tolist() == array.tolist()


@pytest.mark.parametrize(
    "data",
    [b"", b"no pickle", pickle.dumps({"a": Path("/")}), pickle.dumps([1])[:-1]],
    ids=["empty", "text", "path", "cut"],
)
def test_a_damaged_stage_is_computed_again(tmp_path: Path, data: bytes) -> None:
    stages = Stages(tmp_path, "k")
    stages.cached("one", (), lambda: 1)
    (file,) = tmp_path.iterdir()
    file.write_bytes(data)
    assert stages.cached("one", (), lambda: 2) == 2
    assert stages.cached("one", (), lambda: 3) == 2


class Trap:
    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (Path("sprung"),)


def test_a_planted_pickle_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    stages = Stages(tmp_path / "work", "k")
    stages.cached("one", (), lambda: 1)
    (file,) = (tmp_path / "work").iterdir()
    file.write_bytes(pickle.dumps(np.array([Trap()], dtype=object)))
    assert stages.cached("one", (), lambda: 2) == 2
    assert not (tmp_path / "sprung").exists()


def test_only_listed_classes_are_unpickled(tmp_path: Path) -> None:
    Stages(tmp_path, "k").cached("one", (Pair,), lambda: Pair([], {}))
    assert Stages(tmp_path, "k").cached("one", (), lambda: "made anew") == "made anew"


def test_an_interrupted_stage_resumes_where_it_stopped(tmp_path: Path) -> None:
    asked: list[int] = []

    def work(part: Sequence[int]) -> Iterator[int]:
        for item in part:
            if item == 7 and len(asked) < 8:
                asked.append(item)
                raise KeyboardInterrupt
            asked.append(item)
            yield item * item

    with pytest.raises(KeyboardInterrupt):
        list(Stages(tmp_path, "k").map("squares", (), range(10), work, chunk=3))
    assert asked == [0, 1, 2, 3, 4, 5, 6, 7]
    lines: list[str] = []
    assert list(Stages(tmp_path, "k", lines.append).map("squares", (), range(10), work, chunk=3)) == [
        number * number for number in range(10)
    ]
    assert asked[8:] == [6, 7, 8, 9]
    assert lines[-1] == "squares 10/10"


def test_stages_are_the_users_alone_and_are_cleared(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    stages = Stages(folder, "k")
    stages.cached("one", (), lambda: 1)
    assert folder.stat().st_mode & 0o077 == 0
    stages.clear()
    assert not folder.exists()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which the test advances."""
    now = [100.0]
    monkeypatch.setattr(work.time, "monotonic", lambda: now[0])
    return now


def test_a_stage_shows_the_time_taken_and_about_what_is_left(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_a_terminal_shows_one_line_a_stage(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    report = Progress()
    for done in (1, 5, 10):
        report(f"pages {done}/10")
        clock[0] += 1
    report("done")
    lines = [line for line in stream.getvalue().split("\r\x1b[K") if line]
    assert lines == ["0:01 pages 5/10, about 0:01 left", "0:02 pages 10/10\n", "0:03 done\n"]
