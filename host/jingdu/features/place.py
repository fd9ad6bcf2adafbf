"""Where a block stands: in the page, among its neighbours, in relation to the title, and on paper D's descent
(see ``jingdu.extractors.decay`` for the paper)."""

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
STEEPEST: Final = 0.85
"""The descent ends where more than this share of the text would be lost: far below T, so that the
whole chain is seen and the weights may say where to stop."""
STEEP: Final = 0.34
"""T as published: where the paper's own descent ends."""


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


def core(page: Page, chain: list[tuple[int, float]]) -> tuple[int, int]:
    """First and last block (exclusive) of the paper's subject subtree."""
    box = next((box for box, lost in chain if lost > STEEP), chain[-1][0])
    return page.boxes.firsts[box], page.boxes.lasts[box]


def decay_columns(page: Page, sums: Sums, chain: list[tuple[int, float]]) -> Columns:
    """How far down the descent the block still is, and what share is lost where it leaves it."""
    steps = np.zeros(len(page.blocks), dtype=np.intp)
    firsts, lasts = page.boxes.firsts, page.boxes.lasts
    for step, (box, _) in enumerate(chain):
        steps[firsts[box] : lasts[box]] = step
    shares = np.array([(sums.plain[lasts[box]] - sums.plain[firsts[box]]) / sums.total_plain for box, _ in chain])
    return {
        "decay": (len(chain) - steps).astype(np.float64),
        "decay_lost": np.array([lost for _, lost in chain])[steps],
        "decay_share": shares[steps],
    }


def descent(page: Page, sums: Sums) -> list[tuple[int, float]]:
    """The boxes (indexes) from the root down the heaviest child, each with r = (C − M)/C lost below it (D, step 2)."""
    boxes = page.boxes
    parents = np.array(boxes.parents)
    weights = sums.plain[np.array(boxes.lasts)] - sums.plain[np.array(boxes.firsts)]
    order = np.lexsort((np.arange(len(weights))[::-1], weights))
    heaviest = np.full(len(parents) + 1, -1)
    heaviest[parents[order]] = order  # of boxes with one parent the last stays: the heaviest, of equals the first
    chain: list[tuple[int, float]] = []
    at = 0
    while at >= 0:
        here = float(weights[at])
        below = int(heaviest[at])
        lost = 1 - float(weights[below]) / here if below >= 0 and here else 1.0
        chain.append((at, lost))
        at = below if lost < STEEPEST else -1
    return chain
