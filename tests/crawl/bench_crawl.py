"""Benchmark of a crawl: ``python tests/crawl/bench_crawl.py [--pages 150] [--memory 1000 100000]``.

First CPU time: loops over ``jingdu.read`` and the installed peers, and workers of ``jingdu extract``, each in a new
process, read each batch of a WARC in turn. The minimum of several rounds per batch reduces the noise of a busy
machine. The parent's CPU time for reading the WARC and writing Parquet is added to that of a worker.

Then whole runs over the same pages, also in wall-clock time, again the minimum of several rounds: ``jingdu extract``
on one core and on two, compared with one loop and two concurrent loops. Start-up time is excluded.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from math import inf
from multiprocessing import get_context
from os import sched_getaffinity, sched_setaffinity
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import monotonic, process_time
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import jingdu
from jingdu.crawl import warc
from jingdu.crawl.pool import BATCH, Worker
from jingdu.crawl.records import Options, Record
from jingdu.crawl.run import Crawl, extract
from jingdu.learn.corpus import load
from jingdu.learn.report.peers import PEERS, installed
from jingdu.page.parse import decode
from tests.crawl import made
from tests.crawl.test_memory import peaks

PASSES: Final = 3
"""Repetitions of the pages in whole runs, so that the idle time of a worker at the end is negligible."""
SKIPPED: Final = 20
"""Pages at the start that are not measured, because they include the start-up of the workers."""
LOOP: Final = "jingdu.read"
TWO_LOOPS: Final = "two loops over jingdu.read"
READING: Final = "reading the WARC"
COMMAND: Final = "jingdu extract"
ONE_CORE: Final = "jingdu extract, one core"
TWO_CORES: Final = "jingdu extract, two cores"
ONE: Final = {TWO_LOOPS: LOOP, TWO_CORES: ONE_CORE}
WORKER: Final = "a worker of jingdu extract"
CORPORA: Final = Path(os.environ.get("JINGDU_CORPORA") or Path(__file__).resolve().parents[2].parent / "shared/corpora")


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition(":")[0])
    parser.add_argument("--pages", type=int, default=150)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--corpus", type=Path, default=CORPORA / "wcxb-dev.jsonl.xz")
    parser.add_argument("--memory", type=int, nargs="*", default=[], help="only measure memory after so many records")
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
    """Measures and prints the milliseconds per page of each reader."""
    large = made.warc(folder / "large.warc.gz", pages)
    with large.open("rb") as file:
        first, records = (found := list(warc.read(file, "large")))[:SKIPPED], found[SKIPPED:]
    groups = [records[at : at + BATCH] for at in range(0, len(records), BATCH)]
    best: defaultdict[str, list[float]] = defaultdict(lambda: [inf] * len(groups))
    whole: dict[str, Used] = {}
    for _ in range(rounds):
        take_turns(best, first, groups)
        for name, used in measure_runs(folder, large, pages, first, records):
            whole[name] = Used(*map(min, whole.get(name, used), used))
    show({name: sum(seconds) / len(records) for name, seconds in best.items()}, whole)


def take_turns(best: dict[str, list[float]], first: Sequence[Record], groups: Sequence[Sequence[Record]]) -> None:
    """Measures each reader on each group; keeps the minimum CPU seconds in ``best``."""
    readers: dict[str, Loop | Extraction] = {name: Loop(name) for name in loops()}
    readers |= {WORKER: Extraction(Options()), f"{WORKER} --no-markdown": Extraction(Options(markdown=False))}
    for reader in readers.values():
        reader.read(first)
    for at, group in enumerate(groups):
        for name, reader in readers.items():
            best[name][at] = min(best[name][at], reader.read(group))
    for reader in readers.values():
        reader.close()


def measure_runs(
    folder: Path, large: Path, pages: Sequence[str], first: Sequence[Record], records: Sequence[Record]
) -> Iterator[tuple[str, Used]]:
    """(name, cost per page) of each whole run."""
    pair = [Loop(LOOP, records), Loop(LOOP, records)]
    for loop in pair:
        loop.read(first)
    for name, several in ((LOOP, pair[:1]), (TWO_LOOPS, pair)):
        yield name, measured(partial(read_concurrently, several)).over(len(records) * len(several))
    for loop in pair:
        loop.close()
    yield READING, measured(partial(read_warc, large)).over(len(pages))
    start = made.warc(folder / "start.warc.gz", pages[:SKIPPED])
    long = made.warc(folder / "long.warc.gz", [*pages[:SKIPPED], *PASSES * pages[SKIPPED:]])
    for number, name in ((1, ONE_CORE), (2, TWO_CORES)):
        yield name, command(folder, long, number).less(command(folder, start, number)).over(PASSES * len(records))


class Loop:
    """A process that reads pages with one of `loops`; ``known`` are the pages for an empty request."""

    def __init__(self, name: str, known: Sequence[Record] = ()) -> None:
        context = get_context("spawn")
        self.pipe, its = context.Pipe()
        self._process = context.Process(target=serve, args=(its, name, known), daemon=True)
        self._process.start()

    def read(self, records: Sequence[Record]) -> float:
        """Reads the pages; returns the CPU seconds."""
        self.pipe.send(records)
        return float(self.pipe.recv())

    def close(self) -> None:
        self._process.kill()
        self._process.join()


def serve(pipe: Any, name: str, known: Sequence[Record]) -> None:
    read = loops()[name]
    while True:
        pipe.send(cost(pipe.recv() or known, read))


def read_concurrently(loops: Sequence[Loop]) -> None:
    """Lets all loops read their known pages concurrently."""
    for loop in loops:
        loop.pipe.send(())
    for loop in loops:
        loop.pipe.recv()


def read_warc(path: Path) -> None:
    with path.open("rb") as file:
        for _ in warc.read(file, path.name):
            pass


class Extraction:
    """A worker of ``jingdu extract``."""

    def __init__(self, options: Options) -> None:
        self._worker = Worker(options)

    def read(self, records: Sequence[Record]) -> float:
        """Reads the pages; returns the CPU seconds, those of the transfer included."""
        before = self._worker._cpu or 0.0
        self._worker.read(list(records), [])
        return (self._worker._cpu or 0.0) - before

    def close(self) -> None:
        self._worker.stop()


def show(least: dict[str, float], whole: dict[str, Used]) -> None:
    """Prints the cost per page."""
    for name in [name for name in least if name.startswith(WORKER)]:
        least[f"{COMMAND}{name.removeprefix(WORKER)}"] = least[name] + whole[ONE_CORE].parent
    bare, full = list(least.values())[:2]
    least[f"{LOOP}, reading the WARC"] = bare + whole[READING].cpu
    print(f"{'':40}{'ms a page':>10}{'× read':>8}{'× read, .text, .markdown':>26}")
    for name, seconds in least.items():
        print(f"{name:40}{1000 * seconds:10.2f}{bare / seconds:8.2f}{full / seconds:26.2f}")
    print(f"\n{'whole runs':40}{'CPU':>10}{'in the parent':>14}{'by the clock':>14}{'× one':>8}")
    for name, used in whole.items():
        cpu, parent, clock = (1000 * one for one in used)
        one = whole.get(ONE.get(name, ""), used).clock
        print(f"{name:40}{cpu:10.2f}{parent:14.2f}{clock:14.2f}{one / used.clock:8.2f}")


def loops() -> dict[str, Callable[[Record], Any]]:
    found: dict[str, Callable[[Record], Any]] = {LOOP: read, f"{LOOP}, .text, .markdown": read_all}
    for name in ("trafilatura", "trafilatura-fast", "resiliparse"):
        if name in installed():
            found[name] = lambda record, name=name: PEERS[name].text(text_of(record))  # type: ignore[misc]
    if find_spec("trafilatura"):
        found["trafilatura, all columns"] = trafilatura_row
        found["trafilatura-fast, all columns"] = lambda record: trafilatura_row(record, fast=True)
    return found


def read(record: Record) -> jingdu.Article:
    return jingdu.read(text_of(record), record.url)


def read_all(record: Record) -> tuple[str, str]:
    article = read(record)
    return article.text, article.markdown


def trafilatura_row(record: Record, fast: bool = False) -> object:
    """The columns of Jingdu's rows except the language: one extraction, serialized as text and as Markdown."""
    from trafilatura import bare_extraction
    from trafilatura.xml import xmltotxt

    found: Any = bare_extraction(
        text_of(record), record.url, fast=fast, include_comments=False, output_format="markdown",
        include_links=True, include_images=True, with_metadata=True,
    )  # fmt: skip
    return found and [found.title, found.author, *(xmltotxt(found.body, is_markdown) for is_markdown in (False, True))]


def text_of(record: Record) -> str:
    return decode(bytes(record.data), record.charset)  # type: ignore[arg-type]


def cost(records: Iterable[Record], read: Callable[[Record], Any]) -> float:
    start = process_time()
    for record in records:
        with suppress(Exception):  # every crawl contains pages that a reader cannot parse
            read(record)
    return process_time() - start


class Used(NamedTuple):
    """Seconds of a run: CPU time, the parent's share of it, and wall-clock time."""

    cpu: float
    parent: float
    clock: float

    def over(self, pages: int) -> Used:
        return Used(*(seconds / pages for seconds in self))

    def less(self, other: Used) -> Used:
        return Used(*(mine - its for mine, its in zip(self, other, strict=True)))


def command(folder: Path, path: Path, cores: int) -> Used:
    """The cost of ``jingdu extract`` with one worker per core, pinned to that many cores."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    available = sched_getaffinity(0)
    sched_setaffinity(0, sorted(available)[:cores])
    try:
        return measured(lambda: extract(Crawl([str(path)], out, workers=cores)))
    finally:
        sched_setaffinity(0, available)


def measured(work: Callable[[], Any]) -> Used:
    """The cost of ``work`` in this process and in child processes that end meanwhile."""
    start, before = monotonic(), [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    work()
    after = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    own, others = (b.ru_utime + b.ru_stime - a.ru_utime - a.ru_stime for a, b in zip(before, after, strict=True))
    return Used(own + others, own, monotonic() - start)


if __name__ == "__main__":
    main()
