"""Columns of words that indicate content or its absence, in class and id names and in short texts.

A lexicon maps words to supports in thousandths of log-odds; positive ones indicate content. It is learned from
labelled pages (``jingdu.learn.corpus.words``) and stored with the weights.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import add
from typing import Final

import numpy as np

from jingdu.features.columns import Columns
from jingdu.features.containers import Around
from jingdu.page.model import Attributes, Blocks, Page
from jingdu.text.words import EAST_ASIAN

CACHE_SIZE: Final = 20_000
"""Entries of each cache, of short texts and of names, which recur between pages."""
_NAME_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_NO_LETTERS: Final = {code: chr(code) if chr(code).islower() else " " for code in range(128)}
"""`_NAME_WORD` as a translation table, for lower-case ASCII; four times as fast."""
MAX_NAME: Final = 300
"""Characters of a container's names; the rest is ignored."""
NAMING: Final = frozenset(
    "class id role itemprop itemtype aria-label data-testid data-test data-component data-module data-type "
    "data-name".split()
)
"""Attributes whose values are names of a container."""
SHORT: Final = 80
"""Maximum characters of a text whose words are all cues; in longer texts only the first and last three are."""
_CJK_RUN: Final = f"[{EAST_ASIAN}]+"


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Supports of words in names of the container (``own``) and of it and its ancestors (``around``), and in texts."""

    own: Mapping[str, int] = field(default_factory=dict)
    around: Mapping[str, int] = field(default_factory=dict)
    cues: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def names(self) -> Mapping[str, tuple[int, int]]:
        """Name → its supports in ``own`` and ``around``."""
        own, around = self.own, self.around
        return {word: (own.get(word, 0), around.get(word, 0)) for word in {*own, *around}}


def naming(attributes: Attributes) -> str:
    """The container's names (class, id, role, label, schema.org type …), joined by spaces."""
    return " ".join([value for name, value in attributes.items() if name in NAMING])[:MAX_NAME]


def name_words(names: str) -> set[str]:
    """The words in names, in lower case: ``post``, ``body`` and ``sidebar`` in ``postBody sidebar-2``."""
    if names.isascii() and names.islower():
        return {*names.translate(_NO_LETTERS).split()}
    return {*" ".join(_NAME_WORD.findall(names)).lower().split()}


def cue_words(text: str) -> list[str]:
    """The words of a short text, or the first and last three of a long one; East Asian text as pairs of characters."""
    if len(text) > SHORT:
        return ["^" + word for word in _words(text[:24])[:3]] + [word + "$" for word in _words(text[-24:])[-3:]]
    return _words(text)


def _words(text: str) -> list[str]:
    if text.isascii():
        return text.lower().split()
    words = []
    for word in text.lower().split():
        runs = re.findall(_CJK_RUN, word)
        if not runs:
            words.append(word)
        for run in runs:
            words += map(add, run, run[1:]) if len(run) > 1 else run
    return words


def cue_columns(blocks: Blocks, lexicon: Lexicon) -> Columns:
    """Sum and minimum of the supports of a text's words."""
    supports = [(_cues if len(text) > SHORT else _cues_of_short)(text, lexicon) for text in blocks.texts]
    cues = np.array(supports, dtype=np.float64).reshape(-1, 2)
    return {"cues": cues[:, 0], "cue_low": cues[:, 1]}


def _cues(text: str, lexicon: Lexicon) -> tuple[int, int]:
    found = [support for support in map(lexicon.cues.get, cue_words(text)) if support]
    return sum(found), min(found, default=0)


_cues_of_short: Final = lru_cache(CACHE_SIZE)(_cues)


def name_columns(page: Page, around: Around, lexicon: Lexicon) -> Columns:
    """Sums, minima and maximum of the supports of names of the block's container and its ancestors."""
    rows = [(0, 0, 0, 0, 0)]  # for the root, which has no parent
    for attributes, parent in zip(page.containers.attributes, page.containers.parents, strict=True):
        own, own_low, here = _supports(naming(attributes), lexicon) if attributes else (0, 0, 0)
        _, _, total, low, high = rows[parent + 1]
        if here:
            total, low, high = total + here, min(low, here), max(high, here)
        rows.append((own, own_low, total, low, high))
    names, lows, sums, lowest, highest = (np.array(column, dtype=np.float64) for column in zip(*rows, strict=True))
    container, parent_container, grand_container = around.containers[:3] + 1
    return {
        "names": names[container],
        "names_low": lows[container],
        "parent_names": names[parent_container],
        "grand_names": names[grand_container],
        "around": sums[container],
        "around_low": lowest[container],
        "around_high": highest[container],
    }


@lru_cache(CACHE_SIZE)
def _supports(names: str, lexicon: Lexicon) -> tuple[int, int, int]:
    """Returns sum and minimum of a container's supports in ``own``, and the sum of those in ``around``."""
    pairs = [supports for word in name_words(names) if (supports := lexicon.names.get(word))]
    own = [support for support, _ in pairs if support]
    return sum(own), min(own, default=0), sum([support for _, support in pairs])
