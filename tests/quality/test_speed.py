"""Speed relative to a baseline of the same run."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.quality import bench_speed, sizes
from tests.quality.bench_library import queries
from tests.quality.host_search import host, make
from tests.support import made_corpus
from tests.support.host_process import environment

pytestmark = pytest.mark.slow

SAMPLE = 30
"""Pages of the corpus."""
TIMES = {"parse": (4.5, 7.0), "read": (36.0, 60.0)}
"""Function → maximum multiples of lxml's parse at the median and at p95. Measured on an idle machine: 2 and 2.7 for
parse, 8 and 16 for read; with shared caches, read has reached 12 on the corpus and 24 on generated pages.
"""
MEMORY = {("article", "parse"): 2.0, ("siblings", "parse"): 2.8, ("article", "read"): 5.0, ("siblings", "read"): 10.0}
"""Maximum multiples of the tree's memory, including the tree: a third above the measured values."""
COUNTS = {"article": 2_000_000, "siblings": 50_000}


def holds_once(measured: Callable[[], bool]) -> bool:
    """Whether the condition holds in one of three attempts."""
    return any(measured() for _ in range(3))


@pytest.fixture(scope="module")
def pages() -> Sequence[str]:
    """Pages of the corpus that lxml can parse; generated pages if there is no corpus."""
    source = bench_speed.CORPORA / "wcxb-dev.jsonl.xz"
    if not source.is_file():
        return [generated(number) for number in range(8)]
    return [html for html, _ in bench_speed.pages_of(source, SAMPLE) if "<" in html]


def generated(number: int) -> str:
    """A news page: an article among hundreds of links, and a script; about 130 KB."""
    html: str = made_corpus.page(number, 1, random.Random(number))["html"]
    story = '<li class="item x{0}"><a href="/story/{0}.html">Story {0} of the river</a><span>2024-01-{0}</span></li>'
    links = "".join(map(story.format, range(300 + 20 * number)))
    return html.replace("</nav>", f"</nav><ul>{links}</ul><script>{'var a = 1;' * 5000}</script><aside>{links}</aside>")


@pytest.mark.sample("read")
@pytest.mark.parametrize("work", TIMES)
def test_extraction_time_is_a_small_multiple_of_lxml(pages: Sequence[str], work: str) -> None:
    do = sizes.WORKS[work]

    def quick() -> bool:
        ratios = [
            sizes.seconds(partial(do, html), 2) / sizes.seconds(partial(sizes.lxml_tree, html), 3) for html in pages
        ]
        middle, p95 = sizes.median_and_p95(ratios)
        print(f"{work}: {middle:.1f} × at the median, {p95:.1f} × at p95")
        return middle <= TIMES[work][0] and p95 <= TIMES[work][1]

    assert holds_once(quick)


@pytest.mark.sample("article-read")
@pytest.mark.skipif(sys.platform == "win32", reason="peak memory is read differently on Windows")
@pytest.mark.parametrize(("kind", "work"), MEMORY)
def test_extraction_memory_is_a_small_multiple_of_the_tree(kind: str, work: str) -> None:
    tree = sizes.memory(kind, COUNTS[kind], "lxml")
    assert 1 < tree < sizes.memory(kind, COUNTS[kind], work) <= MEMORY[kind, work] * tree


ARTICLES = 300
MAX_RATIO = 12.0
"""Maximum multiple of SQLite's time, which is very short with so few articles."""


@pytest.mark.skipif(sys.platform != "linux", reason="reads CPU times from /proc")
def test_search_through_the_host_is_a_small_multiple_of_sqlite(tmp_path: Path) -> None:
    """Includes facets, snippets and framing; both are measured in the same run, as CPU time."""
    make(tmp_path / "library", ARTICLES)
    variables = {"JINGDU_LIBRARY": str(tmp_path / "library"), "XDG_DATA_HOME": str(tmp_path / "data")}
    reindex = (sys.executable, "-P", "-m", "jingdu", "reindex", "--quiet")
    subprocess.run(reindex, env=environment(tmp_path) | variables, check=True)
    with host(tmp_path) as opened:
        costs = [opened.cost(one) for typed in queries().values() for one in typed[:2]]
        assert opened.memory() < 250 * 2**20
    assert sum(one.processor for one in costs) < MAX_RATIO * sum(one.bare for one in costs)
