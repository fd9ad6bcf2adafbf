"""Processes that read articles for this one. They only read: killed at any moment, they leave nothing behind.

Each ends by itself when the other end of its connection is closed, so also when this process is killed.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Final

from jingdu.library.index.reading import Files, Outcome, outcome

MAX_READERS: Final = 8
"""More would wait for the one that writes."""
_AHEAD: Final = 2
"""Batches that a reader has at once, so that it need not wait for the next."""
_PAUSE: Final = 0.1
"""Seconds to wait for a batch before its caller may do other things."""
_GENTLE: Final = 5
"""Added to the niceness of readers: who works at the computer goes first."""


class Readers:
    """So many processes that read; where they cannot be started, or end, this process reads itself."""

    def __init__(self, files: Files, number: int) -> None:
        self._files = files
        self._busy: dict[Connection, dict[int, list[str]]] = {}
        self._own: dict[int, list[str]] = {}
        context = get_context("spawn")
        self._processes = []
        for _ in range(min(number, MAX_READERS)):
            with suppress(Exception), _uninterrupted():  # no processes allowed, or files that cannot be sent to them
                ours, theirs = context.Pipe()
                process = context.Process(target=_read, args=(theirs, files), daemon=True)
                process.start()
                theirs.close()
                self._processes.append(process)
                self._busy[ours] = {}
        self.most = _AHEAD * max(1, len(self._busy)) + 1

    def __enter__(self) -> Readers:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()
        for connection in self._busy:
            connection.close()

    def take(self, number: int, batch: list[str]) -> bool:
        """Begins to read a batch; False where every reader has enough to do."""
        if not self._busy:
            self._own[number] = batch
            return len(self._own) == 1
        connection = min(self._busy, key=lambda one: len(self._busy[one]))
        if len(self._busy[connection]) >= _AHEAD:
            return False
        self._busy[connection][number] = batch
        try:
            connection.send((number, batch))
        except OSError:
            self._lost(connection)
        return True

    def finished(self) -> dict[int, list[Outcome]]:
        """The batches that were read meanwhile, by number; none where that takes longer."""
        found = {number: [outcome(self._files, one) for one in batch] for number, batch in self._own.items()}
        self._own.clear()
        working = [connection for connection, batches in self._busy.items() if batches]
        for connection in wait(working, 0 if found else _PAUSE) if working else ():
            assert isinstance(connection, Connection)
            try:
                number, outcomes = connection.recv()
            except (EOFError, OSError):
                self._lost(connection)
            else:
                found[number] = outcomes
                del self._busy[connection][number]
        return found

    def _lost(self, connection: Connection) -> None:
        """A reader ended: what it had is read here, where an error is seen."""
        self._own |= self._busy.pop(connection)
        connection.close()


def _read(connection: Connection, files: Files) -> None:
    """A reader's work, until nobody wants anything of it."""
    if hasattr(os, "nice"):
        os.nice(_GENTLE)
    with suppress(EOFError, OSError):
        while True:
            number, batch = connection.recv()
            try:
                found = [outcome(files, folder) for folder in batch]
            except Exception:  # the process that asked meets it again, and reports it
                return
            connection.send((number, found))


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """What is started meanwhile does not hear Ctrl-C, which is for this process."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
