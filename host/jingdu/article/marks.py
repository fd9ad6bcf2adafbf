"""Which places of the tree are kept: the slots of kept blocks, the way to them, the media among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from jingdu.page.model import Block, Element

_MEDIA: Final = ("img", "amp-img", "image", "video", "audio", "iframe", "math", "mjx-container", "table")

_SMALL: Final = frozenset("p h1 h2 h3 h4 h5 h6 pre figcaption figure".split())


@dataclass(frozen=True, slots=True)
class Marks:
    """``text`` and ``tails`` are the elements whose text or tail is kept; ``path`` those around kept text."""

    top: Element
    text: frozenset[Element]
    tails: frozenset[Element]
    path: frozenset[Element]
    media: frozenset[Element]
    """Media under ``top`` and the elements around them that hold no kept text."""
    slots: int


def around(kept: Sequence[Block]) -> Element:
    """The smallest element that holds all blocks of ``kept``, of which there is at least one.

    One paragraph alone stands for the container around it, where its pictures are.
    """
    first, last = kept[0].container, kept[-1].container
    outer = {first, *first.iterancestors()}
    top = next((step for step in (last, *last.iterancestors()) if step in outer), first)
    while top.tag in _SMALL and (parent := top.getparent()) is not None:
        top = parent
    return top


def mark(top: Element, kept: Sequence[Block], formulas: Iterable[Element]) -> Marks:
    """The marks of the blocks ``kept`` under ``top``, where ``formulas`` are media too."""
    text = frozenset(slot.element for block in kept for slot in block.slots if not slot.tail)
    tails = frozenset(slot.element for block in kept for slot in block.slots if slot.tail)
    path = _climb([*text, *(parent for e in tails if (parent := e.getparent()) is not None)], top, frozenset())
    return Marks(top, text, tails, path, _climb([*top.iter(*_MEDIA), *formulas], top, path), len(text) + len(tails))


def _climb(starts: Iterable[Element], top: Element, known: frozenset[Element]) -> frozenset[Element]:
    """``starts`` and all their ancestors up to ``top`` that aren't ``known``."""
    found = {top}
    for start in starts:
        step: Element | None = start
        while step is not None and step not in found and step not in known:
            found.add(step)
            step = step.getparent()
    return frozenset(found)
