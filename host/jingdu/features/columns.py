"""Types of columns, and sums over blocks that many columns use."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.page.query import HEADINGS

Numbers = NDArray[np.float64]
Indexes = NDArray[np.intp]
Bits = NDArray[np.bool_]
Cells = NDArray[np.uint8]
"""Bins of values (`jingdu.extractors.additive`), or classes of characters."""
Column = Any
"""``Numbers`` or a list of strings (categories), with one value per block."""
Columns = dict[str, Column]
"""Name → column."""

PROSE: Final = 120
"""Size of text outside links (see `Sums`) above which a block is prose; half of it suffices with a full stop."""


def running(values: NDArray[Any]) -> Numbers:
    """Prefix sums, one more than ``values``: the sum over blocks a to b (exclusive) is ``sums[b] - sums[a]``."""
    return np.concatenate(([0.0], np.cumsum(values)))


class Sums:
    """Prefix sums over the blocks: ``size``, ``plain`` (its part outside links) and ``prose`` (``plain`` of prose).

    ``size`` is in characters; a Chinese, Japanese or Korean one counts as three.
    """

    def __init__(self, size: Numbers, link_density: Numbers, stops: Numbers) -> None:
        plain = size * (1 - link_density)
        self.is_prose = (plain > PROSE) | ((stops > 0) & (plain > PROSE / 2))
        self.size = running(size)
        self.plain = running(plain)
        self.prose = running(plain * self.is_prose)
        self.total: float = self.size[-1]
        self.total_plain: float = self.plain[-1] or 1.0
        self.total_prose: float = self.prose[-1] or 1.0


def headings(tags: Iterable[str]) -> Bits:
    """Whether each of the tags is a heading's."""
    return np.array([tag in HEADINGS for tag in tags], dtype=bool)


def windows(count: int, reaches: Sequence[int]) -> tuple[Indexes, Indexes]:
    """First and last block (exclusive) of the windows around each block, as two arrays (reaches, blocks)."""
    at = np.arange(count)
    reach = np.array(reaches)[:, None]
    return np.maximum(at - reach, 0), np.minimum(at + reach + 1, count)
