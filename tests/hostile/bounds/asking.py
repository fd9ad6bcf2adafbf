"""One request to a real host, with what it took: seconds of the processor, peak memory of the worker, what came out."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

from tests.support.host_process import Port

HELLO: dict[str, Any] = {"id": 1, "action": "hello", "protocol": 1, "extension": "0"}


class Outcome(NamedTuple):
    """A reply and its cost."""

    reply: Any
    seconds: float
    """On the clock, from the request's first byte to the reply's last."""
    processor: float
    """Seconds of the processor, of host and workers."""
    peak: int
    """Bytes of memory that a worker held at most (VmHWM)."""


def ask(port: Port, request: dict[str, Any]) -> Outcome:
    """Asks a host that has greeted."""
    before, started = used(port), time.perf_counter()
    with watched(port) as most:
        reply = port.ask(request)
        seconds = time.perf_counter() - started
    return Outcome(reply, seconds, max(0.0, used(port) - before), most[0])


@contextmanager
def watched(port: Port) -> Iterator[list[int]]:
    """The most memory a worker has held until the end, also of one that was stopped meanwhile."""
    most, ended = [0], Event()

    def look() -> None:
        with suppress(OSError, StopIteration, IndexError):
            most[0] = max(most[0], peak(port))

    def watch() -> None:
        while not ended.wait(0.05):
            look()

    thread = Thread(target=watch)
    thread.start()
    try:
        yield most
    finally:
        ended.set()
        thread.join()
        look()


def greeted(home: Path) -> Port:
    """A host as the extension has it."""
    port = Port(home)
    port.ask(HELLO)
    return port


def worker(port: Port) -> int:
    """The worker's process."""
    pid = port.process.pid
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


def used(port: Port) -> float:
    """Seconds of the processor that host, worker and the workers before have used."""
    ticks = 0
    for pid in (port.process.pid, worker(port)):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def peak(port: Port) -> int:
    """Most memory that the worker has held."""
    lines = Path(f"/proc/{worker(port)}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
