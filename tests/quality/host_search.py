"""A large library in little time, searched through the real host: native frames in, reply out.

The files are those that saving would write, without waiting for the disk after each. Articles are made up
(`tests/support/made_articles.py`), six in ten Chinese, and are the same for the same seed. Front matter and
``article.html`` are written by the library's own code; `jingdu reindex` reads them afterwards. Beside a search is what
SQLite alone takes for the same.
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
    """Seconds of one request: wall-clock, CPU time of the host, and CPU time of SQLite alone for the same rows."""

    clock: float
    processor: float
    bare: float


class Host:
    """A host process, as the browser starts it, whose user's library is in a folder."""

    def __init__(self, port: peer.Port, index: sqlite3.Connection) -> None:
        self._port, self._index = port, index
        self._number = 0

    def ask(self, query: str) -> dict[str, object]:
        """The reply's result: a page of what is found, with snippets and facets."""
        self._number += 1
        asked = {"id": self._number, "action": "library", "query": query, "limit": LIMIT}
        reply = self._port.ask({**asked, "sort": "relevance" if query else "saved"})
        assert reply["ok"], reply
        return dict(reply["result"])

    def cost(self, query: str) -> Cost:
        """What a query costs; the least of three times, since others may use the machine."""
        costs = []
        for _ in range(3):
            before, started = self.processor(), time.perf_counter()
            self.ask(query)
            clock = time.perf_counter() - started
            costs.append((clock, self.processor() - before, spent(lambda: bare(self._index, query))))
        return Cost(*(min(column) for column in zip(*costs, strict=True)))

    def processor(self) -> float:
        """CPU seconds of the host and its worker (Linux)."""
        files = [path for pid in self._pids() for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
        return sum(int(path.read_text().split()[0]) for path in files) / 1e9

    def memory(self) -> int:
        """Bytes that the host and its worker hold (Linux)."""
        status = [Path(f"/proc/{pid}/status").read_text() for pid in self._pids()]
        return 1024 * sum(int(one.partition("VmRSS:")[2].split()[0]) for one in status)

    def _pids(self) -> list[int]:
        pid = self._port.process.pid
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


@contextmanager
def host(home: Path) -> Iterator[Host]:
    """A host for the library at ``home``/library, once its index has taken everything in."""
    library = home / "library"
    with peer.Port(home, *peer.HOST, JINGDU_LIBRARY=str(library), XDG_DATA_HOME=str(home / "data")) as port:
        path = _index(home) if (home / "data").is_dir() else None
        connection = sqlite3.connect(path or ":memory:")
        opened = Host(port, connection)
        while opened.ask("")["indexing"]:
            time.sleep(0.2)
        yield opened
        connection.close()


def _index(home: Path) -> Path:
    return max((home / "data").rglob("index-*.sqlite"), key=lambda path: path.stat().st_mtime)


def bare(index: sqlite3.Connection, query: str) -> str:
    """The rows that a search needs, as JSON: found, the best fifty, their fields and texts."""
    from jingdu.library.index.query import expression, parse

    if terms := parse(query).terms:
        sought = expression(terms)
        index.execute("SELECT count(*) FROM token WHERE token MATCH ?", (sought,)).fetchone()
        best = "SELECT rowid FROM token WHERE token MATCH ? ORDER BY rank LIMIT ?"
        rows = index.execute(best, (sought, LIMIT)).fetchall()
    else:
        rows = index.execute("SELECT row FROM item ORDER BY saved DESC LIMIT ?", (LIMIT,)).fetchall()
    asked = "SELECT fields, title, body FROM item JOIN text USING (row) WHERE row = ?"
    return json.dumps([index.execute(asked, row).fetchone() for row in rows])


def spent(action: Callable[[], object]) -> float:
    """Seconds of the processor."""
    started = time.process_time()
    action()
    return time.process_time() - started


CHUNK: Final = 500
"""Articles of one seed."""


def make(folder: Path, number: int, seed: int = 3) -> None:
    """Fills ``folder`` with so many articles, on all cores."""
    folder.mkdir(parents=True, exist_ok=True)
    if number <= CHUNK:
        _chunk(folder, 0, number, seed)
        return
    with ProcessPoolExecutor() as pool:
        list(pool.map(_chunk, *zip(*((folder, first, min(CHUNK, number - first), seed)
                                     for first in range(0, number, CHUNK)), strict=True)))  # fmt: skip


def _chunk(folder: Path, first: int, number: int, seed: int) -> None:
    chance = random.Random(f"{seed} {first}")
    for place, article in enumerate(articles(number, seed=chance.randrange(2**32)), start=first):
        marks = {"read": chance.random() < 0.4, "favourite": chance.random() < 0.05, "archived": chance.random() < 0.1}
        named = {"canonical": article.url, "image": f"{article.url}/lead.jpg", "extractor": "fused"}
        kept = f"{place:06} {names.folder_name(article.title)}"
        write(folder, item_of(article, 60 * place, folder=kept, **marks, **named), article.text)
