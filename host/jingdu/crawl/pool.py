"""Processes that read pages under the limits of the host's worker, and rows in the order of the records.

A thread of this process keeps one worker each busy. A worker that exceeds a limit is killed and the page that it was
reading is a fault; one that dies by itself is asked once more. Limits: `jingdu.host.watchdog`.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread
from typing import Final, TypeVar

from jingdu.crawl.records import Options, Record, Row
from jingdu.crawl.rows import faulty
from jingdu.host.process import usage
from jingdu.host.watchdog import MAX_CPU, MAX_CPU_PER_MEGABYTE, MAX_MEMORY, MAX_SECONDS

BATCH: Final = 8
BATCH_BYTES: Final = 4 * 2**20
"""Records, and bytes of them, that a worker gets at once."""
AHEAD: Final = 64
"""Batches a worker that are read, or waiting for an earlier one: a hanging page holds nobody up for long."""
AHEAD_BYTES: Final = 64 * 2**20
RENEWED: Final = 20_000
"""Records after which a worker is replaced: what libraries keep for names they met doesn't add up."""
_INTERVAL: Final = 0.25
_T = TypeVar("_T")


class Worker:
    """A process that reads pages, and what it has used for the page it is reading."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._record: Record | None = None
        self._cpu: float | None = None
        """CPU time when it began with the record; None until it has started."""
        self._exceeding: Record | None = None
        self.closed = False
        self._process = self._start()

    def read(self, records: list[Record]) -> list[Row]:
        """The rows of the records; raises ``InterruptedError`` once it is closed."""
        if self._done >= RENEWED:
            self._stop()
            self._process = self._start()
        rest, rows, tries = deque(records), list[Row](), 0
        while rest:
            try:
                self._ask(rest, rows)
            except (OSError, EOFError, pickle.UnpicklingError):
                tries = tries + 1 if self._record is rest[0] else 1
                code = self._replace()
                if self._exceeding is rest[0] or tries > 1:
                    rows.append(faulty(rest.popleft(), code, self._options))
                    tries = 0
        return rows

    def _ask(self, rest: deque[Record], rows: list[Row]) -> None:
        if self.closed:  # while it was started
            self._process.kill()
        assert self._process.stdin and self._process.stdout
        self._since, self._record = time.monotonic(), rest[0]
        if self._cpu is None:
            self._cpu = pickle.load(self._process.stdout)
        pickle.dump(list(rest), self._process.stdin, 5)
        self._process.stdin.flush()
        while rest:
            self._since, self._record = time.monotonic(), rest[0]
            row, self._cpu = pickle.load(self._process.stdout)
            rows.append(row)
            rest.popleft()
            self._done += 1
        self._record = None

    def check(self) -> None:
        """Kills it where it exceeds a limit; called by the watching thread."""
        record, since = self._record, self._since
        if record is None or time.monotonic() - since < _INTERVAL:
            return
        now = usage(self._process.pid)
        cpu = MAX_CPU + len(record.data) / 1e6 * MAX_CPU_PER_MEGABYTE
        begun = self._cpu
        used = now and begun is not None and (now.memory > MAX_MEMORY or now.seconds - begun > cpu)
        if (used or time.monotonic() - since > MAX_SECONDS) and record is self._record:
            self._exceeding = record
            self._process.kill()

    def close(self) -> None:
        """Ends it at once, from any thread."""
        self.closed = True
        self._process.kill()

    def wait(self) -> None:
        """Waits for its end."""
        self._stop()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-I" if sys.flags.isolated else "-P", "-m", "jingdu.crawl.worker"]
        group = None if sys.platform == "win32" else 0  # of its own: Ctrl-C is for this process to answer
        self._done, self._cpu, self._since = 0, None, time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=group)
        assert process.stdin
        with suppress(OSError):
            pickle.dump(self._options, process.stdin, 5)
            process.stdin.flush()
        return process

    def _replace(self) -> str:
        """Starts another one; the code of the fault, should this one's page be to blame."""
        is_over = self._exceeding is self._record
        self._record = None
        self._stop()
        if self.closed:
            raise InterruptedError
        code = self._process.returncode
        if self._cpu is None and code > 0:
            raise RuntimeError(f"a worker does not start: exit code {code}")
        self._process = self._start()
        return "stopped" if is_over or code < 0 else "internal"

    def _stop(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


class Pool:
    """So many workers; a context, at whose end they end."""

    def __init__(self, size: int, options: Options) -> None:
        self.workers = [Worker(options) for _ in range(size)]
        self._free: SimpleQueue[Worker] = SimpleQueue()
        for worker in self.workers:
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(size, "crawl")
        self._ended = Event()
        Thread(target=self._watch, daemon=True).start()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for worker in self.workers:
            worker.close()
        self._threads.shutdown(cancel_futures=True)
        for worker in self.workers:
            worker.wait()

    def rows(self, records: Iterable[tuple[_T, Record]]) -> Iterator[tuple[_T, Row]]:
        """The rows of records in their order, each with what its record came with."""
        waiting: deque[tuple[list[_T], int, Future[list[Row]]]] = deque()
        for batch in batches(records):
            size = sum(len(record.data) for _, record in batch)
            waiting.append(([key for key, _ in batch], size, self._threads.submit(self._read, [r for _, r in batch])))
            while waiting and (waiting[0][2].done() or self._is_full(waiting)):
                keys, _, future = waiting.popleft()
                yield from zip(keys, future.result(), strict=True)
        for keys, _, future in waiting:
            yield from zip(keys, future.result(), strict=True)

    def _is_full(self, waiting: deque[tuple[list[_T], int, Future[list[Row]]]]) -> bool:
        not_done = sum(size for _, size, future in waiting if not future.done())
        return len(waiting) >= AHEAD * len(self.workers) or not_done >= AHEAD_BYTES + BATCH_BYTES * len(self.workers)

    def _read(self, records: list[Record]) -> list[Row]:
        worker = self._free.get()
        try:
            return worker.read(records)
        finally:
            self._free.put(worker)

    def _watch(self) -> None:
        while not self._ended.wait(_INTERVAL):
            for worker in self.workers:
                worker.check()


def batches(records: Iterable[tuple[_T, Record]]) -> Iterator[list[tuple[_T, Record]]]:
    """The records in lists that are neither long nor large."""
    batch, size = [], 0
    for key, record in records:
        batch.append((key, record))
        size += len(record.data)
        if len(batch) >= BATCH or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
