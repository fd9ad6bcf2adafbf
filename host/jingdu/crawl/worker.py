"""A worker process of `jingdu.crawl.pool`: ``python -m jingdu.crawl.worker``.

It reads pickled options, then lists of records; it writes its CPU time, then for each record a row and its CPU time. It
limits itself like the host's worker, in case its parent is killed.
"""

import gc
import os
import pickle
import signal
import time
from contextlib import suppress

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
        while True:
            try:
                batch: list[Record] = pickle.load(records)
            except EOFError:
                return
            for record in batch:
                with limited_cpu():
                    row = row_of(record, options)
                pickle.dump((row, time.process_time()), rows, 5)
                rows.flush()
            del batch


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the parent was killed
        main()
