"""What a crawl costs here: ``python tests/crawl/bench_crawl.py [--pages 150] [--memory 1000 100000]``.

CPU time on one WARC. Loops over ``jingdu.read`` and the peers that are installed, and a worker of ``jingdu extract``,
with what its parent does for it, take turns at each page: the least of each page, to which a busy machine adds little.
Of ``jingdu extract`` as a whole, with one and two workers, start-up left out: the least run, to which it adds more.
"""

import argparse
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import process_time
from typing import Any, Final

import jingdu
from jingdu.crawl import warc
from jingdu.crawl.pool import Worker
from jingdu.crawl.records import Options, Record
from jingdu.crawl.run import Crawl, extract
from jingdu.learn.corpus import load
from jingdu.learn.report.peers import PEERS, installed
from jingdu.page.parse import decode
from tests.crawl import made
from tests.crawl.test_memory import peaks

SKIPPED: Final = 20
"""Pages whose cost is left out, as it contains the start of the workers."""
CORPORA: Final = Path(os.environ.get("JINGDU_CORPORA") or Path(__file__).resolve().parents[2].parent / "shared/corpora")


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition(":")[0])
    parser.add_argument("--pages", type=int, default=150)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--corpus", type=Path, default=CORPORA / "wcxb-dev.jsonl.xz")
    parser.add_argument("--memory", type=int, nargs="*", default=[], help="only the memory after so many records")
    asked = parser.parse_args()
    if asked.memory:
        for records, peak in peaks(asked.memory):
            print(f"{records:8} records: {peak:.0f} MB", flush=True)
        return
    examples = load(asked.corpus)
    pages = [example.html for example in examples[:: max(1, len(examples) // asked.pages)][: asked.pages]]
    with tempfile.TemporaryDirectory() as folder:
        show_speed(Path(folder), pages, asked.rounds)


def show_speed(folder: Path, pages: Sequence[str], rounds: int) -> None:
    """Milliseconds of CPU time a page; pages a second and core as multiples of a loop's."""
    small, large = made.warc(folder / "small.warc.gz", pages[:SKIPPED]), made.warc(folder / "large.warc.gz", pages)
    with large.open("rb") as file:
        first, records = (found := list(warc.read(file, "large")))[:SKIPPED], found[SKIPPED:]
    worker = Worker(Options())
    worker.read(first)
    loops: dict[str, Callable[[Record], Any]] = {
        "loop over jingdu.read": lambda record: jingdu.read(text_of(record), record.url),
        "and its .text and .markdown": lambda record: [
            (one := jingdu.read(text_of(record), record.url)).text,
            one.markdown,
        ],
    } | {
        name: lambda record, name=name: PEERS[name].text(text_of(record))  # type: ignore[misc]
        for name in ("trafilatura", "trafilatura-fast", "resiliparse")
        if name in installed()
    }
    loops["a worker of jingdu extract"] = lambda record: worker.read([record])
    runs: dict[str, Callable[[], float]] = {"reading the WARC": lambda: spent(lambda: count(large))}
    for workers in (1, 2):
        runs[f"jingdu extract, {workers} workers"] = partial(command, folder, large, workers)
        runs[f"start, {workers}"] = partial(command, folder, small, workers)
    seconds = {name: [inf] * len(records) for name in loops} | {name: [inf] for name in runs}
    for _ in range(rounds):
        for at, record in enumerate(records):
            for name, read in loops.items():
                seconds[name][at] = min(seconds[name][at], cost(record, read, worker))
        for name, run in runs.items():
            seconds[name] = [min(*seconds[name], run())]
    worker.close()
    least = {name: 1000 * sum(best) / len(records) for name, best in seconds.items()}
    for workers in (1, 2):
        least[f"jingdu extract, {workers} workers"] -= least.pop(f"start, {workers}")
    print(f"{'':32}{'ms a page':>10}{'× read':>8}{'× read, .text, .markdown':>26}")
    bare, whole = list(least.values())[:2]
    for name, each in least.items():
        print(f"{name:32}{each:10.2f}{bare / each:8.2f}{whole / each:26.2f}")


def text_of(record: Record) -> str:
    return decode(bytes(record.data), record.charset)  # type: ignore[arg-type]


def count(path: Path) -> None:
    with path.open("rb") as file:
        for _ in warc.read(file, "large"):
            pass


def cost(record: Record, read: Callable[[Record], Any], worker: Worker) -> float:
    """Seconds of this process and of the worker."""
    start = process_time() + (worker._cpu or 0.0)
    with suppress(Exception):  # a page that one of them can't read is part of every crawl
        read(record)
    return process_time() + (worker._cpu or 0.0) - start


def command(folder: Path, path: Path, workers: int) -> float:
    """Seconds of this process and the workers."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    return spent(lambda: extract(Crawl([str(path)], out, workers=workers)))


def spent(work: Callable[[], Any]) -> float:
    """CPU seconds of this process and of those that have ended meanwhile."""
    before = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    work()
    after = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(b.ru_utime + b.ru_stime - a.ru_utime - a.ru_stime for a, b in zip(before, after, strict=True))


if __name__ == "__main__":
    main()
