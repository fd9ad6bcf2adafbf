"""The containers of a page as objects, for reference implementations of the host's column-wise computations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from jingdu.page.model import Block, Blocks, Containers, Element, Page


@dataclass(eq=False)
class Container:
    """A container; ``last`` is exclusive."""

    element: Element
    tag: str
    parent: Container | None
    index: int
    first: int
    last: int
    depth: int


_MADE: Final[WeakKeyDictionary[Containers, list[Container]]] = WeakKeyDictionary()


def containers(page: Page | Blocks) -> list[Container]:
    """The containers of a page, the same objects on every call."""
    of = page.containers
    if of not in _MADE:
        made: list[Container] = []
        columns = zip(of.elements, of.tags, of.parents, of.firsts, of.lasts, of.depths, strict=True)
        for index, (element, tag, parent, *rest) in enumerate(columns):
            made.append(Container(element, tag, made[parent] if index else None, index, *rest))
        _MADE[of] = made
    return _MADE[of]


def container_of(block: Block) -> Container:
    return containers(block.blocks)[block.blocks.container_of[block.index]]
