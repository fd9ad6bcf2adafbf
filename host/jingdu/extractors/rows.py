"""What paper N knows of a row of the page: y, z, p and s of each block (see ``network``)."""

from __future__ import annotations

from typing import NamedTuple

from jingdu.extractors.relevance import Relevance
from jingdu.page.model import Element, Page


class Row(NamedTuple):
    """A line of the paper: y, z, p = y/z and s."""

    chars: int
    total: int
    density: float
    relevance: int


def title_of(title: str) -> str:
    """Step 2: ``<title>`` cut before its last ``-`` or ``_``; all of it where that is nothing."""
    cut = max(title.rfind("-"), title.rfind("_"))
    return (title[:cut] if cut >= 0 else title).strip() or title


def rows(page: Page) -> list[Row]:
    """Step 3, for each block of the page."""
    relevance = Relevance(title_of(page.title))
    texts = page.blocks.texts
    return [
        Row(len(text), total, len(text) / total, relevance.of(text))
        for text, total in zip(texts, totals(page), strict=True)
    ]


def totals(page: Page) -> list[int]:
    """z for each block: its text, the tags in it, and the tags of its container in the row that this begins.

    A tag counts as ``<tag></tag>``. Attributes count for the elements that hold text of the row and for
    those around them, up to the container.
    """
    blocks, boxes = page.blocks, page.boxes
    size: dict[Element, int] = {}
    found = []
    for block, (text, box) in enumerate(zip(blocks.texts, blocks.box_of, strict=True)):
        container = boxes.elements[box]
        total = len(text) + sum([2 * len(tag) + 5 for tag in blocks.inline_tags(block)])
        if boxes.firsts[box] == block:
            total += 2 * len(boxes.tags[box]) + 5 + attributes(container)
        span = slice(blocks.places_from[block], blocks.places_from[block + 1])
        for element, tail in zip(blocks.places[span], blocks.tails[span], strict=True):
            at = element.getparent() if tail else element
            while at is not None and at is not container and at not in size:
                size[at] = attributes(at)
                total += size[at]
                at = at.getparent()
        found.append(total)
    return found


def attributes(element: Element) -> int:
    """Characters of an element's attributes as they are written: a space, the name, ``=``, quotes and the value."""
    return sum([len(name) + len(value) + 4 for name, value in element.items()])
