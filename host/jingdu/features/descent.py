"""Paper D's descent (see ``jingdu.extractors.decay`` for the paper) as features of a block."""

from __future__ import annotations

from typing import Final

import numpy as np

from jingdu.features.columns import Columns, Sums
from jingdu.page.model import Page

STEEPEST: Final = 0.85
"""The descent ends where more than this share of the text would be lost: far below T, so that the
whole chain is seen and the weights may say where to stop."""


STEEP: Final = 0.34
"""T as published: where the paper's own descent ends."""


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
