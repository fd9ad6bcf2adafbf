"""Generates a large library quickly and searches it through the real host.

Writes the files that saving would write, but without fsync. Articles are generated (`tests/support/made_articles.py`),
six in ten are Chinese, and are deterministic for a seed. Front matter and ``article.html`` are written by the library's
code; `jingdu reindex` reads them. Each search is compared with SQLite alone.
"""

from __future__ import annotations

import json
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from jingdu.library import names
from tests.support import host_process as peer
from tests.support.made_articles import articles, item_of, write

LIMIT = 50


class Cost(NamedTuple):
    """Seconds per request: wall-clock time, the host's CPU time, and SQLite's CPU time for the same rows."""

    clock: float
    processor: float
    bare: float


class Host:
    """A host process with a given library, started as the browser starts it."""

    def __init__(self, port: peer.Port, index: sqlite3.Connection) -> None:
        self._port, self._index = port, index
        self._number = 0

    def ask(self, query: str) -> dict[str, object]:
        """The result of a search: one page of items with snippets and facets."""
        self._number += 1
        request = {"id": self._number, "action": "library", "query": query, "limit": LIMIT}
        reply = self._port.ask({**request, "sort": "relevance" if query else "saved"})
        assert reply["ok"], reply
        return dict(reply["result"])

    def cost(self, query: str) -> Cost:
        """The cost of a query: the minimum of three runs, since the machine may be busy."""
        costs = []
        for _ in range(3):
            before, started = self.processor(), time.perf_counter()
            self.ask(query)
            clock = time.perf_counter() - started
            costs.append((clock, self.processor() - before, cpu_seconds(lambda: bare(self._index, query))))
        return Cost(*(min(column) for column in zip(*costs, strict=True)))

    def processor(self) -> float:
        """CPU seconds of the host and its worker (Linux)."""
        files = [path for pid in self._pids() for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
        return sum(int(path.read_text().split()[0]) for path in files) / 1e9

    def memory(self) -> int:
        """Resident memory of the host and its worker in bytes (Linux)."""
        status = [Path(f"/proc/{pid}/status").read_text() for pid in self._pids()]
        return 1024 * sum(int(one.partition("VmRSS:")[2].split()[0]) for one in status)

    def _pids(self) -> list[int]:
        pid = self._port.process.pid
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


@contextmanager
def host(home: Path) -> Iterator[Host]:
    """Starts a host for the library at ``home``/library and waits until it is indexed."""
    library = home / "library"
    with peer.Port(home, *peer.HOST, JINGDU_LIBRARY=str(library), XDG_DATA_HOME=str(home / "data")) as port:
        path = _index(home) if (home / "data").is_dir() else None
        connection = sqlite3.connect(path or ":memory:")
        opened = Host(port, connection)
        while opened.ask("")["indexing"]:
            time.sleep(2)  # the host updates the index after a second without a request
        yield opened
        connection.close()


def _index(home: Path) -> Path:
    return max((home / "data").rglob("index-*.sqlite"), key=lambda path: path.stat().st_mtime)


def bare(index: sqlite3.Connection, query: str) -> str:
    """Fetches the rows that a search needs directly from SQLite: count, best fifty, fields and texts, as JSON."""
    from jingdu.library.index.query import expression, parse

    if terms := parse(query).terms:
        match = expression(terms)
        index.execute("SELECT count(*) FROM token WHERE token MATCH ?", (match,)).fetchone()
        best = "SELECT rowid FROM token WHERE token MATCH ? ORDER BY rank LIMIT ?"
        rows = index.execute(best, (match, LIMIT)).fetchall()
    else:
        rows = index.execute("SELECT row FROM item ORDER BY saved DESC LIMIT ?", (LIMIT,)).fetchall()
    statement = "SELECT fields, title, body FROM item JOIN text USING (row) WHERE row = ?"
    return json.dumps([index.execute(statement, row).fetchone() for row in rows])


def cpu_seconds(action: Callable[[], object]) -> float:
    """CPU seconds of a call."""
    started = time.process_time()
    action()
    return time.process_time() - started


CHUNK: Final = 500
"""Articles per seed."""


def make(folder: Path, number: int, seed: int = 3) -> None:
    """Fills ``folder`` with ``number`` articles, on all cores."""
    folder.mkdir(parents=True, exist_ok=True)
    if number <= CHUNK:
        _chunk(folder, 0, number, seed)
        return
    with ProcessPoolExecutor() as pool:
        list(pool.map(_chunk, *zip(*((folder, first, min(CHUNK, number - first), seed)
                                     for first in range(0, number, CHUNK)), strict=True)))  # fmt: skip


def _chunk(folder: Path, first: int, number: int, seed: int) -> None:
    rng = random.Random(f"{seed} {first}")
    for place, article in enumerate(articles(number, seed=rng.randrange(2**32)), start=first):
        flags = {"read": rng.random() < 0.4, "favourite": rng.random() < 0.05, "archived": rng.random() < 0.1}
        fields = {"canonical": article.url, "image": f"{article.url}/lead.jpg", "extractor": "fused"}
        folder_name = f"{place:06} {names.folder_name(article.title)}"
        write(folder, item_of(article, 60 * place, folder=folder_name, **flags, **fields), article.text)
