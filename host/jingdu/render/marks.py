"""Which places of the tree are kept: the slots of kept blocks, the way to them, the media among them, their notes.

A note whose mark is in kept text belongs to the article, however little it looks like it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from lxml import etree

from jingdu.page.model import Block, Box, Element, Page
from jingdu.page.query import elements
from jingdu.text.addresses import Addresses

MAX_NOTE: Final = 1000
"""Characters of one note."""
MAX_LEVELS: Final = 4
"""Levels from a text up to the link around it."""

_NAMED: Final = etree.XPath("//@id/.. | //a[@name]")
_NUMBER: Final = re.compile(r"[\[(]?\d{1,3}[\])]?")
_NOTES: Final = frozenset({"li", "p", "dd", "aside", "div"})


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
                link = None if tails[at] else _link_around(places[at])
                href = link.get("href") if link is not None else None
                if href and "#" in href and link is not None and (name := addresses.fragment(href)):
                    yield Inward(link, name)


def _link_around(element: Element) -> Element | None:
    step: Element | None = element
    for _ in range(MAX_LEVELS):
        if step is None or step.tag == "a":
            return step
        step = step.getparent()
    return None


def with_notes(page: Page, kept: list[Block], links: Iterable[Inward]) -> list[Block]:
    """``kept`` and the blocks of the notes that its marks, among ``links``, point at, in the page's order."""
    names = {name for link, name in links if _is_mark(link)}
    if not names:
        return kept
    boxes = {box.element: box for box in page.boxes}
    indexes = {block.index for block in kept}
    for element in elements(_NAMED, page.root):
        if (element.get("id") or element.get("name")) in names and (box := _note(element, boxes)) is not None:
            indexes.update(range(box.first, box.last))
    return [page.blocks[index] for index in sorted(indexes)]


def _is_mark(link: Element) -> bool:
    """Whether the link is set like the mark of a note: raised, a number, or declared to be one."""
    parent = link.getparent()
    return (
        _NUMBER.fullmatch("".join(map(str, islice(link.itertext(), MAX_LEVELS))).strip()) is not None
        or (parent is not None and parent.tag == "sup")
        or any(child.tag == "sup" for child in link)
        or link.get("role") == "doc-noteref"
        or "footnote" in (link.get("class") or "")
    )


def _note(element: Element, boxes: dict[Element, Box]) -> Box | None:
    """The box of the note at ``element``: itself, or the item or paragraph it is at the start of."""
    step: Element | None = element
    while step is not None and step not in boxes:
        step = step.getparent()
    box = boxes.get(step) if step is not None else None
    if box is None or box.tag not in _NOTES or _is_long(box.element):
        return None
    return box


def _is_long(element: Element) -> bool:
    """Whether ``element`` holds more text than a note."""
    length = 0
    for part in element.itertext():
        length += len(part)
        if length > MAX_NOTE:
            return True
    return False


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


def mark(page: Page, top: Element, kept: Sequence[Block], formulas: Iterable[Element]) -> Marks:
    """The marks of the blocks ``kept`` under ``top``, where ``formulas`` are media too."""
    text: set[Element] = set()
    tails: set[Element] = set()
    for block in kept:
        places, is_tail, starts = block.of.places, block.of.tails, block.of.places_from
        for at in range(starts[block.index], starts[block.index + 1]):
            (tails if is_tail[at] else text).add(places[at])
    path = {top}
    _climb(text, path, ())
    _climb((parent for element in tails if (parent := element.getparent()) is not None), path, ())
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
