"""A worker process of `jingdu.crawl.pool`: ``python -m jingdu.crawl.worker``.

It reads pickled options, then lists of records; it writes its CPU time, then for each record a row and its CPU time. A
thread receives the next list meanwhile. It limits itself like the host's worker, in case its parent is killed.
"""

import gc
import os
import pickle
import signal
import time
from contextlib import suppress
from queue import Queue
from threading import Thread
from typing import BinaryIO, NoReturn

from jingdu.crawl.records import Options, Record
from jingdu.host import streams
from jingdu.host.worker import MAX_CPU, limit_cpu, limit_memory


def main() -> NoReturn:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory()
    stdin, stdout = streams.claim()
    from jingdu.crawl.rows import row_of

    records, rows = os.fdopen(stdin, "rb"), os.fdopen(stdout, "wb")
    options: Options = pickle.load(records)
    row_of(Record("", data="<p>warm</p>"), options)
    gc.freeze()
    pickle.dump(time.process_time(), rows, 5)
    rows.flush()
    batches: Queue[list[Record]] = Queue(1)
    Thread(target=_receive, args=(records, batches), daemon=True).start()
    while True:
        for record in batches.get():
            limit_cpu(MAX_CPU)
            row = row_of(record, options)
            limit_cpu(0)
            pickle.dump((row, time.process_time()), rows, 5)
            rows.flush()


def _receive(records: BinaryIO, batches: Queue[list[Record]]) -> NoReturn:
    try:
        while True:
            batches.put(pickle.load(records))
    finally:
        os._exit(0)  # also at the end of the input


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the parent was killed
        main()
