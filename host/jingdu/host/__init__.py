"""The native messaging host: the process that the browser starts, and keeps for as long as it likes.

Started by the browser as ``python -I -m jingdu.host``; nothing else touches its streams. It reads no page itself: a
worker does (`jingdu.host.worker`), which can be stopped and replaced at any time (`jingdu.host.supervisor`).

Exit codes: 0 the browser closed the stream or sent SIGTERM; 64 started by hand in a terminal; 65 the frames went out of
step, so that no reply could be trusted.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Final, NoReturn

from jingdu.host import process, streams

CLOSED: Final = 0
BY_HAND: Final = 64


def main() -> NoReturn:
    """Serves the browser that started this process, and ends it."""
    if os.isatty(0):
        sys.stderr.write("This program is started by the browser; run `jingdu read` to read a page in the terminal.\n")
        raise SystemExit(BY_HAND)
    signal.signal(signal.SIGTERM, _exit)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the browser's terminal: it will close the stream
    browser = streams.claim()
    first = process.start(browser)  # before the rest is imported, for which the first answer does not wait
    from jingdu.host.supervisor import Supervisor

    supervisor = Supervisor(browser, first, lambda: process.start(browser, warm=True))
    code = CLOSED
    try:
        code = supervisor.serve()
    except SystemExit:
        pass
    finally:
        supervisor.worker.kill()
        os._exit(code)  # without waiting for threads that read


def _exit(*_: object) -> NoReturn:
    raise SystemExit(CLOSED)
