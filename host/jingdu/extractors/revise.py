"""What no single block can tell: the last step of ``fused``, over the kept blocks of the whole page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from jingdu.page.model import Box, Page

NEAR: Final = 3
"""Blocks back to the last kept one at which code still belongs to it."""


def with_code(page: Page, keep: Sequence[bool]) -> list[bool]:
    """``keep``, and the code (``pre``) that follows kept text inside the smallest box around all of it.

    Code has neither sentences nor punctuation, and few pages to learn from; an article that
    explains a command and leaves it out is of no use.
    """
    revised = list(keep)
    around = _around(page, keep)
    if around is None:
        return revised
    last = -NEAR - 1
    for block in page.blocks[around.first : around.last]:
        if revised[block.index]:
            last = block.index
        elif block.box.tag == "pre" and block.index - last <= NEAR:
            revised[block.index] = True
            last = block.index
    return revised


def _around(page: Page, keep: Sequence[bool]) -> Box | None:
    """The smallest box that holds every kept block."""
    kept = [at for at, kept in enumerate(keep) if kept]
    if not kept:
        return None
    box: Box | None = page.blocks[kept[0]].box
    while box is not None and box.last <= kept[-1]:
        box = box.parent
    return box
