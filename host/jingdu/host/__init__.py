"""The native messaging host: the process that the browser starts, and keeps for as long as it likes.

Started by the browser as ``python -I -m jingdu.host``; nothing else touches its streams. It reads no
page itself: a worker does (`jingdu.host.worker`), which can be stopped and replaced at any time, and what
stays here is small, so that a page on which a worker dies takes nothing with it but its own answer.

Exit codes: 0 the browser closed the stream or asked us to leave; 64 started by hand in a
terminal; 65 the frames went out of step, so that no reply could be trusted.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Final, NoReturn

from jingdu.host import streams
from jingdu.host.supervisor import workers

LEFT: Final = 0
BY_HAND: Final = 64


def main() -> NoReturn:
    """Serves the browser that started this process, and ends it."""
    if os.isatty(0):
        sys.stderr.write("This program is started by the browser; run `jingdu read` to read a page here.\n")
        raise SystemExit(BY_HAND)
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the browser's terminal: it will close the stream
    browser = streams.claim()
    first = workers.start(browser)  # before the rest is imported: it is not what the first answer waits for
    from jingdu.host.supervisor.relay import Relay

    relay = Relay(browser, first, lambda: workers.start(browser, warm=True))
    code = LEFT
    try:
        code = relay.serve()
    except SystemExit:
        pass
    finally:
        relay.worker.kill()
        os._exit(code)  # without waiting for threads that read


def _leave(*_: object) -> NoReturn:
    raise SystemExit(LEFT)
