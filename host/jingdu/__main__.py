"""The command line's entry point. Imports are deferred, so that Ctrl-C is handled from the start."""

import sys
from collections.abc import Sequence

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit code; errors are one sentence on stderr.

    ``arguments`` default to those of the process; then an interrupt ends the process.
    """
    try:
        from jingdu.cli.dispatch import run

        code = run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        if arguments is None:
            _exit()
        return INTERRUPTED
    if arguments is None:  # Ctrl-C ends the process without a traceback while the interpreter shuts down
        import signal

        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return code


def _exit() -> None:
    """Exits without waiting for threads, which may be downloading."""
    import os
    import signal
    from contextlib import suppress

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
