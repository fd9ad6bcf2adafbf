"""A column: one value a block, numbers or words; and the sums over blocks that many columns read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Indexes = NDArray[np.intp]
Column = Any
"""``Numbers`` (to be binned by edges) or a list of words (their own bins)."""
Columns = dict[str, Column]

PROSE: Final = 120
"""Size of text outside links from which a block counts as prose; half of it where it ends a sentence."""


HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())


def running(values: NDArray[Any]) -> Numbers:
    """Prefix sums, from 0: the sum over blocks a to b (exclusive) is ``sums[b] - sums[a]``."""
    sums = np.empty(len(values) + 1)
    sums[0] = 0
    np.cumsum(values, out=sums[1:])
    return sums


class Sums:
    """Prefix sums over the blocks, so that the sum over a subtree or a window is one subtraction.

    ``size`` is text by what it says (a Chinese character as three letters), ``plain`` the
    part of it outside links, ``prose`` the plain text of the blocks that read like prose.
    """

    def __init__(self, size: Numbers, link_density: Numbers, stops: Numbers) -> None:
        plain = size * (1 - link_density)
        self.is_prose = (plain > PROSE) | ((stops > 0) & (plain > PROSE / 2))
        self.size = running(size)
        self.plain = running(plain)
        self.prose = running(plain * self.is_prose)
        self.total: float = self.size[-1] or 1.0
        self.total_plain: float = self.plain[-1] or 1.0
        self.total_prose: float = self.prose[-1] or 1.0


def headings(tags: Iterable[str]) -> NDArray[np.bool_]:
    """Which of the tags are headings."""
    return np.array([tag in HEADINGS for tag in tags], dtype=bool)


def windows(count: int, reaches: Sequence[int]) -> tuple[Indexes, Indexes]:
    """First and last block (exclusive) of the window of each reach, in blocks to each side, of every block."""
    at = np.arange(count)
    reach = np.array(reaches)[:, None]
    return np.maximum(at - reach, 0), np.minimum(at + reach + 1, count)
