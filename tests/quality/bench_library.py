"""Measures the cost of searches through the real host with 10,000 articles.

Run ``python tests/quality/bench_library.py``. Articles are generated (`tests/support/made_articles.py`): six in ten are
Chinese, with 4,000 characters on average. `host_search` writes them without fsync and `jingdu reindex` indexes them.
Reports wall-clock time, CPU time, the CPU time of SQLite alone for the same rows, and memory. Targets: search p95 at
most 40 ms with 10,000 articles and 150 ms with 100,000; list 20 ms.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.quality.host_search import Cost, host, make
from tests.quality.sizes import median_and_p95
from tests.support.made_articles import chinese, english

SAMPLE: Final = 60
"""Queries of each sampled kind."""


def queries() -> dict[str, list[str]]:
    """Queries by kind."""
    rng = random.Random(11)
    words, sums = chinese()
    common = rng.choices(words, cum_weights=sums, k=40 * SAMPLE)
    latin = rng.choices(english()[0], cum_weights=english()[1], k=3 * SAMPLE)
    rare = [word for word in english()[0][2000:] if len(word) > 6][: 10 * SAMPLE : 10]
    typed = [*rare[:10], "machine learning", "the history"]
    return {
        "empty (the list)": [""] * 5,
        "one Chinese character": [word[0] for word in common[:SAMPLE]],
        "two Chinese characters": [word for word in common if len(word) == 2][:SAMPLE],
        "three or more": [word for word in common if len(word) > 2][:SAMPLE],
        "most common": ["的", "是", "一个", "我们", "the", "of", "and", "the of", "的 是", "我们 一个", "中国 的"],
        "typed letter by letter": [text[:end] for text in typed for end in range(1, len(text) + 1)],
        "English word": latin[:SAMPLE],
        "rare word": rare,
        "phrase": [f'"{one} {other}"' for one, other in pairwise(latin[:SAMPLE])],
        "excluded word": [f"{one} -{other}" for one, other in pairwise(latin[:20])],
        "with tag": [
            f"tag:{tag} {word}" for tag, word in zip(("历史", "work", "音乐", "later") * 5, common, strict=False)
        ],
        "Traditional": ["頭髮", "軟體", "經濟發展", "歷史", "國家", "電腦"],
    }


def show(number: int, folder: Path) -> None:
    """Prints the cost of searches through the host."""
    if not (folder / "library").is_dir():
        make(folder / "library", number)
        env = os.environ | {"JINGDU_LIBRARY": str(folder / "library"), "XDG_DATA_HOME": str(folder / "data")}
        started = time.perf_counter()
        subprocess.run([sys.executable, "-P", "-m", "jingdu", "reindex"], env=env, check=True)
        print(f"reindexed in {time.perf_counter() - started:.1f} s")
    with host(folder) as opened:
        everything = []
        for kind, typed in queries().items():
            costs = [opened.cost(query) for query in typed[:: max(1, len(typed) // SAMPLE)]]
            everything += costs if typed[0] else []
            show_costs(kind, costs)
        show_costs("all searches", everything)
        ratio = sum(one.processor for one in everything) / sum(one.bare for one in everything)
        print(f"processor: {ratio:.2f} × SQLite alone; host and worker hold {opened.memory() / 2**20:.0f} MiB")


def show_costs(name: str, costs: list[Cost]) -> None:
    """Prints milliseconds: median, p95 and maximum."""
    for kind, seconds in zip(Cost._fields, zip(*costs, strict=True), strict=True):
        taken = [1000 * one for one in seconds]
        middle, p95 = median_and_p95(taken)
        print(f"{name:30} {kind:9} median {middle:6.1f}  p95 {p95:6.1f}  max {max(taken):6.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).split(":", maxsplit=1)[0])
    parser.add_argument("--articles", type=int, default=10_000, help="number of articles (default: %(default)s)")
    parser.add_argument("--folder", type=Path, help="folder for the library, reused if it exists")
    options = parser.parse_args()
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
        show(options.articles, options.folder)
    else:
        with tempfile.TemporaryDirectory() as folder:
            show(options.articles, Path(folder))


if __name__ == "__main__":
    main()
