"""How long the library's index takes at 10,000 articles: ``python tests/quality/bench_library.py``.

Articles are made up (`tests/library/articles.py`): six in ten Chinese, 4,000 characters on average, written by
the library's own `store.save`, so that rebuilding reads real files. Searches are asked as the extension asks for
them, request to reply text, with snippets and facets, in milliseconds of the processor: the first characters of
what is typed, two Chinese characters, words that stand nearly everywhere and rare ones, phrases, filters. Goals:
search p95 at most 50 ms; a save at most 100 ms beyond the file writes.

``--host`` measures by the clock through the real host, on a library that `made_library` writes without waiting for
the disk and `jingdu reindex` reads; beside it the processor's time, SQLite's own for the same rows, and memory.
Goals: search p95 at most 40 ms at 10,000 articles and 150 ms at 100,000; the list 20 ms.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.support.made_articles import MadeArticle, articles, chinese, english

REPEATS: Final = 3
DRAWN: Final = 60
"""Queries drawn of each kind that is drawn."""


class Times(NamedTuple):
    """Milliseconds of several runs."""

    median: float
    p95: float
    most: float


def times(seconds: Sequence[float]) -> Times:
    ordered = sorted(1000 * one for one in seconds)
    return Times(ordered[len(ordered) // 2], ordered[int(0.95 * (len(ordered) - 1))], ordered[-1])


def queries(seed: int = 11) -> dict[str, list[str]]:
    """What is typed, by kind."""
    chance = random.Random(seed)
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


def fill(number: int) -> tuple[Times, Times]:
    """Saves so many articles; times of the whole, and of what the index took of it."""
    from jingdu.library import indexed, repository

    whole: list[float] = []
    of_index: list[float] = []
    update = indexed.update

    def timed(item: str, folder: Path | None, *, edited: bool = False) -> None:
        started = time.process_time()
        update(item, folder, edited=edited)
        of_index.append(time.process_time() - started)

    indexed.update = timed
    try:
        for place, article in enumerate(articles(number, seed=3)):
            item, content = saved(article)
            started = time.perf_counter()
            repository.save(item, content, {})
            whole.append(time.perf_counter() - started)
            tick(place + 1, number, "saved")
    finally:
        indexed.update = update
    return times(whole), times(of_index)


def saved(article: MadeArticle) -> tuple[Any, Any]:
    """What the library is asked to keep of a made-up article."""
    from jingdu.library import repository, saving
    from jingdu.library.names import new_id
    from jingdu.protocol.items import Item

    html = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in article.text.split("\n\n"))
    told = article._asdict()
    fields = {name: told[name] for name in ("title", "byline", "site", "url", "lang", "published")}
    fields |= {name: tuple(told[name]) for name in ("tags", "keywords")}
    return Item(id=new_id(), folder="", saved=saving.now(), **fields), repository.Content(html, article.text)


def search(typed: Sequence[str], sort: str = "relevance") -> list[float]:
    """Seconds that each query takes from request to reply, the quickest of a few runs."""
    from jingdu import service

    quickest = []
    for query in typed:
        request = {"id": 1, "action": "library", "query": query, "sort": sort if query else "saved", "limit": 50}
        quickest.append(min(seconds(lambda request=request: service.answer(_json(request))) for _ in range(REPEATS)))  # type: ignore[misc]
    return quickest


def seconds(action: Callable[[], object]) -> float:
    """Of the processor: others may use the machine too, and the files are in memory."""
    started = time.process_time()
    action()
    return time.process_time() - started


def tick(done: int, total: int, what: str) -> None:
    if sys.stderr.isatty() and not done % 50:
        print(f"\r{done} of {total} {what}", end="\n" if done == total else "", file=sys.stderr, flush=True)


def _json(request: dict[str, Any]) -> str:
    import json

    return json.dumps(request)


@contextmanager
def library(folder: Path) -> Iterator[None]:
    """The user's library and data are in ``folder``."""
    folder = folder.resolve()
    told = {"JINGDU_LIBRARY": str(folder / "library"), "XDG_DATA_HOME": str(folder / "data")}
    told |= {"LOCALAPPDATA": str(folder / "data"), "XDG_STATE_HOME": str(folder / "state")}
    before = {name: os.environ.get(name) for name in told}
    os.environ.update(told)
    (folder / "library").mkdir(exist_ok=True)
    try:
        yield
    finally:
        from jingdu.library.index import close_all

        close_all()
        for name, value in before.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: value})


def opening() -> tuple[float, float, float]:
    """Seconds to open the index anew, to answer first, and to compare the files with it."""
    from jingdu.library import indexed
    from jingdu.library.index import close_all

    close_all()
    opened = seconds(indexed.opened)
    first = search_once("")
    return opened, first, seconds(lambda: list(indexed.opened().repair()))


def search_once(query: str) -> float:
    from jingdu.library import indexed

    return seconds(lambda: indexed.opened().search(query))


def show(number: int, folder: Path) -> None:
    """Prints all figures."""
    from jingdu.library import indexed

    with library(folder):
        if not any((folder / "library").iterdir()):
            whole, of_index = fill(number)
            row("save, whole", whole)
            row("save, of it the index", of_index)
        everything: list[float] = []
        print(f"opened; first answer; files compared: {', '.join(f'{1000 * one:.0f} ms' for one in opening())}")
        for kind, typed in queries().items():
            found = search(typed)
            everything += found
            row(f"search: {kind} ({len(typed)})", times(found))
        row(f"search: all ({len(everything)})", times(everything))
        row("search by date: the commonest", times(search(queries()["the commonest"], "saved")))
        steps: list[float] = []
        rebuilding = indexed.opened().rebuild()
        for _ in range(100 * number):
            started = time.process_time()
            if next(rebuilding, None) is None:
                break
            steps.append(time.process_time() - started)
        print(f"rebuilt in {sum(steps):.1f} s, in {len(steps)} steps of at most {1000 * max(steps):.0f} ms")
        row("search after that: all", times(search([one for typed in queries().values() for one in typed])))
        size = sum(path.stat().st_size for path in (folder / "data").rglob("*.sqlite*"))
        print(f"size of the index: {size / 1e6:.0f} MB")


def show_host(number: int, folder: Path) -> None:
    """Prints what a search through the host costs."""
    from tests.quality.host_search import host, quantile
    from tests.quality.made_library import make

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
            clocks, processors, bares = zip(*costs, strict=True)
            row(kind, times(clocks))
            print(f"{'':44} processor p95 {quantile(processors, 0.95):6.1f}  bare p95 {quantile(bares, 0.95):6.1f} ms")
        row("all searches by the clock", times([one.clock for one in everything]))
        row("all searches, processor", times([one.processor for one in everything]))
        ratio = sum(one.processor for one in everything) / sum(one.bare for one in everything)
        print(f"processor: {ratio:.2f} × SQLite alone; host and worker hold {opened.memory() / 2**20:.0f} MiB")


def row(name: str, told: Times) -> None:
    print(f"{name:44} median {told.median:6.1f}  p95 {told.p95:6.1f}  most {told.most:6.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).split(":", maxsplit=1)[0])
    parser.add_argument("--articles", type=int, default=10_000, help="how many (default: %(default)s)")
    parser.add_argument("--folder", type=Path, help="keep the library there, and use what is there already")
    parser.add_argument("--host", action="store_true", help="by the clock, through the real host")
    asked = parser.parse_args()
    show_figures = show_host if asked.host else show
    if asked.folder:
        asked.folder.mkdir(parents=True, exist_ok=True)
        show_figures(asked.articles, asked.folder)
    else:
        with tempfile.TemporaryDirectory() as folder:
            show_figures(asked.articles, Path(folder))


if __name__ == "__main__":
    main()
