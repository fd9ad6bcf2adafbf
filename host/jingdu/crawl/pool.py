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
from typing import Final, NamedTuple, TypeVar

from jingdu.crawl.records import Options, Record, Row
from jingdu.crawl.rows import faulty
from jingdu.host.process import usage
from jingdu.host.watchdog import MAX_MEMORY, MAX_SECONDS, max_cpu

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


class _Begun(NamedTuple):
    """The record that a worker is reading, when it began, and its CPU time then; None until it has started."""

    record: Record
    since: float
    cpu: float | None


class Worker:
    """A process that reads pages; only `check` and `close` are called by other threads than the one that reads."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._begun: _Begun | None = None
        self._cpu: float | None = None
        self._exceeding: Record | None = None
        self.closed = False
        self.process = self._start()

    def read(self, records: list[Record]) -> list[Row]:
        """The rows of the records; raises ``InterruptedError`` once it is closed."""
        if self._done >= RENEWED:
            self.stop()
            self.process = self._start()
        rows, tried = list[Row](), -1
        while (at := len(rows)) < len(records):
            try:
                self._ask(records[at:], rows)
            except (OSError, EOFError, pickle.UnpicklingError):
                code, at = self._replace(), len(rows)
                if self._exceeding is records[at] or tried == at:
                    rows.append(faulty(records[at], code, self._options))
                tried = at
        return rows

    def _ask(self, records: list[Record], rows: list[Row]) -> None:
        if self.closed:  # while it was started
            self.process.kill()
        assert self.process.stdin and self.process.stdout
        self._begun = _Begun(records[0], time.monotonic(), self._cpu)
        if self._cpu is None:
            self._cpu = pickle.load(self.process.stdout)
        pickle.dump(records, self.process.stdin, 5)
        self.process.stdin.flush()
        for record in records:
            self._begun = _Begun(record, time.monotonic(), self._cpu)
            row, self._cpu = pickle.load(self.process.stdout)
            rows.append(row)
            self._done += 1
        self._begun = None

    def check(self) -> None:
        """Kills it where it exceeds a limit; called by the watching thread."""
        begun = self._begun
        if begun is None or (seconds := time.monotonic() - begun.since) < _INTERVAL:
            return
        now = usage(self.process.pid) if begun.cpu is not None else None
        used = now and (now.memory > MAX_MEMORY or now.seconds - (begun.cpu or 0) > max_cpu(len(begun.record.data)))
        if (used or seconds > MAX_SECONDS) and begun is self._begun:
            self._exceeding = begun.record
            self.process.kill()

    def close(self) -> None:
        self.closed = True
        self.process.kill()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-I" if sys.flags.isolated else "-P", "-m", "jingdu.crawl.worker"]
        group = None if sys.platform == "win32" else 0  # of its own: Ctrl-C is for this process to answer
        self._done, self._cpu = 0, None
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=group)
        assert process.stdin
        with suppress(OSError):
            pickle.dump(self._options, process.stdin, 5)
            process.stdin.flush()
        return process

    def _replace(self) -> str:
        """Starts another one; the code of the fault, should this one's page be to blame."""
        is_over = self._begun is not None and self._exceeding is self._begun.record
        has_started = self._cpu is not None
        code = self.stop()
        if self.closed:
            raise InterruptedError
        if not has_started and code > 0:
            raise RuntimeError(f"a worker does not start: exit code {code}")
        self.process = self._start()
        return "stopped" if is_over or code < 0 else "internal"

    def stop(self) -> int:
        """Its exit code, once it has ended."""
        self._begun = None
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]
        return self.process.wait()


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
            worker.stop()

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
