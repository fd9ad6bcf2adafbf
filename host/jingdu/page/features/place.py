"""Where a block stands: in the page, among its neighbours, and in relation to the title."""

from __future__ import annotations

from collections import Counter
from typing import Final

from jingdu.page.features.columns import Columns, Sums
from jingdu.page.model import Page
from jingdu.text.terms import title_terms

WINDOWS: Final = (1, 3, 10)
"""Blocks to each side."""
FAR: Final = 99
"""Distances in blocks are not told apart beyond this."""
SEARCHED: Final = 1000
"""Characters of a block in which terms of the title are looked for."""
_HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())


def title_columns(page: Page) -> Columns:
    """How much of the page's title the text holds, and how far the block stands from it."""
    terms = title_terms(page.title)
    lowered = [block.text[:SEARCHED].lower() for block in page.blocks]
    found = [sum(term in text for term in terms) for text in lowered]
    share = [count / (len(terms) or 1) for count in found]
    filled = [count * 8 / (len(block.text) + 8) for count, block in zip(found, page.blocks, strict=True)]
    title = max(range(len(share)), key=lambda i: (share[i] * filled[i], -i), default=0)
    h1 = next((i for i, block in enumerate(page.blocks) if block.box.tag == "h1"), title)
    return {
        "title": share,
        "title_filled": filled,
        "after_title": [max(-20, min(60, i - title)) for i in range(len(share))],
        "after_h1": [max(-20, min(60, i - h1)) for i in range(len(share))],
    }


def place_columns(page: Page, sums: Sums) -> Columns:
    """Place in the page, by blocks and by text, and distance from the last heading and prose."""
    count = len(page.blocks)
    repeats = Counter(block.text for block in page.blocks)
    heading = [block.box.tag in _HEADINGS for block in page.blocks]
    total = sums.total_prose
    return {
        "index": [min(i, FAR) for i in range(count)],
        "from_end": [min(count - i, FAR) for i in range(count)],
        "place": [i / count for i in range(count)],
        "read": [sums.prose[i] / total for i in range(count)],
        "unread": [(total - sums.prose[i + 1]) / total for i in range(count)],
        "text_before": [sums.size[i] / sums.total for i in range(count)],
        "since_heading": _distance(heading, zero=True),
        "since_prose": _distance(sums.is_prose),
        "to_prose": _distance(sums.is_prose[::-1])[::-1],
        "repeats": [min(repeats[block.text], 9) for block in page.blocks],
    }


def _distance(marks: list[bool], zero: bool = False) -> list[int]:
    """Blocks passed since the last marked one; of a marked one itself 0 if ``zero``, else since the one before."""
    distances = []
    now = FAR
    for marked in marks:
        if marked and zero:
            now = -1
        distances.append(min(now + zero, FAR))
        now = 0 if marked else now + 1
    return distances


def window_columns(sums: Sums, count: int) -> Columns:
    """Plain text a block, and its share of all text, in windows around the block."""
    table: Columns = {}
    plain, size = sums.plain, sums.size
    for reach in WINDOWS:
        spans = [(max(0, i - reach), min(count, i + reach + 1)) for i in range(count)]
        table[f"plain_{reach}"] = [(plain[b] - plain[a]) / (b - a) for a, b in spans]
        table[f"pure_{reach}"] = [(plain[b] - plain[a]) / ((size[b] - size[a]) or 1) for a, b in spans]
    return table
