"""Supports of the words of texts and of the class and id names of containers, from the lexicon."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from jingdu.features.columns import Columns
from jingdu.features.containers import Around
from jingdu.features.lexicon import SHORT, Attributes, Lexicon, cue_words, name_words, naming
from jingdu.page.model import Blocks, Page

REMEMBERED: Final = 20_000
"""Short texts, and class-and-id strings, whose supports are remembered, in memory only."""


def cue_columns(blocks: Blocks, lexicon: Lexicon) -> Columns:
    """Sum and lowest support of the words of the text."""
    known = _known_cues(lexicon)
    if len(known) > REMEMBERED:
        known.clear()
    found = [known.get(text) or _cues(text, lexicon, known) for text in blocks.texts]
    cues = np.array(found, dtype=np.float64).reshape(-1, 2)
    return {"cues": cues[:, 0], "cue_low": cues[:, 1]}


@lru_cache(maxsize=2)
def _known_cues(lexicon: Lexicon) -> dict[str, tuple[int, int]]:
    """Short texts met before: what stands on the buttons and menus of one page stands on the next."""
    return {}


def _cues(text: str, lexicon: Lexicon, known: dict[str, tuple[int, int]]) -> tuple[int, int]:
    found = [support for support in map(lexicon.cues.get, cue_words(text)) if support]
    cues = (sum(found), min(found)) if found else (0, 0)
    if len(text) <= SHORT:
        known[text] = cues
    return cues


class _Supports(NamedTuple):
    """Of one class-and-id string: sum and lowest support as a block's own, sum as an ancestor's."""

    own: int
    low: int
    around: int


def name_columns(page: Page, around: Around, lexicon: Lexicon) -> Columns:
    """Supports of the names of the block's box, of the boxes around it, and the lowest and highest of them."""
    known = _known(lexicon)
    if len(known) > REMEMBERED:
        known.clear()
    supports = [_of_box(attributes, lexicon, known) if attributes else _SILENT for attributes in around.attributes]
    sums, lows, highs = [0], [0], [0]  # the first entry is what is around the first box: nothing
    for (_, _, here), parent in zip(supports, page.boxes.parents, strict=True):
        sums.append(sums[parent + 1] + here)
        lows.append(min(here, lows[parent + 1]))
        highs.append(max(here, highs[parent + 1]))
    own, own_low = (np.array(column, dtype=np.float64) for column in list(zip(*supports, strict=True))[:2])
    box, parent_box, grand_box = around.boxes[:3]
    return {
        "names": own[box],
        "names_low": own_low[box],
        "parent_names": own[parent_box],
        "grand_names": own[grand_box],
        "around": np.array(sums, dtype=np.float64)[box + 1],
        "around_low": np.array(lows, dtype=np.float64)[box + 1],
        "around_high": np.array(highs, dtype=np.float64)[box + 1],
    }


def _of_box(attributes: Attributes, lexicon: Lexicon, known: dict[str, _Supports]) -> _Supports:
    names = naming(attributes)
    return known.get(names) or known.setdefault(names, _supports(names, lexicon))


_SILENT: Final = _Supports(0, 0, 0)


@lru_cache(maxsize=2)
def _known(lexicon: Lexicon) -> dict[str, _Supports]:
    """Names met before, on other pages too: the pages of a site have most of theirs in common."""
    return {}


def _supports(names: str, lexicon: Lexicon) -> _Supports:
    get = lexicon.names.get
    found = [supports for word in name_words(names) if (supports := get(word))]
    own = [support for support, _ in found if support]
    return _Supports(sum(own), min(own, default=0), sum([support for _, support in found]))
