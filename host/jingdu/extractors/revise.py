"""The last step of ``fused``: where to cut, and what no single block can decide.

The cut is the chance from which keeping a block raises the page's expected F-score. A block of chance 0.3 is worth
keeping on a page where little is certain, and not in an article whose other blocks are certain: with the F-measure the
best cut of a page depends on all its blocks. Of blocks sorted by their chance, those to keep are the first k with the
highest expected F = 2·Σ(kept) p·t / (Σ(kept) t + Σ(all) p·t), t the tokens of a block. It stands in for the one
threshold ε of paper W. Reference: Lewis: Evaluating and optimizing autonomous text classification systems. SIGIR 1995;
Ye, Chai, Lee, Chieu: Optimizing F-measure: a tale of two approaches. ICML 2012.

In a container that holds kept text the cut is lower. Code stays with the text that explains it. A table, a list or
a list of definitions of which most is kept is kept whole. In an article a text that the page has twice is kept once.
A sentence that nearly all pages of the site have is none of this page's text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from jingdu.features.columns import Columns, Numbers
from jingdu.features.containers import Around
from jingdu.page.model import Page

LOWER: Final = 0.5
"""Log-odds by which the cut is lower in a container that holds kept text."""
HELD: Final = 0.2
"""Share of a container's text that is kept from which it holds kept text."""
LEVEL: Final = 2
"""The container is the parent of the parent of the block's box (``containers.LEVELS``)."""
NEAR: Final = 3
"""Blocks back to the last kept one at which code still belongs to it."""
MIN_COPY: Final = 60
"""Characters from which a text that is kept twice is a copy, and one on all pages a notice, not a heading or label."""
MIN_OTHERS: Final = 2
EVERYWHERE: Final = 0.9
"""Other pages of the site, and share of all that are known, from which a text that they have is not this page's."""
MAX_CELL: Final = 200
"""Characters that a cell of a data table has on average at most; larger ones are a layout's."""
MAX_PARTS: Final = 3
"""Blocks that a cell or an item has on average at most; of more, each is a text of its own."""
PARTS: Final = {"table": ("td", "th"), "ul": ("li",), "ol": ("li",), "dl": ("dt", "dd")}
"""The parts of a table, a list and a list of definitions."""


def best_cut(chance: Numbers, tokens: Numbers) -> float:
    """The chance of the last block that is to be kept; 1 where there is no block."""
    if not len(chance):
        return 1.0
    order = (-chance).argsort(kind="stable")
    right = (chance * tokens)[order].cumsum()
    expected = right / (tokens[order].cumsum() + right[-1])
    return float(chance[order[expected.argmax()]])


def in_company(around: Around, scores: Numbers, tokens: Numbers, keep: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The blocks just under the cut in a container that holds kept text. ``scores`` are log-odds above the cut."""
    box = around.boxes[LEVEL]
    held = np.bincount(box, tokens * keep) >= HELD * np.bincount(box, tokens)
    found: NDArray[np.intp] = np.flatnonzero(~keep & (scores > -LOWER) & held[box])
    return found


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


def notices(page: Page, columns: Columns) -> list[int]:
    """The blocks whose text nearly all other pages of the site have, by the site's ``columns``."""
    found = (columns["site_share"] >= EVERYWHERE) & (columns["site_repeats"] >= MIN_OTHERS)
    return [block for block in np.flatnonzero(found).tolist() if len(page.blocks.texts[block]) >= MIN_COPY]


def incomplete(page: Page, keep: Sequence[bool]) -> list[int]:
    """The blocks that are missing from tables and lists of which more than half is kept, by text."""
    tags, firsts, lasts = page.boxes.tags, page.boxes.firsts, page.boxes.lasts
    wholes = [box for box, tag in enumerate(tags) if tag in PARTS]
    if not wholes:
        return []
    texts = page.blocks.texts
    kept = [0, *accumulate(len(text) if bit else 0 for text, bit in zip(texts, keep, strict=True))]
    every = [0, *accumulate(map(len, texts))]
    missing: list[int] = []
    end = 0
    for box in wholes:
        first, last = firsts[box], lasts[box]
        here, there = kept[last] - kept[first], every[last] - every[first]
        if first >= end and there > here > there / 2 and _is_plain(page, box, there):
            missing += [block for block in range(first, last) if not keep[block]]
            end = last
    return missing


def _is_plain(page: Page, box: int, chars: int) -> bool:
    """Whether a table of so many characters holds data or a list items, not the layout of a page or whole articles."""
    tags = page.boxes.tags
    first, last = page.boxes.firsts[box], page.boxes.lasts[box]
    tag = tags[box]
    inner = list(_inside(page, box))
    parts = sum(tags[one] in PARTS[tag] for one in inner)
    if tag == "table" and ("table" in (tags[one] for one in inner) or chars > MAX_CELL * parts):
        return False
    return parts > 1 and last - first <= MAX_PARTS * parts


def _inside(page: Page, box: int) -> Iterator[int]:
    """The boxes inside of a box."""
    depths = page.boxes.depths
    for one in range(box + 1, len(depths)):
        if depths[one] <= depths[box]:
            return
        yield one


def copies(page: Page, keep: Sequence[bool]) -> list[int]:
    """The kept blocks whose text is kept before them, in another container.

    A refrain, a quotation in a table and the like repeat beside the first; copies for another device do not.
    """
    texts, box_of, parents = page.blocks.texts, page.blocks.box_of, page.boxes.parents
    seen: dict[str, int] = {}
    found = []
    for block, bit in enumerate(keep):
        if bit and len(text := texts[block]) >= MIN_COPY:
            earlier = seen.setdefault(text, block)
            if earlier != block and parents[box_of[earlier]] != parents[box_of[block]]:
                found.append(block)
    return found
