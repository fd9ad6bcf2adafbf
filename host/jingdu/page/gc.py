"""Garbage collection, off while a page is read."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_disabled() -> Iterator[None]:
    """Disables the cyclic collector, and enables it afterwards if it was enabled.

    A page makes objects by the thousand and hardly any cycle; collecting meanwhile takes time
    that grows with all that the process holds.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
