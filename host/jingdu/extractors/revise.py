"""What no single block can tell: the last step of ``fused``, over the kept blocks of the whole page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from jingdu.page.model import Page

NEAR: Final = 3
"""Blocks back to the last kept one at which code still belongs to it."""


def with_code(page: Page, keep: Sequence[bool]) -> list[bool]:
    """``keep``, and the code (``pre``) that follows kept text inside the smallest box around all of it.

    Code has neither sentences nor punctuation, and few pages to learn from; an article that
    explains a command and leaves it out is of no use.
    """
    revised = list(keep)
    tags, box_of = page.boxes.tags, page.blocks.box_of
    if "pre" not in tags:
        return revised
    first, last = _around(page, keep)
    nearest = first - NEAR - 1
    for block in range(first, last):
        if revised[block]:
            nearest = block
        elif tags[box_of[block]] == "pre" and block - nearest <= NEAR:
            revised[block] = True
            nearest = block
    return revised


def _around(page: Page, keep: Sequence[bool]) -> tuple[int, int]:
    """First and last block (exclusive) of the smallest box that holds every kept block; none where none is kept."""
    kept = [at for at, kept in enumerate(keep) if kept]
    if not kept:
        return 0, 0
    boxes = page.boxes
    box = page.blocks.box_of[kept[0]]
    while box >= 0 and boxes.lasts[box] <= kept[-1]:
        box = boxes.parents[box]
    return (boxes.firsts[box], boxes.lasts[box]) if box >= 0 else (0, 0)
