"""Paper S1: near-duplicates by characteristic strings.

Idea: the characters right before and after each occurrence of a keyword, in the order of the
text, make a short string that is as good as a signature; who copies a text copies it too, and
what a re-publisher adds before and behind does not touch it.

Reference: keyword and characteristic-string extraction for de-duplication.

Symbols: characteristic string → ``characteristic``; the longest common contiguous substring →
``longest_common``; similarity, 1 = identical, 0 = disjoint → ``similarity``; threshold → ``SAME``.

Departures. (1) Where words stand apart the neighbours are words: the letters around an English
keyword are nearly always a space. (2) "Relative to their lengths" is read as 2·L / (|a| + |b|).
(3) Both strings are made with the terms of both articles (paper S2's), or they would have
different keywords and nothing in common.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

SAME: Final = 0.4


def characteristic(units: Sequence[str], keywords: Collection[Sequence[str]]) -> list[str]:
    """The units (characters, or words) right before and after each occurrence of a keyword, in order."""
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


def similarity(one: Sequence[str], other: Sequence[str]) -> float:
    """2·L / (|a| + |b|), L the length of the longest common contiguous substring; 0 where both are empty."""
    return 2 * longest_common(one, other) / max(len(one) + len(other), 1)


def longest_common(one: Sequence[str], other: Sequence[str]) -> int:
    """Its length, in time linear in both: by a suffix automaton (Blumer et al. 1985) of the first."""
    lengths, links, steps = _automaton(one)
    state = length = best = 0
    for unit in other:
        while state and unit not in steps[state]:
            state = links[state]
            length = lengths[state]
        if unit in steps[state]:
            state = steps[state][unit]
            length += 1
            best = max(best, length)
    return best


def _automaton(text: Sequence[str]) -> tuple[list[int], list[int], list[dict[str, int]]]:
    """Of each state: its longest string, its suffix link, where a unit leads to."""
    lengths, links, steps = [0], [-1], [dict[str, int]()]
    last = 0
    for unit in text:
        new = len(lengths)
        lengths.append(lengths[last] + 1)
        links.append(0)
        steps.append({})
        at = last
        while at >= 0 and unit not in steps[at]:
            steps[at][unit] = new
            at = links[at]
        if at >= 0:
            links[new] = _linked(lengths, links, steps, at, unit)
        last = new
    return lengths, links, steps


def _linked(lengths: list[int], links: list[int], steps: list[dict[str, int]], at: int, unit: str) -> int:
    """The state that a new one's suffix link is to lead to, split off where it is too long."""
    target = steps[at][unit]
    if lengths[target] == lengths[at] + 1:
        return target
    copy = len(lengths)
    lengths.append(lengths[at] + 1)
    links.append(links[target])
    steps.append(dict(steps[target]))
    links[target] = copy
    while at >= 0 and steps[at].get(unit) == target:
        steps[at][unit] = copy
        at = links[at]
    return copy
