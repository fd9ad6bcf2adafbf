"""Measures extraction time, its growth with page size, and memory: ``python tests/quality/bench_speed.py``.

Times are CPU milliseconds, the minimum of several runs, also as a multiple of ``lxml.html.fromstring`` for the same
page: median and p95. Targets: ``read`` at most 5 × at the median and 8 × at p95; at most 12 times the time for ten
times the page; at most twice the memory of the tree alone.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from jingdu import extractors
from jingdu.learn.corpus import load
from jingdu.learn.report.peers import PEERS, installed
from jingdu.page import parse as parsing
from jingdu.page.blocks import segment
from jingdu.render.compose import compose
from tests.quality import sizes

ROOT: Final = Path(__file__).resolve().parents[2]
CORPORA: Final = Path(os.environ.get("JINGDU_CORPORA") or ROOT.parent / "shared" / "corpora")
FIXTURES: Final = ROOT / "tests" / "pages"
COMPARED: Final = ("resiliparse", "trafilatura", "trafilatura-fast", "readability-lxml")
"""Peers that are measured if installed."""
ARTICLES: Final = (10_000, 100_000, 1_000_000, 10_000_000, 20_000_000)
SIBLINGS: Final = (1000, 10_000, 100_000, 1_000_000)
LEVELS: Final = (20, 200, 2000)
MIN_MB: Final = 1.0
"""Trees below this size in MB are not compared."""
MEMORY_PAGES: Final = (("article", 5_000_000), ("siblings", 100_000))
"""Pages whose memory is measured: kind and size."""

Page = tuple[str, str | None]
Stage = tuple[str, Callable[[], Any]]


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).split(":", maxsplit=1)[0])
    parser.add_argument("--pages", type=int, default=150, help="number of pages, spread evenly over the corpus")
    parser.add_argument("--corpus", type=Path, default=CORPORA / "wcxb-dev.jsonl.xz", help="corpus file")
    parser.add_argument("--repeats", type=int, default=3, help="number of runs, of which the fastest counts")
    parser.add_argument("--largest", type=int, default=20_000_000, help="maximum characters in the growth table")
    parser.add_argument("--only", choices=("stages", "growth", "memory"), help="print only this table")
    options = parser.parse_args()
    if options.only in (None, "stages"):
        show_stages(pages_of(options.corpus, options.pages), options.repeats)
    if options.only in (None, "growth"):
        show_growth(options.largest)
    if options.only in (None, "memory"):
        show_memory()


def pages_of(corpus: Path, count: int) -> list[Page]:
    """HTML and address of ``count`` pages of a corpus, or of the fixtures if it is missing."""
    if not corpus.is_file():
        print(f"{corpus} does not exist; name a corpus with --corpus. Measuring the pages in {FIXTURES}:\n")
        return fixtures()
    examples = load(corpus)
    return [(example.html, example.url) for example in examples[:: max(1, len(examples) // count)][:count]]


def fixtures() -> list[Page]:
    """The pages in tests/pages."""
    return [(parsed.read_text("utf-8", "replace"), None) for parsed in sorted(FIXTURES.glob("*/page.html"))]


def stages(html: str, url: str | None) -> Iterator[Stage]:
    """Name → function for each stage, the complete extraction, and the peers."""
    page = parsing.parse(html, url)
    judge = extractors.get(extractors.DEFAULT)
    verdict = judge(page)
    yield "parse", lambda: parsing.parse(html, url)
    yield "  blocks", lambda: segment(page.root)
    yield "features and scores", lambda: judge(page)
    yield "compose", lambda: compose(page, verdict.keep, verdict.extractor)
    yield "read", lambda: sizes.read(html)
    for name in COMPARED:
        if name in installed():
            yield name, partial(PEERS[name].text, html)


def show_stages(pages: Sequence[Page], repeats: int) -> None:
    """Prints milliseconds and multiples of lxml's parse for each stage, the whole, and the peers."""
    times: dict[str, list[float]] = {"lxml.html.fromstring": []}
    for html, url in pages:
        try:
            works: list[Stage] = [("lxml.html.fromstring", partial(sizes.lxml_tree, html)), *stages(html, url)]
            row = [(name, sizes.seconds(work, repeats)) for name, work in works]
        except Exception as error:  # pages that lxml or a peer cannot parse are not comparable
            print(f"skipped {url}: {type(error).__name__}")
            continue
        for name, seconds in row:
            times.setdefault(name, []).append(seconds)
    lxml = times["lxml.html.fromstring"]
    print(f"\n{f'{len(lxml)} pages':22} {'ms':>8} {'ms p95':>8} {'× parse':>8} {'× p95':>8}")
    for name, taken in times.items():
        middle, p95 = sizes.median_and_p95([1000 * one for one in taken])
        ratio, high = sizes.median_and_p95([one / base for one, base in zip(taken, lxml, strict=True)])
        print(f"{name:22} {middle:8.2f} {p95:8.2f} {ratio:8.2f} {high:8.2f}")


def show_growth(largest: int) -> None:
    """Prints time by size: as a multiple of lxml's parse, and of the time for a tenth of the size."""
    ours = f"{'parse ms':>9} {'×':>5} {'grown':>6} {'read ms':>9} {'×':>5} {'grown':>6}"
    print(f"\n{'page':>22} {'MB':>6} {'lxml ms':>9} {ours}")
    for kind, counts in zip(sizes.PAGE_KINDS, (ARTICLES, SIBLINGS, LEVELS), strict=True):
        previous: tuple[int, list[float]] | None = None
        for count in counts:
            html = getattr(sizes, kind)(count)
            if len(html) > 1.2 * largest:
                break
            taken = [1000 * sizes.seconds(partial(do, html), 2) for do in sizes.WORKS.values()]
            grown = ["" if previous is None else f"{now / then * 10 * previous[0] / count:.1f}"
                     for now, then in zip(taken, previous[1] if previous else taken, strict=True)]  # fmt: skip
            print(f"{kind:>12} {count:9,} {len(html) / 1e6:6.2f} {taken[0]:9.2f} "
                  f"{taken[1]:9.2f} {taken[1] / taken[0]:5.1f} {grown[1]:>6} "
                  f"{taken[2]:9.2f} {taken[2] / taken[0]:5.1f} {grown[2]:>6}", flush=True)  # fmt: skip
            previous = count, taken
    print("grown: time relative to a tenth of the size. lxml.html.fromstring stops at 256 levels.")


def show_memory() -> None:
    """Prints the growth of a process in MB, also as a multiple of the tree's."""
    print(f"\n{'page':>22} {'tree MB':>9} {'parse MB':>9} {'×':>5} {'read MB':>9} {'×':>5}")
    for kind, size in MEMORY_PAGES:
        tree, parse, read = (sizes.memory(kind, size, work) for work in sizes.WORKS)
        times = [f"{one / tree:5.1f}" if tree > MIN_MB else f"{'–':>5}" for one in (parse, read)]
        print(f"{kind:>12} {size:9,} {tree:9.1f} {parse:9.1f} {times[0]} {read:9.1f} {times[1]}", flush=True)


if __name__ == "__main__":
    main()
