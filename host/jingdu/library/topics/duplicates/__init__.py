"""Near-duplicates: candidates by their terms (paper S2), confirmed by what the texts share.

Confirming is by characteristic strings (paper S1) or by all common runs of the texts, the
default; which is better was measured, beside MinHash and SimHash: see ``jingdu/library/PAPERS.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from jingdu.library.topics.duplicates import strings
from jingdu.library.topics.duplicates.similarity import Shared, shared, units

METHODS: Final = ("runs", "strings")
DEFAULT: Final = "runs"

SAME: Final = 0.6
"""Likeness from which two articles are the same."""
HELD: Final = 0.85
"""Share of an article in another from which it is an extract of it, and so the same."""
MIN_LENGTH: Final = 0.3
"""Of the longer one's length: a shorter extract is rather a quotation."""


def is_same(found: Shared) -> bool:
    """Whether a user would say that they have the article already."""
    shorter, longer = sorted((found.of_one, found.of_other))
    return found.similarity >= SAME or (found.held >= HELD and shorter >= MIN_LENGTH * longer)


def by_strings(one: Sequence[str], other: Sequence[str], keywords: Sequence[str]) -> float:
    """Paper S1's similarity of two texts (as ``units``) by the keywords of both."""
    wanted = [units(keyword) for keyword in keywords]
    return strings.similarity(strings.characteristic(one, wanted), strings.characteristic(other, wanted))


def confirmed(one: Sequence[str], other: Sequence[str], keywords: Sequence[str], method: str = DEFAULT) -> bool:
    """Whether a candidate is the same article. ``KeyError`` for no method of ours."""
    if method == "strings":
        return by_strings(one, other, keywords) >= strings.SAME
    if method == "runs":
        return is_same(shared(one, other))
    raise KeyError(method)
