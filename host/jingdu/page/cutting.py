"""What the walk over a page found, column by column; blocks and boxes are made of it when asked for.

Whoever works on all blocks at once takes a column; those of integers are arrays, which numpy reads at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import overload

from jingdu.page.model import Block, Box, Element, Slot

_BLOCK: partial[Block] = partial(tuple.__new__, Block)
"""A block of a tuple of all its fields; half the time of calling ``Block``."""


class Boxes(Sequence[Box]):
    """The containers of a page in document order, as boxes or by column.

    ``parents`` are indexes of boxes, -1 for the first box, which is around all the others;
    ``firsts`` to ``lasts`` (exclusive) are the blocks inside a box. A box is the same
    object each time it is asked for.
    """

    __slots__ = ("_made", "depths", "elements", "firsts", "lasts", "parents", "tags")

    def __init__(self) -> None:
        self.elements: list[Element] = []
        self.tags: list[str] = []
        self.parents = array("q")
        self.firsts = array("q")
        self.lasts = array("q")
        self.depths = array("q")
        self._made: list[Box] = []

    def __len__(self) -> int:
        return len(self.elements)

    def __iter__(self) -> Iterator[Box]:
        return iter(self._made or self._make())

    @overload
    def __getitem__(self, at: int) -> Box: ...
    @overload
    def __getitem__(self, at: slice) -> list[Box]: ...
    def __getitem__(self, at: int | slice) -> Box | list[Box]:
        return (self._made or self._make())[at]

    def _make(self) -> list[Box]:
        made: list[Box] = []
        columns = zip(self.elements, self.tags, self.parents, self.firsts, self.lasts, strict=True)
        for index, (element, tag, parent, first, last) in enumerate(columns):
            made.append(Box(element, tag, made[parent] if index else None, index, first, last))
        self._made = made
        return made


class Blocks(Sequence[Block]):
    """The blocks of a page in document order, as blocks or by column.

    ``box_of`` are indexes of ``boxes``. The inline tags of block i are
    ``inline[inline_from[i]:inline_from[i + 1]]``; its slots are the elements of
    ``places[places_from[i]:places_from[i + 1]]``, tails where ``tails`` is 1.
    """

    __slots__ = (
        "box_of", "boxes", "inline", "inline_from", "link_chars", "links", "nbsp", "places", "places_from",
        "tails", "texts",
    )  # fmt: skip

    def __init__(self, boxes: Boxes) -> None:
        self.boxes = boxes
        self.texts: list[str] = []
        self.box_of = array("q")
        self.link_chars = array("q")
        self.links = array("q")
        self.nbsp = array("q")
        self.inline: list[str] = []
        self.inline_from = array("q", [0])
        self.places: list[Element] = []
        self.tails = bytearray()
        self.places_from = array("q", [0])

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[Block]:
        columns = zip(range(len(self.texts)), self.texts, self.link_chars, self.links, self.nbsp, repeat(self))
        return map(_BLOCK, columns)

    @overload
    def __getitem__(self, at: int) -> Block: ...
    @overload
    def __getitem__(self, at: slice) -> list[Block]: ...
    def __getitem__(self, at: int | slice) -> Block | list[Block]:
        indexes = range(len(self.texts))[at]
        return self._block(indexes) if isinstance(indexes, int) else [*map(self._block, indexes)]

    def _block(self, index: int) -> Block:
        return Block(index, self.texts[index], self.link_chars[index], self.links[index], self.nbsp[index], self)

    def slots(self, index: int) -> list[Slot]:
        """The text places of a block in document order."""
        span = slice(self.places_from[index], self.places_from[index + 1])
        return [Slot(element, bool(tail)) for element, tail in zip(self.places[span], self.tails[span], strict=True)]

    def inline_tags(self, index: int) -> list[str]:
        """The tags of the elements inside a block's run."""
        return self.inline[self.inline_from[index] : self.inline_from[index + 1]]
