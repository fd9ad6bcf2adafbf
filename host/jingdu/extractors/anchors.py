"""The text of a block in links, and outside of them."""

from __future__ import annotations

from typing import NamedTuple

from jingdu.page.model import Block, Element, Slot


class Anchor(NamedTuple):
    """The text of one link, and where it points."""

    text: str
    href: str


class Parted(NamedTuple):
    """A block's text outside links, and its links."""

    plain: str
    anchors: list[Anchor]


def parted(block: Block) -> Parted:
    """The block's text, link by link; text of a block without links is not walked."""
    if not block.links:
        return Parted(block.text, [])
    plain: list[str] = []
    linked: dict[Element, list[str]] = {}
    for slot in block.slots:
        link = link_of(slot)
        (plain if link is None else linked.setdefault(link, [])).append(slot.string)
    return Parted(" ".join(plain), [Anchor(" ".join(text), link.get("href", "")) for link, text in linked.items()])


def link_of(slot: Slot) -> Element | None:
    """The link that a place stands in; None outside links."""
    at = slot.element.getparent() if slot.tail else slot.element
    while at is not None and at.tag != "a":
        at = at.getparent()
    return at
