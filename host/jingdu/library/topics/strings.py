"""Paper S1: near-duplicates by characteristic strings.

Idea: the characters adjacent to each occurrence of a keyword, in order, form a short string that serves as a signature.
Copies share it, and text that a re-publisher adds before and after does not change it.

Reference: keyword and characteristic-string extraction for de-duplication.

Symbols: characteristic string → ``characteristic``; similarity, 1 = identical, 0 = disjoint → ``similarity``;
threshold → ``SAME``.

Departures. (1) In scripts with spaces the neighbours are words, as the characters around an English
keyword are nearly always spaces. (2) "Relative to their lengths" is interpreted as 2·L / (|a| + |b|).
(3) Both strings use the terms of both articles (paper S2's), else they would have
different keywords and nothing in common.
"""

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from typing import Final

SAME: Final = 0.4


def characteristic(units: Sequence[str], keywords: Collection[Sequence[str]]) -> list[str]:
    """The units (characters or words) adjacent to each occurrence of a keyword, in order."""
    first: dict[str, list[tuple[str, ...]]] = {}
    for keyword in keywords:
        if keyword:
            first.setdefault(keyword[0], []).append(tuple(keyword))
    found: list[str] = []
    for at, unit in enumerate(units):
        for keyword in first.get(unit, ()):
            end = at + len(keyword)
            if tuple(units[at:end]) == keyword:
                found += [*units[max(at - 1, 0) : at], *units[end : end + 1]]
    return found


def by_keywords(one: Sequence[str], other: Sequence[str], keywords: Sequence[Sequence[str]]) -> float:
    """The similarity of two texts by their characteristic strings."""
    return similarity(characteristic(one, keywords), characteristic(other, keywords))


def similarity(one: Sequence[str], other: Sequence[str]) -> float:
    """2·L / (|a| + |b|), where L is the length of the longest common contiguous substring; 0 if both are empty."""
    longest = SequenceMatcher(None, one, other, autojunk=False).find_longest_match()
    return 2 * longest.size / max(len(one) + len(other), 1)
