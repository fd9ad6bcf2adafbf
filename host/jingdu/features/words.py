"""Words that speak for or against content: of class and id names, and of short texts.

A lexicon maps a word to its support in thousandths of a log-odds (above 0: content). It is
learned from labelled pages and kept with the weights; see ``jingdu.learn.corpus.words``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from jingdu.features.columns import Columns
from jingdu.page.model import Attributes, Blocks, Page

if TYPE_CHECKING:
    from jingdu.features.containers import Around

REMEMBERED: Final = 20_000
"""Short texts, and class-and-id strings, whose supports are remembered, in memory only."""
_NAME_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_NO_LETTERS: Final = {code: chr(code) if chr(code).islower() else " " for code in range(128)}
"""For names in small ASCII letters, the most: four times as quick as the expression."""
MAX_NAME: Final = 300
"""Characters of all these together; the rest is ignored."""
NAMING: Final = frozenset(
    "class id role itemprop itemtype aria-label data-testid data-test data-component data-module data-type "
    "data-name".split()
)
"""Attributes that name what a container is for."""
SHORT: Final = 80
"""Characters up to which all words of a text are cues; a longer one gives its first and last."""
_CJK_RUN: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The learned supports: ``own`` names, names ``around`` (of ancestors), and text ``cues``."""

    own: Mapping[str, int] = field(default_factory=dict)
    around: Mapping[str, int] = field(default_factory=dict)
    cues: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def names(self) -> Mapping[str, tuple[int, int]]:
        """Of every name its supports as an own one and as one around."""
        own, around = self.own, self.around
        return {word: (own.get(word, 0), around.get(word, 0)) for word in {*own, *around}}


def naming(attributes: Attributes) -> str:
    """What the page's author calls the container: its class, id, role, label, and what schema.org calls it."""
    return " ".join([value for name, value in attributes.items() if name in NAMING])[:MAX_NAME]


def name_words(names: str) -> set[str]:
    """``"postBody sidebar-2"`` → ``post body sidebar``. (Pairs of them brought nothing: F1 +0.000 by site.)"""
    if names.isascii() and names.islower():
        return {*names.translate(_NO_LETTERS).split()}
    return {*" ".join(_NAME_WORD.findall(names)).lower().split()}


def cue_words(text: str) -> list[str]:
    """The words of a short text, or the first and last of a long one; Chinese in pairs of characters."""
    if len(text) > SHORT:
        return [
            *(f"^{word}" for word in _words(text[:24])[:3]),
            *(f"{word}$" for word in _words(text[-24:])[-3:]),
        ]
    return _words(text)


def _words(text: str) -> list[str]:
    if text.isascii():
        return text.lower().split()
    words = []
    for word in text.lower().split():
        runs = _CJK_RUN.findall(word)
        if not runs:
            words.append(word)
        for run in runs:
            words += [run[at : at + 2] for at in range(max(1, len(run) - 1))]
    return words


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
    rows = [(0, 0, 0, 0, 0)]  # the first is what is around the first box: nothing
    for attributes, parent in zip(page.boxes.attributes, page.boxes.parents, strict=True):
        own, own_low, here = _of_box(attributes, lexicon, known) if attributes else _SILENT
        _, _, above, low, high = rows[parent + 1]
        rows.append((own, own_low, above + here, min(low, here), max(high, here)))
    names, lows, sums, lowest, highest = (np.array(column, dtype=np.float64) for column in zip(*rows, strict=True))
    box, parent_box, grand_box = around.boxes[:3] + 1
    return {
        "names": names[box],
        "names_low": lows[box],
        "parent_names": names[parent_box],
        "grand_names": names[grand_box],
        "around": sums[box],
        "around_low": lowest[box],
        "around_high": highest[box],
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
