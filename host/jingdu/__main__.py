"""The command line. Nothing is imported here that can wait, so that Ctrl-C ends it quietly at any moment."""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit code; errors are one sentence on stderr.

    Without ``arguments`` those of the process count, which then ends with the command.
    """
    try:
        from jingdu.cli.dispatch import run

        code = run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        if arguments is None:
            _end()
        return INTERRUPTED
    if arguments is None:
        _let_interrupts_end_it()
    return code


def _end() -> None:
    """Ends the process without waiting for its threads, which may be in the middle of a download."""
    import os
    import signal
    from contextlib import suppress

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    os._exit(INTERRUPTED)


def _let_interrupts_end_it() -> None:
    """Ctrl-C while Python tidies up ends the process as it ends any other program, without a traceback."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main())
