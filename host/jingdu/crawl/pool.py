"""A pool of processes that read pages with the limits of the host's worker (`jingdu.host.watchdog`).

Rows are returned in the order of the records. A worker that exceeds a limit is killed, and its page becomes a fault; a
page whose worker dies by itself is retried once. Each worker is served by a thread of this process, which sends it the
next batch while it reads one.
"""

import pickle
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Final, NamedTuple, TypeVar

from jingdu.crawl.records import Options, Record, Row, faulty
from jingdu.host.process import usage
from jingdu.host.watchdog import MAX_MEMORY, MAX_SECONDS, max_cpu

BATCH: Final = 4
BATCH_BYTES: Final = 4 * 2**20
"""Maximum records, and their bytes, per batch."""
QUEUED: Final = 4
QUEUED_BYTES: Final = 64 * 2**20
"""Maximum batches per worker, and bytes of all batches, that are read or queued; more would only take memory."""
AHEAD: Final = 128
"""Maximum batches per worker including finished ones that wait for an earlier one, while other workers go on."""
MAX_RECORDS: Final = 20_000
"""Number of records after which a worker is replaced, because libraries cache names without limit."""
_INTERVAL: Final = 0.25
"""Seconds between checks of the workers' limits."""
_T = TypeVar("_T")


class _Batch(NamedTuple):
    records: list[Record]
    rows: Future[list[Row]]


class _Current(NamedTuple):
    """The record that a worker is reading, with the time and CPU time at its start (CPU time None for the first)."""

    record: Record
    since: float
    cpu: float | None


class Worker:
    """A process that reads pages; only `check` and `close` are thread-safe."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._current: _Current | None = None
        self._exceeding: Record | None = None
        self.closed = False
        self._start()

    def _start(self) -> None:
        command = [sys.executable, "-I" if sys.flags.isolated else "-P", "-m", "jingdu.crawl.worker"]
        group = None if sys.platform == "win32" else 0  # a new one, so that Ctrl-C reaches only this process
        self._done = 0
        self._cpu: float | None = None
        self._sent: list[Record] | None = None
        """The batch after the current one, if the process has it already."""
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=group)
        self._send(self._options)

    def _send(self, message: Options | list[Record]) -> None:
        """Sends a message; a dead process is noticed when its rows are read."""
        assert self.process.stdin
        with suppress(OSError):
            pickle.dump(message, self.process.stdin, 5)
            self.process.stdin.flush()

    def read(self, records: list[Record], following: list[Record]) -> list[Row]:
        """The rows of ``records``; meanwhile sends the next batch. Raises ``InterruptedError`` after `close`."""
        if self._done >= MAX_RECORDS:
            self.stop()
            self._start()
        rows, tried = list[Row](), -1
        while (at := len(rows)) < len(records):
            try:
                self._request(records[at:] if at else records, following, rows)
            except (OSError, EOFError, pickle.UnpicklingError):
                code, at = self._replace(), len(rows)
                is_over = self._exceeding is records[at]
                if is_over or tried == at:
                    rows.append(faulty(records[at], "stopped" if is_over or code < 0 else "internal", self._options))
                tried = at
        return rows

    def _request(self, records: list[Record], following: list[Record], rows: list[Row]) -> None:
        if self.closed:  # `close` was called while the process started
            self.process.kill()
        assert self.process.stdout
        self._current = _Current(records[0], time.monotonic(), self._cpu)
        if self._cpu is None:
            self._cpu = pickle.load(self.process.stdout)
        for batch in (records, following):
            if batch and batch is not self._sent:
                self._send(batch)
        self._sent = following
        for record in records:
            self._current = _Current(record, time.monotonic(), self._cpu)
            row, self._cpu = pickle.load(self.process.stdout)
            rows.append(row)
            self._done += 1
        self._current = None

    def check(self) -> None:
        """Kills the process if it exceeds a limit."""
        current = self._current
        if current is None or (seconds := time.monotonic() - current.since) < _INTERVAL:
            return
        now = usage(self.process.pid) if current.cpu is not None else None
        max_seconds = max_cpu(len(current.record.data))
        is_over = now and (now.memory > MAX_MEMORY or now.seconds - (current.cpu or 0) > max_seconds)
        if (is_over or seconds > MAX_SECONDS) and current is self._current:
            self._exceeding = current.record
            self.process.kill()

    def close(self) -> None:
        self.closed = True
        self.process.kill()

    def _replace(self) -> int:
        """Starts a new process; returns the exit code of the old one."""
        has_started = self._cpu is not None
        code = self.stop()
        if self.closed:
            raise InterruptedError
        if not has_started and code > 0:
            raise RuntimeError(f"a worker does not start: exit code {code}")
        self._start()
        return code

    def stop(self) -> int:
        self._current = None
        with suppress(OSError), self.process:  # which closes the pipes
            self.process.kill()
        return self.process.wait()


class Pool:
    def __init__(self, size: int, options: Options) -> None:
        self.workers = [Worker(options) for _ in range(size)]
        self._waiting: SimpleQueue[_Batch] = SimpleQueue()
        self._ended = Event()
        self._threads = [Thread(target=self._serve, args=(worker,), daemon=True) for worker in self.workers]
        for thread in (*self._threads, Thread(target=self._watch, daemon=True)):
            thread.start()

    def close(self) -> None:
        self._ended.set()
        for worker in self.workers:
            worker.close()
            self._waiting.put(_Batch([], Future()))
        for worker, thread in zip(self.workers, self._threads, strict=True):
            thread.join()
            worker.stop()

    def rows(self, records: Iterable[tuple[_T, Record]]) -> Iterator[tuple[_T, Row]]:
        """The rows of records in order, with the records' keys."""
        pending: deque[tuple[list[_T], Future[list[Row]]]] = deque()
        unread: dict[Future[list[Row]], int] = {}
        for keyed in batches(records):
            batch = _Batch([record for _, record in keyed], Future())
            self._waiting.put(batch)
            pending.append(([key for key, _ in keyed], batch.rows))
            unread[batch.rows] = sum(len(record.data) for record in batch.records)
            while pending and (pending[0][1].done() or len(pending) >= AHEAD * len(self.workers)):
                keys, first = pending.popleft()
                yield from zip(keys, first.result(), strict=True)
            while len(unread) >= QUEUED * len(self.workers) or sum(unread.values()) >= QUEUED_BYTES:
                for rows in wait(unread, return_when=FIRST_COMPLETED).done:
                    del unread[rows]
        for keys, rows in pending:
            yield from zip(keys, rows.result(), strict=True)

    def _serve(self, worker: Worker) -> None:
        """Serves a worker in a thread, until a batch is empty."""
        batch = self._waiting.get()
        while batch.records:
            following = None
            with suppress(Empty):
                following = self._waiting.get_nowait()
            try:
                batch.rows.set_result(worker.read(batch.records, following.records if following else []))
            except BaseException as error:
                batch.rows.set_exception(error)
            batch = following or self._waiting.get()

    def _watch(self) -> None:
        while not self._ended.wait(_INTERVAL):
            for worker in self.workers:
                worker.check()


def batches(records: Iterable[tuple[_T, Record]]) -> Iterator[list[tuple[_T, Record]]]:
    batch, size = [], 0
    for key, record in records:
        batch.append((key, record))
        size += len(record.data)
        if len(batch) >= BATCH or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
