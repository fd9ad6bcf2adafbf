"""How much two texts are the same, as a user would say it: "92 % the same".

The share of both texts, taken together, that is in the other too: words (of Chinese, characters)
that lie in a run of ``RUN`` which the other text has somewhere. Linear in the texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from jingdu.library.index.tokens import tokens
from jingdu.text.fold import fold

RUN: Final = 4
MAX_UNITS: Final = 60_000
"""Units of a text that are compared."""
SAME: Final = 0.6
"""Similarity from which two articles are the same."""
HELD: Final = 0.85
"""Share of an article in another from which it is an extract of it, and so the same."""
MIN_LENGTH: Final = 0.3
"""Of the longer one's length: a shorter extract is rather a quotation."""


class Shared(NamedTuple):
    """What two texts share: of each the units in common runs, and all its units."""

    one: int
    other: int
    of_one: int
    of_other: int

    @property
    def similarity(self) -> float:
        """0 … 1: (c₁ + c₂) / (n₁ + n₂)."""
        return (self.one + self.other) / max(self.of_one + self.of_other, 1)

    @property
    def held(self) -> float:
        """0 … 1: how much of the text that is rather held by the other is held: 1 for an extract of it."""
        return max(self.one / max(self.of_one, 1), self.other / max(self.of_other, 1))


def units(text: str) -> list[str]:
    """A text as characters of Chinese and words of others, folded."""
    return tokens(fold(text[: 4 * MAX_UNITS]))[:MAX_UNITS]


def shared(one: Sequence[str], other: Sequence[str]) -> Shared:
    """What two texts, as ``units``, have in common."""
    ours, theirs = _runs(one), _runs(other)
    return Shared(_covered(ours, set(theirs), len(one)), _covered(theirs, set(ours), len(other)), len(one), len(other))


def is_same(found: Shared) -> bool:
    """Whether a user would say that they have the article already."""
    shorter, longer = sorted((found.of_one, found.of_other))
    return found.similarity >= SAME or (found.held >= HELD and shorter >= MIN_LENGTH * longer)


def _runs(text: Sequence[str]) -> list[tuple[str, ...]]:
    size = min(RUN, len(text)) or 1
    return list(zip(*(text[at:] for at in range(size)), strict=False))


def _covered(runs: Sequence[tuple[str, ...]], known: set[tuple[str, ...]], length: int) -> int:
    """Units of a text that lie in a run that the other has."""
    covered = end = 0
    for at, run in enumerate(runs):
        if run in known:
            covered += min(at + len(run), length) - max(at, end)
            end = at + len(run)
    return covered
