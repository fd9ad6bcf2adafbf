"""How long reading takes, how it grows with the page, and how much memory: ``python tests/quality/bench_speed.py``.

Times are the processor's milliseconds in the quickest of several runs, and multiples of what
``lxml.html.fromstring`` takes for the same page, page by page: median, and p95. The goals:
``read`` at most 5 × at the median and 8 × at p95; ten times the page at most 12 times the
time; at most twice the memory of the tree alone.
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
BESIDE: Final = ("resiliparse", "trafilatura", "trafilatura-fast", "readability-lxml")
"""The peers that are measured, where they are installed."""
ARTICLES: Final = (10_000, 100_000, 1_000_000, 10_000_000, 20_000_000)
SIBLINGS: Final = (1000, 10_000, 100_000, 1_000_000)
LEVELS: Final = (20, 200, 2000)
LIGHT: Final = 1.0
"""MB: a tree that takes no more is not compared with."""
WEIGHED: Final = (("article", 5_000_000), ("siblings", 100_000))
"""Pages whose memory is measured: kind and size."""

Page = tuple[str, str | None]
Stage = tuple[str, Callable[[], Any]]


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=str(__doc__).split(":", maxsplit=1)[0])
    parser.add_argument("--pages", type=int, default=150, help="pages of the corpus, evenly from first to last")
    parser.add_argument("--corpus", type=Path, default=CORPORA / "wcxb-dev.jsonl.xz", help="a file of labelled pages")
    parser.add_argument("--repeats", type=int, default=3, help="runs, of which the quickest counts")
    parser.add_argument(
        "--largest", type=int, default=20_000_000, help="characters of the largest page of the growth table"
    )
    parser.add_argument("--only", choices=("stages", "growth", "memory"), help="this table alone")
    asked = parser.parse_args()
    if asked.only in (None, "stages"):
        show_stages(pages_of(asked.corpus, asked.pages), asked.repeats)
    if asked.only in (None, "growth"):
        show_growth(asked.largest)
    if asked.only in (None, "memory"):
        show_memory()


def pages_of(corpus: Path, count: int) -> list[Page]:
    """HTML and address of so many pages of a corpus, or of the fixtures where it isn't there."""
    if not corpus.is_file():
        print(f"There is no {corpus}; name one with --corpus. Measured on the pages in {FIXTURES}:\n")
        return fixtures()
    examples = load(corpus)
    return [(example.html, example.url) for example in examples[:: max(1, len(examples) // count)][:count]]


def fixtures() -> list[Page]:
    """The pages that the tests have."""
    return [(parsed.read_text("utf-8", "replace"), None) for parsed in sorted(FIXTURES.glob("*/page.html"))]


def stages(html: str, url: str | None) -> Iterator[Stage]:
    """Each stage of reading a page, by name, then the whole, then the peers."""
    page = parsing.parse(html, url)
    judge = extractors.get(extractors.DEFAULT)
    verdict = judge(page)
    yield "parse", lambda: parsing.parse(html, url)
    yield "  blocks", lambda: segment(page.root)
    yield "features and scores", lambda: judge(page)
    yield "compose", lambda: compose(page, verdict.keep, verdict.extractor)
    yield "read", lambda: sizes.read(html)
    for name in BESIDE:
        if name in installed():
            yield name, partial(PEERS[name].text, html)


def show_stages(pages: Sequence[Page], repeats: int) -> None:
    """Milliseconds and multiples of lxml's parse, for each stage, the whole, and the peers."""
    times: dict[str, list[float]] = {"lxml.html.fromstring": []}
    for html, url in pages:
        try:
            works: list[Stage] = [("lxml.html.fromstring", partial(sizes.lxml_tree, html)), *stages(html, url)]
            row = [(name, sizes.seconds(work, repeats)) for name, work in works]
        except Exception as error:  # a page that lxml or a peer can't read is of no use in a comparison
            print(f"left out {url}: {type(error).__name__}")
            continue
        for name, seconds in row:
            times.setdefault(name, []).append(seconds)
    lxml = times["lxml.html.fromstring"]
    print(f"\n{f'{len(lxml)} pages':22} {'ms':>8} {'ms p95':>8} {'× parse':>8} {'× p95':>8}")
    for name, taken in times.items():
        middle, p95 = sizes.middle_and_p95([1000 * one for one in taken])
        ratio, high = sizes.middle_and_p95([one / base for one, base in zip(taken, lxml, strict=True)])
        print(f"{name:22} {middle:8.2f} {p95:8.2f} {ratio:8.2f} {high:8.2f}")


def show_growth(largest: int) -> None:
    """Time by size, as a multiple of lxml's parse and of the size before, for a size ten times as large."""
    ours = f"{'parse ms':>9} {'×':>5} {'grown':>6} {'read ms':>9} {'×':>5} {'grown':>6}"
    print(f"\n{'page':>22} {'MB':>6} {'lxml ms':>9} {ours}")
    for kind, counts in zip(sizes.PAGE_KINDS, (ARTICLES, SIBLINGS, LEVELS), strict=True):
        before: tuple[int, list[float]] | None = None
        for count in counts:
            html = getattr(sizes, kind)(count)
            if len(html) > 1.2 * largest:
                break
            taken = [1000 * sizes.seconds(partial(do, html), 2) for do in sizes.WORKS.values()]
            grown = ["" if before is None else f"{now / then * 10 * before[0] / count:.1f}"
                     for now, then in zip(taken, before[1] if before else taken, strict=True)]  # fmt: skip
            print(f"{kind:>12} {count:9,} {len(html) / 1e6:6.2f} {taken[0]:9.2f} "
                  f"{taken[1]:9.2f} {taken[1] / taken[0]:5.1f} {grown[1]:>6} "
                  f"{taken[2]:9.2f} {taken[2] / taken[0]:5.1f} {grown[2]:>6}", flush=True)  # fmt: skip
            before = count, taken
    print("grown: how many times as long for ten times the page. lxml.html.fromstring stops at 256 levels.")


def show_memory() -> None:
    """MB by which a process grows, and as a multiple of the tree's."""
    print(f"\n{'page':>22} {'tree MB':>9} {'parse MB':>9} {'×':>5} {'read MB':>9} {'×':>5}")
    for kind, size in WEIGHED:
        tree, parse, read = (sizes.memory(kind, size, work) for work in sizes.WORKS)
        times = [f"{one / tree:5.1f}" if tree > LIGHT else f"{'–':>5}" for one in (parse, read)]
        print(f"{kind:>12} {size:9,} {tree:9.1f} {parse:9.1f} {times[0]} {read:9.1f} {times[1]}", flush=True)


if __name__ == "__main__":
    main()
