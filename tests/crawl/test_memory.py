"""The memory of a worker does not grow with the number of records; see also `bench_crawl.py --memory`."""

from collections.abc import Collection, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from jingdu.crawl.pool import Pool
from jingdu.crawl.records import Options, Record
from tests.crawl.made import pages


def peaks(counts: Collection[int]) -> Iterator[tuple[int, float]]:
    """(count, peak memory of one worker in MB) after each of ``counts`` small records with unique names."""
    known, peak = pages(50, 1), 0
    with closing(Pool(1, Options())) as pool:
        for number, _ in pool.rows((at, _record(known, at)) for at in range(1, max(counts) + 1)):
            if number % 100 == 0 or number in counts:
                peak = max(peak, _peak(pool.workers[0].process.pid))
            if number in counts:
                yield number, peak / 1024


def _peak(process: int) -> int:
    """Peak memory in KB; 0 while the worker is being replaced."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1])
    return 0


def _record(known: list[str], at: int) -> Record:
    page = known[at % 50].replace("<article", f"<article data-{at}=1 class='post-{at}'")
    return Record(str(at), f"https://site-{at % 997}.example/{at}", data=page)


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the peak from /proc")
def test_worker_memory_does_not_grow_with_records() -> None:
    (_, some), (_, many) = peaks([1_000, 5_000])
    assert many <= 1.2 * some
