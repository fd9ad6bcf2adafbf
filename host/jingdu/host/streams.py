"""Reserves the standard streams for frames."""

import os
import sys


def claim() -> tuple[int, int]:
    """Moves stdin and stdout to new descriptors, which it returns, and redirects them to the null device and stderr."""
    descriptors = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # stderr is closed
        os.dup2(null, 1)
    os.close(null)
    if sys.platform == "win32":
        import msvcrt

        for descriptor in descriptors:
            msvcrt.setmode(descriptor, os.O_BINARY)
    return descriptors
