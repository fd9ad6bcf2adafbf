"""Labels: which tokens of a page are in the true text (longest common subsequence).

The common subsequence is found with whole rows as bit strings (Crochemore et al. 2001;
Hyyrö 2004): one addition and three logical operations of long integers a token, then a
walk back through the kept rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from jingdu.learn.report.metrics import tokens

MAX_CELLS: Final = 4_000_000_000
"""Product of both lengths (500 MB of rows) over which the true text is cut."""


def matched(page: Sequence[str], truth: Sequence[str]) -> list[bool]:
    """For each token of ``page`` whether it is in one longest common subsequence with ``truth``."""
    truth = truth[: max(1, MAX_CELLS // (len(page) or 1))]
    places: dict[str, int] = {}
    for at, token in enumerate(truth):
        places[token] = places.get(token, 0) | 1 << at
    full = (1 << len(truth)) - 1
    rows = [full]
    row = full
    for token in page:
        hit = row & places.get(token, 0)
        row = ((row + hit) | (row - hit)) & full
        rows.append(row)
    return _walk_back(rows, len(page), len(truth))


def _walk_back(rows: list[int], page: int, truth: int) -> list[bool]:
    """A zero bit at j in row i says that the LCS grows at j. Ties go to the earlier place in the page."""
    taken = [False] * page
    i, j = page, truth
    while i and j:
        if rows[i] >> (j - 1) & 1:
            j -= 1
        elif rows[i - 1] >> (j - 1) & 1:
            taken[i - 1] = True
            i, j = i - 1, j - 1
        else:
            i -= 1
    return taken


def content_tokens(texts: Sequence[str], truth: str) -> list[tuple[int, int]]:
    """For each text (a block) its number of tokens, and how many of them are in the truth."""
    cut = [tokens(text) for text in texts]
    taken = iter(matched([token for part in cut for token in part], tokens(truth)))
    return [(len(part), sum(next(taken) for _ in part)) for part in cut]
