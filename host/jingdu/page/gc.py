"""Python's search for garbage, off while a page is read.

A page makes objects by the thousand and hardly any cycle; what is done with is freed at
once by its count of references, and searching for more would cost time that grows with all
that the process holds.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unsought() -> Iterator[None]:
    """Nobody searches for garbage meanwhile, in any thread; afterwards as before.

    May be nested and entered by several threads at once: the first that leaves lets the
    search begin again, and none leaves it off.
    """
    sought = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if sought:
            gc.enable()
