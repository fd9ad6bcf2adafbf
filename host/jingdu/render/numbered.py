"""The walk that leaves a mark where each kept block begins, so that the reader knows which block it shows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

from jingdu.page.model import Block, Element
from jingdu.render.walk import Walk

NAME: Final = "jingdu-block-"
"""Before the block's number; the cleaner puts ``jd-`` before it all."""
_WHOLE: Final = frozenset({"pre", "code", "table", "listing", "xmp", "plaintext"})
"""What is written as one piece: the mark of its first block is before it."""


class NumberedWalk(Walk):
    """Kept places come in the page's order, so that their number tells which block one belongs to."""

    def __init__(self, kept: Sequence[Block], *rest: Any) -> None:
        super().__init__(*rest)
        self._numbers = [block.index for block in kept]
        sizes = (block.of.places_from[block.index + 1] - block.of.places_from[block.index] for block in kept)
        self._starts = [0, *accumulate(sizes)][:-1]
        self._marked: set[int] = set()

    def _text(self, text: str, kept: bool) -> None:
        if kept and text.strip():
            self._mark()
        super()._text(text, kept)

    def skip(self, element: Element) -> None:
        if element.tag in _WHOLE and element in self.marks.path:
            self._mark()
        super().skip(element)

    def _mark(self) -> None:
        """An anchor before what is written next, if it is a block's first."""
        place = self.marks.slots - self.left
        at = bisect_right(self._starts, place) - 1
        if 0 <= at < len(self._numbers) and at not in self._marked:
            self._marked.add(at)
            self.writer.anchor(f"{NAME}{self._numbers[at]}")
