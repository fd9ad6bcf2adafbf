"""Which places of the tree are kept: the slots of kept blocks, the way to them, the media among them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final, NamedTuple

from jingdu.page.model import Block, Element, Page
from jingdu.text.addresses import Addresses

MAX_LEVELS: Final = 4
"""Levels from a text up to the link around it."""


class Inward(NamedTuple):
    """A link to an id on the same page."""

    link: Element
    name: str


def inward(blocks: Iterable[Block], addresses: Addresses) -> Iterator[Inward]:
    """The links in the text of ``blocks`` that lead to places on the same page."""
    for block in blocks:
        if block.links:
            places, tails, starts = block.of.places, block.of.tails, block.of.places_from
            for at in range(starts[block.index], starts[block.index + 1]):
                around = () if tails[at] else chain((places[at],), islice(places[at].iterancestors(), MAX_LEVELS - 1))
                link = next((step for step in around if step.tag == "a"), None)
                href = link.get("href") if link is not None else None
                if href and "#" in href and link is not None and (name := addresses.fragment(href)):
                    yield Inward(link, name)


_MEDIA: Final = ("img", "amp-img", "image", "video", "audio", "iframe", "math", "mjx-container", "table")

_SMALL: Final = frozenset("p h1 h2 h3 h4 h5 h6 pre figcaption figure".split())


@dataclass(frozen=True, slots=True)
class Marks:
    """``text`` and ``tails`` are the elements whose text or tail is kept; ``path`` those around kept text."""

    top: Element
    text: Set[Element]
    tails: Set[Element]
    path: Set[Element]
    media: Set[Element]
    """Media under ``top`` and the elements around them that hold no kept text."""
    slots: int


def around(kept: Sequence[Block]) -> Element:
    """The smallest element that holds all blocks of ``kept``, of which there is at least one.

    Of one paragraph alone it is the container around it, where its pictures are.
    """
    first, last = kept[0].container, kept[-1].container
    outer = {first, *first.iterancestors()}
    top = next((step for step in (last, *last.iterancestors()) if step in outer), first)
    while top.tag in _SMALL and (parent := top.getparent()) is not None:
        top = parent
    return top


def mark(
    page: Page, top: Element, kept: Sequence[Block], formulas: Iterable[Element], also: Iterable[Element] = ()
) -> Marks:
    """The marks of the blocks ``kept`` under ``top``, where ``formulas`` are media too and ``also`` is entered."""
    text: set[Element] = set()
    tails: set[Element] = set()
    for block in kept:
        places, is_tail, starts = block.of.places, block.of.tails, block.of.places_from
        for at in range(starts[block.index], starts[block.index + 1]):
            (tails if is_tail[at] else text).add(places[at])
    path = {top}
    _climb(text, path, ())
    _climb((parent for element in tails if (parent := element.getparent()) is not None), path, ())
    _climb(also, path, ())
    media = {top}
    for tag in _MEDIA:
        _climb(page.found[tag], media, path)
    _climb(formulas, media, path)
    return Marks(top, text, tails, path, media, len(text) + len(tails))


def _climb(starts: Iterable[Element], found: set[Element], known: Container[Element]) -> None:
    """Adds ``starts`` and their ancestors to ``found``, up to those that are there or ``known``."""
    for start in starts:
        step: Element | None = start
        while step is not None and step not in found and step not in known:
            found.add(step)
            step = step.getparent()
