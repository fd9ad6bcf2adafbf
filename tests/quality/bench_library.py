"""What a search through the real host costs at 10,000 articles: ``python tests/quality/bench_library.py``.

Articles are made up (`tests/support/made_articles.py`): six in ten Chinese, 4,000 characters on average, written by
`host_search` without waiting for the disk and indexed by `jingdu reindex`. Measured by the clock, beside it the
processor's time, SQLite's own for the same rows, and memory. Goals: search p95 at most 40 ms at 10,000 articles and
150 ms at 100,000; the list 20 ms.
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
from tests.quality.sizes import middle_and_p95
from tests.support.made_articles import chinese, english

DRAWN: Final = 60
"""Queries drawn of each kind that is drawn."""


def queries() -> dict[str, list[str]]:
    """What is typed, by kind."""
    chance = random.Random(11)
    words, sums = chinese()
    common = chance.choices(words, cum_weights=sums, k=40 * DRAWN)
    latin = chance.choices(english()[0], cum_weights=english()[1], k=3 * DRAWN)
    rare = [word for word in english()[0][2000:] if len(word) > 6][: 10 * DRAWN : 10]
    typed = [*rare[:10], "machine learning", "the history"]
    return {
        "nothing (the list)": [""] * 5,
        "one Chinese character": [word[0] for word in common[:DRAWN]],
        "two Chinese characters": [word for word in common if len(word) == 2][:DRAWN],
        "three and more": [word for word in common if len(word) > 2][:DRAWN],
        "the commonest": ["的", "是", "一个", "我们", "the", "of", "and", "the of", "的 是", "我们 一个", "中国 的"],
        "typed letter by letter": [text[:end] for text in typed for end in range(1, len(text) + 1)],
        "an English word": latin[:DRAWN],
        "a rare word": rare,
        "a phrase": [f'"{one} {other}"' for one, other in pairwise(latin[:DRAWN])],
        "without a word": [f"{one} -{other}" for one, other in pairwise(latin[:20])],
        "with a tag": [
            f"tag:{tag} {word}" for tag, word in zip(("历史", "work", "音乐", "later") * 5, common, strict=False)
        ],
        "Traditional": ["頭髮", "軟體", "經濟發展", "歷史", "國家", "電腦"],
    }


def show(number: int, folder: Path) -> None:
    """Prints what a search through the host costs."""
    if not (folder / "library").is_dir():
        make(folder / "library", number)
        env = os.environ | {"JINGDU_LIBRARY": str(folder / "library"), "XDG_DATA_HOME": str(folder / "data")}
        started = time.perf_counter()
        subprocess.run([sys.executable, "-P", "-m", "jingdu", "reindex"], env=env, check=True)
        print(f"reindexed in {time.perf_counter() - started:.1f} s")
    with host(folder) as opened:
        everything = []
        for kind, typed in queries().items():
            costs = [opened.cost(query) for query in typed[:: max(1, len(typed) // DRAWN)]]
            everything += costs if typed[0] else []
            show_costs(kind, costs)
        show_costs("all searches", everything)
        ratio = sum(one.processor for one in everything) / sum(one.bare for one in everything)
        print(f"processor: {ratio:.2f} × SQLite alone; host and worker hold {opened.memory() / 2**20:.0f} MiB")


def show_costs(name: str, costs: list[Cost]) -> None:
    """Milliseconds at the median, at p95 and at most."""
    for kind, seconds in zip(Cost._fields, zip(*costs, strict=True), strict=True):
        taken = [1000 * one for one in seconds]
        middle, p95 = middle_and_p95(taken)
        print(f"{name:30} {kind:9} median {middle:6.1f}  p95 {p95:6.1f}  most {max(taken):6.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).split(":", maxsplit=1)[0])
    parser.add_argument("--articles", type=int, default=10_000, help="how many (default: %(default)s)")
    parser.add_argument("--folder", type=Path, help="keep the library there, and use what is there already")
    asked = parser.parse_args()
    if asked.folder:
        asked.folder.mkdir(parents=True, exist_ok=True)
        show(asked.articles, asked.folder)
    else:
        with tempfile.TemporaryDirectory() as folder:
            show(asked.articles, Path(folder))


if __name__ == "__main__":
    main()
