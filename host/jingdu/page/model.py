"""The types that every part of Jingdu shares: Page, Block, Verdict.

A *page* is parsed once; it is cut into *blocks*; an extractor turns a page into a
*verdict*, a score and a keep bit for each block; the kept blocks are composed into an
*article* (`jingdu.render.article`). Nothing here does work: these are the types that the steps hand on.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import repeat
from types import MappingProxyType
from typing import Final, NamedTuple, cast, overload

from lxml.etree import _Element

Element = _Element
"""An element of a parsed page, by the name that all modules use."""
Attributes = Mapping[str, str]
"""An element's."""
Found = Mapping[str, list[Element]]
"""Tag → its elements in document order."""


class Slot(NamedTuple):
    """One place in the tree that can hold text: an element's ``text``, or its ``tail``; ``string`` is that text."""

    element: Element
    tail: bool

    @property
    def string(self) -> str:
        return (self.element.tail if self.tail else self.element.text) or ""


@dataclass(eq=False, slots=True)
class Box:
    """A container element as the walk saw it: the tree of boxes is the tree of containers.

    ``first`` to ``last`` (exclusive) are the indexes of the blocks inside it, so
    ``page.blocks[box.first:box.last]`` is all its text.
    """

    element: Element
    tag: str
    parent: Box | None
    index: int
    first: int
    last: int
    depth: int


class Block(NamedTuple):
    """A run of text that belongs to one container element.

    ``container`` is the nearest enclosing container (``p``, ``div``, ``td``, ``li`` …) and
    ``box`` the same as the walk saw it; ``slots`` are the text places of the run in
    document order; ``text`` is the run's text with white space folded (kept as it is in
    ``pre``). A block-level child in the middle of a container's text, or an empty line made
    of ``br``, divides it into two blocks. ``link_chars`` of its characters stand in
    ``links`` links; ``inline`` are the tags of the elements inside the run; ``nbsp`` counts
    its no-break spaces. ``of`` are the blocks of its page.
    """

    index: int  # type: ignore[assignment]  # no one searches a block as a tuple
    text: str
    link_chars: int
    links: int
    nbsp: int
    of: Blocks

    @property
    def box(self) -> Box:
        return self.of.boxes[self.of.box_of[self.index]]

    @property
    def container(self) -> Element:
        return self.of.boxes.elements[self.of.box_of[self.index]]

    @property
    def slots(self) -> Sequence[Slot]:
        return self.of.slots(self.index)

    @property
    def inline(self) -> Sequence[str]:
        return self.of.inline_tags(self.index)


_NONE: Final[Attributes] = MappingProxyType({})
_BLOCK: partial[Block] = partial(tuple.__new__, Block)
"""A block of a tuple of all its fields; half the time of calling ``Block``."""


class Boxes(Sequence[Box]):
    """The containers of a page in document order, as boxes or by column.

    ``parents`` are indexes of boxes, -1 for the first box, which is around all the others;
    ``firsts`` to ``lasts`` (exclusive) are the blocks inside a box. A box is the same
    object each time it is asked for.
    """

    __slots__ = ("_attributes", "_made", "depths", "elements", "firsts", "lasts", "parents", "tags")

    def __init__(self, elements: list[Element], tags: list[str], rows: array[int]) -> None:
        """``rows`` has parent, first block, last block and depth of each box in turn."""
        self.elements, self.tags = elements, tags
        self.parents, self.firsts, self.lasts, self.depths = (rows[at::4] for at in range(4))
        self._made: list[Box] = []
        self._attributes: list[Attributes] = []

    @property
    def attributes(self) -> list[Attributes]:
        """Of each box the attributes of its element, none of one without a block; read from the tree once."""
        if not self._attributes:
            found = [
                dict(items) if first < last and (items := element.items()) else _NONE
                for element, first, last in zip(self.elements, self.firsts, self.lasts, strict=True)
            ]
            self._attributes = cast("list[Attributes]", found)
        return self._attributes

    @attributes.deleter
    def attributes(self) -> None:
        """Frees their memory; whoever asks again has them read again."""
        self._attributes = []

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
        columns = zip(self.elements, self.tags, self.parents, self.firsts, self.lasts, self.depths, strict=True)
        for index, (element, tag, parent, *rest) in enumerate(columns):
            made.append(Box(element, tag, made[parent] if index else None, index, *rest))
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

    def __init__(
        self,
        boxes: Boxes,
        texts: list[str],
        rows: array[int],
        places: list[Element],
        tails: bytearray,
        inline: list[str],
    ) -> None:
        """``rows`` has of each block in turn its box, characters in links, links, no-break spaces, end of places
        and end of inline tags.
        """
        self.boxes, self.texts = boxes, texts
        self.box_of, self.link_chars, self.links, self.nbsp, ends, inline_ends = (rows[at::6] for at in range(6))
        self.places, self.tails = places, tails
        self.places_from = array("q", [0]) + ends
        self.inline = inline
        self.inline_from = array("q", [0]) + inline_ends

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

    def spots(self, index: int) -> Iterator[tuple[Element, int]]:
        """The elements that hold the text of a block, with 1 where it is their tail."""
        span = slice(self.places_from[index], self.places_from[index + 1])
        return zip(self.places[span], self.tails[span], strict=True)

    def slots(self, index: int) -> list[Slot]:
        return [Slot(element, bool(tail)) for element, tail in self.spots(index)]

    def inline_tags(self, index: int) -> list[str]:
        return self.inline[self.inline_from[index] : self.inline_from[index + 1]]


@dataclass(frozen=True, slots=True)
class Page:
    """A parsed page: the tree, its blocks, and what was lost on the way.

    ``root`` is the ``html`` element; scripts (JSON-LD too) and styles are still in it.
    ``boxes`` are its containers in document order, the first around all the others.
    ``found`` has the elements of the tags that later steps ask for (``blocks.SEARCHED``), and by ``@itemprop`` those
    that are marked as an author or a date.
    ``title`` is the text of ``<title>``, unabridged. ``truncated``: a limit was met and text may
    be missing.
    """

    root: Element
    url: str | None
    title: str
    blocks: Blocks
    boxes: Boxes
    found: Found
    truncated: bool = False


class Reason(NamedTuple):
    """One part of a block's score: the feature, its value in words, and what it adds (below 0: speaks against)."""

    feature: str
    value: str
    contribution: float


class Corrected(NamedTuple):
    """What the user's corrections changed in a verdict.

    ``page``: this very page was corrected; ``site``: so many corrected pages of its site were evidence. ``blocks`` has
    of each block that was moved ``page`` or ``site`` and how many pages say so. ``title_at`` and ``byline_at`` are the
    blocks that are title and byline, where the user said so.
    """

    page: bool
    site: int
    blocks: Mapping[int, tuple[str, int]]
    title_at: int | None
    byline_at: int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an extractor says of a page: for each block a score, and whether to keep it.

    ``scores[i]`` and ``keep[i]`` speak of ``page.blocks[i]``. Scores are comparable only
    within one extractor; a higher score means more surely content. ``explain(i)`` gives the
    reasons of block i on demand: their contributions add up to ``scores[i]``. ``thread``: the page is one of posts.
    ``kind`` is what kind of page it is (`jingdu.extractors.kinds`), empty where the extractor does not say.
    """

    extractor: str
    scores: Sequence[float]
    keep: Sequence[bool]
    explain: Callable[[int], Sequence[Reason]] | None = field(default=None, compare=False, repr=False)
    thread: bool = False
    kind: str = field(default="", compare=False)
    corrected: Corrected | None = field(default=None, compare=False)
