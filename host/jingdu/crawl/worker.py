"""The process that reads the pages of a crawl: ``python -m jingdu.crawl.worker``, with `jingdu.crawl.pool` at its ends.

In come the options, then lists of records; out goes the CPU time so far, then a row for each with the same. It also
limits itself as the host's worker does, so that nothing goes on for long when the process that started it was killed.
"""

from __future__ import annotations

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
    """Answers until its input ends."""
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
    with suppress(BrokenPipeError):  # whom it works for is gone
        main()
