"""Paper D's descent (see ``jingdu.extractors.decay`` for the paper) as features of a block."""

from __future__ import annotations

from typing import Final

from jingdu.page.features.columns import Columns, Sums
from jingdu.page.model import Box, Page

STEEPEST: Final = 0.85
"""The descent ends where more than this share of the text would be lost: far below T, so that the
whole chain is seen and the weights may say where to stop."""


def decay_columns(page: Page, sums: Sums) -> Columns:
    """How far down the descent the block still is, and what share is lost where it leaves it."""
    chain = descent(page, sums)
    steps = [0] * len(page.blocks)
    for step, (box, _) in enumerate(chain):
        steps[box.first : box.last] = [step] * (box.last - box.first)
    shares = [(sums.plain[box.last] - sums.plain[box.first]) / sums.total_plain for box, _ in chain]
    return {
        "decay": [len(chain) - step for step in steps],
        "decay_lost": [chain[step][1] for step in steps],
        "decay_share": [shares[step] for step in steps],
    }


def descent(page: Page, sums: Sums) -> list[tuple[Box, float]]:
    """The boxes from the root down the heaviest child, each with r = (C − M)/C lost below it (paper D, step 2)."""
    plain = sums.plain
    heaviest: dict[int, Box] = {}
    for box in page.boxes:
        if box.parent is None:
            continue
        best = heaviest.get(box.parent.index)
        if best is None or plain[box.last] - plain[box.first] > plain[best.last] - plain[best.first]:
            heaviest[box.parent.index] = box
    chain = []
    at: Box | None = page.boxes[0]
    while at is not None:
        here = plain[at.last] - plain[at.first]
        below = heaviest.get(at.index)
        lost = 1 - (plain[below.last] - plain[below.first]) / here if below and here else 1.0
        chain.append((at, lost))
        at = below if lost < STEEPEST else None
    return chain
