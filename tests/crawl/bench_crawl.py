"""What a crawl costs here: ``python tests/crawl/bench_crawl.py [--pages 150] [--memory 1000 10000]``.

CPU time, which a busy machine does not add to: of a loop over ``jingdu.read``, of ``jingdu extract`` with one and two
workers (its own process included, start-up left out), and of the peers that are installed, on the same WARC.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any, Final

import jingdu
from jingdu.crawl import warc
from jingdu.crawl.pool import Pool
from jingdu.crawl.records import Options, Record
from jingdu.crawl.run import Crawl, extract
from jingdu.learn.corpus import load
from jingdu.learn.report.peers import PEERS, installed
from jingdu.page.decode import decode
from tests.crawl import made

CORPORA: Final = Path(os.environ.get("JINGDU_CORPORA") or Path(__file__).resolve().parents[2].parent / "shared/corpora")


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition(":")[0])
    parser.add_argument("--pages", type=int, default=150)
    parser.add_argument("--corpus", type=Path, default=CORPORA / "wcxb-dev.jsonl.xz")
    parser.add_argument("--memory", type=int, nargs="*", default=[], help="only the memory after so many records")
    asked = parser.parse_args()
    examples = load(asked.corpus)
    pages = [example.html for example in examples[:: max(1, len(examples) // asked.pages)][: asked.pages]]
    if asked.memory:
        show_memory(pages, asked.memory)
        return
    with tempfile.TemporaryDirectory() as folder:
        show_speed(Path(folder), pages)


def show_speed(folder: Path, pages: Sequence[str]) -> None:
    """Milliseconds of CPU time a page, and pages a second and core as a multiple of the loop's."""
    small, large = made.warc(folder / "small.warc.gz", pages[:20]), made.warc(folder / "large.warc.gz", pages)
    with large.open("rb") as file:
        records = [record for record in warc.read(file, "large") if not record.fault]
    loops: dict[str, Callable[[str], Any]] = {
        "loop over jingdu.read": jingdu.read,
        "and its .text and .markdown": lambda html: [(one := jingdu.read(html)).text, one.markdown],
    }
    loops |= {
        name: PEERS[name].text for name in ("trafilatura", "trafilatura-fast", "resiliparse") if name in installed()
    }
    taken = {name: 1000 * loop(records, read) for name, read in loops.items()}
    for workers in (1, 2):
        cost = [command(folder, path, workers) for path in (small, large)]
        taken[f"jingdu extract, {workers} workers"] = 1000 * (cost[1] - cost[0]) / (len(pages) - 20)
    print(f"{'':32}{'ms a page':>10}{'× read':>8}{'× read, .text, .markdown':>26}")
    bare, whole = list(taken.values())[:2]
    for name, each in taken.items():
        print(f"{name:32}{each:10.1f}{bare / each:8.2f}{whole / each:26.2f}")
    start = time.process_time()
    with large.open("rb") as file:
        count = sum(1 for _ in warc.read(file, "large"))
    print(f"{'reading the WARC':32}{1000 * (time.process_time() - start) / count:10.2f}")


def loop(records: Iterable[Record], read: Callable[[str], Any]) -> float:
    """Seconds a page; the last 20 are left out as the command's are."""
    pages = [decode(record.data, record.charset) for record in records if isinstance(record.data, bytes)]
    attempt(read, pages[0])
    start = time.process_time()
    for page in pages[20:]:
        attempt(read, page)
    return (time.process_time() - start) / len(pages[20:])


def attempt(read: Callable[[str], Any], page: str) -> None:
    try:
        read(page)
    except Exception:  # a page that one of them can't read is part of every crawl
        return


def command(folder: Path, path: Path, workers: int) -> float:
    """Seconds of CPU time of this process and the workers."""
    before = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    extract(Crawl([str(path)], folder / f"{path.name}-{workers}", workers=workers))
    after = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(b.ru_utime + b.ru_stime - a.ru_utime - a.ru_stime for a, b in zip(before, after, strict=True))


def show_memory(pages: Sequence[str], counts: Sequence[int]) -> None:
    """Peak memory of one worker after so many records, in MB, pages again and again with other names in them."""
    with Pool(1, Options()) as pool:
        records = ((at, Record(str(at), data=page.replace("class=", f"data-{at}=1 class=", 5)))
                   for at, page in enumerate(islice(cycle(pages), max(counts))))  # fmt: skip
        for at, _row in pool.rows(records):
            if at + 1 in counts:
                status = Path(f"/proc/{pool.workers[0]._process.pid}/status").read_text()
                peak = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
                print(f"{at + 1:8} records: {int(peak) / 1024:.0f} MB", flush=True)


if __name__ == "__main__":
    main()
