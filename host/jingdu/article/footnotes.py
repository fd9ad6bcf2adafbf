"""Notes whose marks stand in kept text: they belong to the article, however little they look like it."""

from __future__ import annotations

from typing import Final

from lxml import etree

from jingdu.article.addresses import Addresses
from jingdu.page.model import Block, Box, Element, Page
from jingdu.page.query import elements

MAX_NOTES: Final = 60
"""Notes on one page; more are an apparatus of references, which is left to the extractor."""
MAX_NOTE: Final = 1000
"""Characters of one note."""

_MARKS: Final = etree.XPath(
    "//a[contains(@href, '#')][parent::sup or child::sup or @role = 'doc-noteref' or contains(@class, 'footnote')]"
)
_NAMED: Final = etree.XPath("//*[@id] | //a[@name]")
_NOTES: Final = frozenset({"li", "p", "dd", "aside", "div"})


def with_notes(page: Page, kept: list[Block], addresses: Addresses) -> list[Block]:
    """``kept`` and the blocks of the notes that its marks point at, in the page's order."""
    names = _pointed_at(page, kept, addresses) if addresses.targets else set()
    if not names or len(names) > MAX_NOTES:
        return kept
    boxes = {box.element: box for box in page.boxes}
    indexes = {block.index for block in kept}
    for element in elements(_NAMED, page.root):
        if (element.get("id") or element.get("name")) in names and (box := _note(element, boxes)) is not None:
            indexes.update(range(box.first, box.last))
    return [page.blocks[index] for index in sorted(indexes)]


def _pointed_at(page: Page, kept: list[Block], addresses: Addresses) -> set[str]:
    """The ids that marks in kept text point at."""
    inside = {slot.element for block in kept for slot in block.slots}
    marks = (mark for mark in elements(_MARKS, page.root) if mark in inside or any(part in inside for part in mark))
    return {name for mark in marks if (name := addresses.fragment(mark.get("href") or ""))}


def _note(element: Element, boxes: dict[Element, Box]) -> Box | None:
    """The box of the note at ``element``: itself, or the item or paragraph it stands at the start of."""
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
