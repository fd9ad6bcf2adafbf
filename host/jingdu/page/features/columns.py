"""A column: one value a block, numbers or words; and the prefix sums that many columns read."""

from __future__ import annotations

from itertools import accumulate
from typing import Any, Final

Column = list[Any]
"""Numbers (to be binned by edges) or strings (their own bins)."""
Columns = dict[str, Column]

PROSE: Final = 120
"""Size of text outside links from which a block counts as prose; half of it where it ends a sentence."""


class Sums:
    """Prefix sums over the blocks, so that the sum over a subtree or a window is one subtraction.

    ``size`` is text by what it says (a Chinese character as three letters), ``plain`` the
    part of it outside links, ``prose`` the plain text of the blocks that read like prose.
    """

    def __init__(self, table: Columns) -> None:
        sizes = table["size"]
        plain = [size * (1 - density) for size, density in zip(sizes, table["link_density"], strict=True)]
        prose = [
            text if text > PROSE or (stops and text > PROSE / 2) else 0.0
            for text, stops in zip(plain, table["stops"], strict=True)
        ]
        self.size = [0, *accumulate(sizes)]
        self.plain = [0.0, *accumulate(plain)]
        self.prose = [0.0, *accumulate(prose)]
        self.is_prose = [text > 0 for text in prose]
        self.total: float = self.size[-1] or 1
        self.total_plain = self.plain[-1] or 1.0
        self.total_prose = self.prose[-1] or 1.0
