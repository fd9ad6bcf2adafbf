"""Where a block stands: in the page, among its neighbours, and in relation to the title."""

from __future__ import annotations

from collections import Counter
from itertools import repeat
from operator import contains
from typing import Final

import numpy as np
from numpy.typing import NDArray

from jingdu.features.columns import FAR, Columns, Numbers, Sums, headings, since, windows
from jingdu.page.model import Page
from jingdu.text.words import title_terms

WINDOWS: Final = (1, 3, 10)
"""Blocks to each side."""
SEARCHED: Final = 1000
"""Characters of a block in which terms of the title are looked for."""


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
    total = sums.total_prose
    return {
        "index": np.minimum(at, FAR),
        "from_end": np.minimum(count - at, FAR),
        "place": at / count,
        "read": sums.prose[:-1] / total,
        "unread": (total - sums.prose[1:]) / total,
        "text_before": sums.size[:-1] / sums.total,
        "since_heading": since(headings(tags)),
        "since_prose": _since_earlier(sums.is_prose),
        "to_prose": _since_earlier(sums.is_prose[::-1])[::-1],
        "repeats": np.minimum(np.fromiter(map(repeats.__getitem__, texts), dtype=np.float64, count=count), 9),
    }


def _since_earlier(marks: NDArray[np.bool_]) -> Numbers:
    """Blocks between a block and the last marked one before it."""
    return np.append(FAR, since(marks)[:-1])


def window_columns(sums: Sums, count: int) -> Columns:
    """Plain text a block, and its share of all text, in windows around the block."""
    a, b = windows(count, WINDOWS)
    plain = sums.plain[b] - sums.plain[a]
    pure = plain / np.maximum(sums.size[b] - sums.size[a], 1)
    mean = plain / (b - a)
    table: Columns = {f"plain_{reach}": column for reach, column in zip(WINDOWS, mean, strict=True)}
    table.update((f"pure_{reach}", column) for reach, column in zip(WINDOWS, pure, strict=True))
    return table
