"""The native messaging host, which the browser starts as ``python -I -m jingdu.host``.

It does not read pages itself. It forwards requests to a worker (`jingdu.host.worker`), which can be killed and replaced
at any time (`jingdu.host.supervisor`).

Exit codes: 0 after the end of the stream or SIGTERM; 64 if started in a terminal; 65 after losing track of where frames
begin; the worker's own code if it fails before the first reply.
"""

import os
import signal
import sys
from typing import Final, NoReturn

from jingdu.host import process, streams

CLOSED: Final = 0
BY_HAND: Final = 64


def main() -> NoReturn:
    if os.isatty(0):
        sys.stderr.write("This program is started by the browser; run `jingdu read` to read a page in the terminal.\n")
        raise SystemExit(BY_HAND)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(CLOSED))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C in its terminal, the browser closes the stream anyway
    browser = streams.claim()
    first = process.start(browser)  # before further imports, which would delay the first reply
    from jingdu.host.supervisor import Supervisor

    supervisor = Supervisor(browser, first, lambda: process.start(browser, warm=True))
    code = CLOSED
    try:
        code = supervisor.serve()
    except SystemExit as stop:
        code = int(stop.code or CLOSED)
    finally:
        supervisor.worker.kill()
        os._exit(code)  # without waiting for threads
