"""Supports of the words of texts and of the class and id names of containers, from the lexicon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jingdu.page.features.columns import Columns
from jingdu.page.lexicon import Lexicon, cue_words, name_words, naming
from jingdu.page.model import Block, Page


def cue_columns(blocks: Sequence[Block], lexicon: Lexicon) -> Columns:
    """Sum and lowest support of the words of the text."""
    get = lexicon.cues.get
    sums, lows = [], []
    for block in blocks:
        found = [support for word in cue_words(block) if (support := get(word))]
        sums.append(sum(found))
        lows.append(min(found) if found else 0)
    return {"cues": sums, "cue_low": lows}


class _Names(NamedTuple):
    """Supports of a box's names: its own (sum, lowest), and of all around it (sum, lowest, highest)."""

    own: int = 0
    own_low: int = 0
    around: int = 0
    low: int = 0
    high: int = 0


def name_columns(page: Page, lexicon: Lexicon) -> Columns:
    """Supports of the names of the block's box, of the boxes around it, and the lowest and highest of them."""
    known: dict[str, tuple[int, int, int]] = {}
    states: list[_Names] = []
    outside = _Names()
    for box in page.boxes:
        if box.first == box.last:
            states.append(outside)  # no block will ask
            continue
        names = naming(box)
        if names not in known:
            known[names] = _supports(names, lexicon)
        own, own_low, here = known[names]
        outer = states[box.parent.index] if box.parent else outside
        states.append(_Names(own, own_low, outer.around + here, min(outer.low, here), max(outer.high, here)))
    mine = [states[block.box.index] for block in page.blocks]
    parents = [block.box.parent or block.box for block in page.blocks]
    return {
        "names": [state.own for state in mine],
        "names_low": [state.own_low for state in mine],
        "parent_names": [states[box.index].own for box in parents],
        "grand_names": [states[(box.parent or box).index].own for box in parents],
        "around": [state.around for state in mine],
        "around_low": [state.low for state in mine],
        "around_high": [state.high for state in mine],
    }


def _supports(names: str, lexicon: Lexicon) -> tuple[int, int, int]:
    """Of one class-and-id string: sum and lowest as a block's own, sum as an ancestor's."""
    words = name_words(names)
    own = [support for word in words if (support := lexicon.own.get(word))]
    return sum(own), min(own, default=0), sum(lexicon.around.get(word, 0) for word in words)
