"""The words every part of Jingdu shares: Page, Block, Verdict, Article.

A *page* is parsed once; it is cut into *blocks*; an extractor turns a page into a
*verdict*, a score and a keep bit for each block; the kept blocks are composed into an
*article*. Nothing here does work: these are the types that the steps hand on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lxml.etree import _Element

if TYPE_CHECKING:
    from jingdu.page.cutting import Blocks, Boxes

Element = _Element
"""An element of a parsed page, by the name that all modules use."""


class Slot(NamedTuple):
    """One place in the tree that can hold text: an element's ``text``, or its ``tail``."""

    element: Element
    tail: bool

    @property
    def string(self) -> str:
        """The text in the place, as parsed; empty where there is none."""
        return (self.element.tail if self.tail else self.element.text) or ""


class Box:
    """A container element as the walk saw it: the tree of boxes is the tree of containers.

    ``first`` to ``last`` (exclusive) are the indexes of the blocks inside it, so
    ``page.blocks[box.first:box.last]`` is all its text.
    """

    __slots__ = ("depth", "element", "first", "index", "last", "parent", "tag")

    def __init__(self, element: Element, tag: str, parent: Box | None, index: int, first: int, last: int) -> None:
        self.element = element
        self.tag = tag
        self.parent = parent
        self.index = index
        self.depth: int = parent.depth + 1 if parent is not None else 0
        self.first = first
        self.last = last


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


@dataclass(frozen=True, slots=True)
class Page:
    """A parsed page: the tree, its blocks, and what was lost on the way.

    ``root`` is the ``html`` element; scripts (JSON-LD too) and styles are still in it.
    ``boxes`` are its containers in document order, the first around all the others.
    Both tell their columns too (see ``cutting``): who works on all blocks takes those.
    ``title`` is the text of ``<title>``, unabridged. ``truncated`` says that a bound was
    met and text may be missing.
    """

    root: Element
    url: str | None
    title: str
    blocks: Blocks
    boxes: Boxes
    truncated: bool = False


class Reason(NamedTuple):
    """One part of a block's score: the feature, its value in words, and what it adds (below 0: speaks against)."""

    feature: str
    value: str
    contribution: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an extractor says of a page: for each block a score, and whether to keep it.

    ``scores[i]`` and ``keep[i]`` speak of ``page.blocks[i]``. Scores are comparable only
    within one extractor; a higher score means more surely content. ``explain(i)`` tells the
    reasons of block i, worked out when asked: their contributions add up to ``scores[i]``.
    """

    extractor: str
    scores: Sequence[float]
    keep: Sequence[bool]
    explain: Callable[[int], Sequence[Reason]] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Article:
    """The article found on a page. Text fields are plain text; ``html`` is allow-listed.

    ``text`` and ``markdown`` are made from ``html`` when first asked for.
    """

    title: str
    byline: str | None
    published: str | None
    """ISO 8601 date or date and time, as far as the page tells it."""
    site: str | None
    lang: str | None
    """BCP 47 tag, e.g. ``zh-Hans`` or ``en-US``."""
    dir: str
    """``ltr`` or ``rtl``."""
    image: str | None
    """Absolute address of the lead image."""
    url: str | None
    excerpt: str | None
    html: str
    reading_time: int
    """Minutes, rounded up; at least 1."""
    truncated: bool = False
    extractor: str = field(default="")

    @cached_property
    def text(self) -> str:
        """The article as plain text: blocks parted by an empty line, cells by a tab."""
        from jingdu.render.plain import plain_text

        return plain_text(self.html)

    @cached_property
    def markdown(self) -> str:
        """The article as GitHub-flavoured Markdown."""
        from jingdu.render.markdown import markdown

        return markdown(self.html)

    def as_dict(self, *names: str) -> dict[str, Any]:
        """The article as JSON-ready data: the fields of these names, or all, text and Markdown too."""
        return {name: getattr(self, name) for name in names or ARTICLE_FIELDS}


ARTICLE_FIELDS: Final = (*(field.name for field in fields(Article)), "text", "markdown")
"""Every name that ``Article.as_dict`` knows."""
