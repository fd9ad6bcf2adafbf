"""A worker process of `jingdu.crawl.pool`: ``python -m jingdu.crawl.worker``.

It reads pickled options, then lists of records; it writes its CPU time, then for each record a row and its CPU time. A
thread receives the next list meanwhile. It limits itself like the host's worker, in case its parent is killed.
"""

import gc
import os
import pickle
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from queue import Queue
from threading import Thread
from typing import BinaryIO

from jingdu.crawl.records import Options, Record
from jingdu.host import streams
from jingdu.host.worker import limit_memory, limited_cpu


def main() -> None:
    """Reads records until the end of the input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory()
    stdin, stdout = streams.claim()
    from jingdu.crawl.rows import row_of

    with os.fdopen(stdin, "rb") as records, os.fdopen(stdout, "wb") as rows:
        options: Options = pickle.load(records)
        row_of(Record("", data="<p>warm</p>"), options)
        gc.freeze()
        pickle.dump(time.process_time(), rows, 5)
        rows.flush()
        for record in _received(records):
            with limited_cpu():
                row = row_of(record, options)
            pickle.dump((row, time.process_time()), rows, 5)
            rows.flush()


def _received(pipe: BinaryIO) -> Iterator[Record]:
    batches: Queue[list[Record] | None] = Queue(1)

    def receive() -> None:
        try:
            with suppress(EOFError):
                while True:
                    batches.put(pickle.load(pipe))
        finally:
            batches.put(None)

    Thread(target=receive, daemon=True).start()
    while batch := batches.get():
        yield from batch


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the parent was killed
        main()
