"""Where a block stands: in the page, among its neighbours, and in relation to the title."""

from __future__ import annotations

from collections import Counter
from itertools import repeat
from operator import contains
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.features.columns import Columns, Numbers, Sums, windows
from jingdu.page.model import Page
from jingdu.text.terms import title_terms

WINDOWS: Final = (1, 3, 10)
"""Blocks to each side."""
FAR: Final = 99
"""Distances in blocks count as this at most."""
SEARCHED: Final = 1000
"""Characters of a block in which terms of the title are looked for."""
_HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())


def title_columns(page: Page, chars: Numbers, tags: list[str]) -> Columns:
    """How much of the page's title the text holds, and how far the block stands from it (paper T's relevance)."""
    terms = title_terms(page.title)
    lowered = [text[:SEARCHED].lower() for text in page.blocks.texts]
    found = np.zeros(len(lowered))
    for term in terms:
        found += np.fromiter(map(contains, lowered, repeat(term)), dtype=bool, count=len(lowered))
    share = found / (len(terms) or 1)
    filled = found * 8 / (chars + 8)
    title = int((share * filled).argmax())
    h1 = tags.index("h1") if "h1" in tags else title
    at = np.arange(len(share), dtype=np.float64)
    return {
        "title": share,
        "title_filled": filled,
        "after_title": np.minimum(np.maximum(at - title, -20), 60),
        "after_h1": np.minimum(np.maximum(at - h1, -20), 60),
    }


def place_columns(page: Page, sums: Sums, tags: list[str]) -> Columns:
    """Place in the page, by blocks and by text, and distance from the last heading and prose."""
    texts = page.blocks.texts
    count = len(texts)
    repeats = Counter(texts)
    at = np.arange(count, dtype=np.float64)
    heading = np.fromiter((tag in _HEADINGS for tag in tags), dtype=bool, count=count)
    total = sums.total_prose
    return {
        "index": np.minimum(at, FAR),
        "from_end": np.minimum(count - at, FAR),
        "place": at / count,
        "read": sums.prose[:-1] / total,
        "unread": (total - sums.prose[1:]) / total,
        "text_before": sums.size[:-1] / sums.total,
        "since_heading": _distance(heading, zero=True),
        "since_prose": _distance(sums.is_prose),
        "to_prose": _distance(sums.is_prose[::-1])[::-1],
        "repeats": np.minimum(np.fromiter(map(repeats.__getitem__, texts), dtype=np.float64, count=count), 9),
    }


def _distance(marks: NDArray[Any], zero: bool = False) -> Numbers:
    """Blocks passed since the last marked one; of a marked one itself 0 if ``zero``, else since the one before."""
    at = np.arange(len(marks))
    last = np.maximum.accumulate(np.where(marks, at, -FAR - 1))
    if not zero:
        last = np.concatenate(([-FAR - 1], last[:-1]))
        return np.minimum(at - last - 1, FAR).astype(np.float64)
    return np.minimum(at - last, FAR).astype(np.float64)


def window_columns(sums: Sums, count: int) -> Columns:
    """Plain text a block, and its share of all text, in windows around the block."""
    a, b = windows(count, WINDOWS)
    plain = sums.plain[b] - sums.plain[a]
    pure = plain / np.maximum(sums.size[b] - sums.size[a], 1)
    mean = plain / (b - a)
    table: Columns = {f"plain_{reach}": column for reach, column in zip(WINDOWS, mean, strict=True)}
    table.update((f"pure_{reach}", column) for reach, column in zip(WINDOWS, pure, strict=True))
    return table
