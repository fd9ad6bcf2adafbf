"""A power cut at every moment of every action: each article is old or new, and what was acknowledged is there.

The sample takes a few moments and states of one action; ``--long`` takes every moment of all, and up to 24 states of
each.
"""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.faults import powercut, shim
from tests.hostile.faults.bench import Done
from tests.hostile.faults.judging import Judge
from tests.hostile.faults.works import works

pytestmark = [pytest.mark.skipif(shim.lacking() is not None, reason=shim.lacking() or ""), pytest.mark.slow]
WORKS = list(works(Path()))


def recorded(judge: Judge, work: str) -> powercut.Disk:
    """All that an action writes, on top of the home as it was."""
    home, record = judge.bench.home, judge.bench.folder / "record"
    judge.bench.reset(work)
    before = judge.bench.folder / "before"
    shutil.rmtree(before, ignore_errors=True)
    shutil.copytree(home, before, symlinks=True)
    assert judge.bench.do(work, record=record).acknowledged
    return powercut.Disk(before, home, powercut.read(record))


def states(disk: powercut.Disk, long_run: bool) -> Iterator[tuple[int, powercut.Tree]]:
    """Moments and what the disk may be then; each disk once before and once after the acknowledgement."""
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
@pytest.mark.parametrize("work", WORKS)
def test_after_a_power_cut_each_article_is_old_or_new(judge: Judge, work: str, long_run: bool) -> None:
    judge.before_and_after(work)
    disk = recorded(judge, work)
    wrong = []
    for at, tree in states(disk, long_run):
        shutil.rmtree(judge.bench.home)
        powercut.put(tree, disk, judge.bench.home)
        found = judge.wrong(work, Done([], acknowledged=at > disk.marks[0], killed=True, seen=0))
        wrong += [f"before event {at} of {disk.length}: {line}" for line in found]
    assert not wrong, "\n".join(wrong[:40])


def test_the_disk_model_reproduces_a_fully_synced_disk(judge: Judge) -> None:
    """With every piece there, the model's disk reads as the real one does."""
    disk = recorded(judge, "save")
    real = {path.relative_to(judge.bench.home): path.read_bytes() for path in _files(judge.bench.home)}
    shutil.rmtree(judge.bench.home)
    powercut.put(disk.left(disk.length, set(disk.pending(disk.length))), disk, judge.bench.home)
    made = {path.relative_to(judge.bench.home): path.read_bytes() for path in _files(judge.bench.home)}
    assert {str(path) for path in real} == {str(path) for path in made}
    assert [str(path) for path in real if real[path] != made[path]] == []


def _files(folder: Path) -> list[Path]:
    """All but SQLite's shared memory, which is written through mmap and recreated at every start."""
    return [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".sqlite-shm"]
