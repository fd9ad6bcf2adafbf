"""Simulated power cuts during actions: each article is old or new, and acknowledged changes are durable.

The default run takes a few points in time of one action; ``--long`` takes every point of every action, with up to 24
states of the disk each.
"""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.faults import powercut, shim
from tests.hostile.faults.actions import actions
from tests.hostile.faults.bench import Result
from tests.hostile.faults.judging import Judge
from tests.support.library_items import contents

pytestmark = [pytest.mark.skipif(shim.skip_reason() is not None, reason=shim.skip_reason() or ""), pytest.mark.slow]
ACTIONS = list(actions(Path()))


def recorded(judge: Judge, action: str) -> powercut.Disk:
    """Runs an action and records its writes, on top of the home before it."""
    home, record = judge.bench.home, judge.bench.folder / "record"
    judge.bench.reset(action)
    before = judge.bench.folder / "before"
    shutil.rmtree(before, ignore_errors=True)
    shutil.copytree(home, before, symlinks=True)
    assert judge.bench.do(action, record=record).acknowledged
    return powercut.Disk(before, home, powercut.read(record))


def states(disk: powercut.Disk, long_run: bool) -> Iterator[tuple[int, powercut.Tree]]:
    """Points in time and possible states of the disk; each state once before and once after the acknowledgement."""
    chance, seen = random.Random(1), set()
    moments = list(range(1, disk.length + 1))
    for at in moments if long_run else [disk.marks[0] + 1, *chance.sample(moments, min(2, len(moments)))]:
        for tree in disk.cuts(at, chance, 24 if long_run else 4):
            result = (at > disk.marks[0], powercut.checksum(tree))
            if result not in seen:
                seen.add(result)
                yield at, tree


@pytest.mark.timeout(0)
@pytest.mark.sample("replace")
@pytest.mark.parametrize("action", ACTIONS)
def test_each_article_is_old_or_new_after_a_power_cut(judge: Judge, action: str, long_run: bool) -> None:
    judge.before_and_after(action)
    disk = recorded(judge, action)
    problems = []
    for at, tree in states(disk, long_run):
        shutil.rmtree(judge.bench.home)
        powercut.write_tree(tree, disk, judge.bench.home)
        found = judge.problems(action, Result([], acknowledged=at > disk.marks[0], killed=True, seen=0))
        problems += [f"before event {at} of {disk.length}: {line}" for line in found]
    assert not problems, "\n".join(problems[:40])


def test_the_disk_model_reproduces_a_fully_synced_disk(judge: Judge) -> None:
    """With all changes applied, the modelled disk equals the real one."""
    disk = recorded(judge, "save")
    real = _contents(judge.bench.home)
    shutil.rmtree(judge.bench.home)
    powercut.write_tree(disk.after_cut(disk.length, set(disk.pending(disk.length))), disk, judge.bench.home)
    made = _contents(judge.bench.home)
    assert [name for name in real.keys() | made.keys() if real.get(name) != made.get(name)] == []


def _contents(home: Path) -> dict[str, bytes]:
    """All files but SQLite's shared memory, which is written through mmap and recreated at every start."""
    return {name: data for name, data in contents(home).items() if not name.endswith(".sqlite-shm")}
