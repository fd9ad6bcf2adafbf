"""A process's standard streams, reserved for frames."""

from __future__ import annotations

import os
import sys


def claim() -> tuple[int, int]:
    """Descriptors of what was stdin and stdout; from now on a ``print`` goes to stderr, and stdin is empty."""
    ours = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # stderr is closed
        os.dup2(nothing, 1)
    os.close(nothing)
    if sys.platform == "win32":
        import msvcrt

        for stream in ours:
            msvcrt.setmode(stream, os.O_BINARY)
    return ours
