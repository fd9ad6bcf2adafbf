"""duplicates: articles of the library that are nearly the same, group by group; asked for until all are compared."""

from __future__ import annotations

import time
from typing import Final

from jingdu.library import indexed
from jingdu.library.topics.duplicates.finding import Comparing
from jingdu.protocol.library import Comparison, Duplicate, Duplicates, DuplicatesResult

_MAX_SECONDS: Final = 0.4
"""Seconds that one answer compares articles."""
_comparisons: list[Comparing] = []


def handle(request: Duplicates) -> DuplicatesResult:
    """Groups, the newest first, once all is compared; the similarity of each is to the first of its group."""
    index = indexed.opened()
    if not _comparisons or _comparisons[0].version != index.version():
        _comparisons[:] = [Comparing(index)]
    comparing = _comparisons[0]  # earlier answers may have begun it
    until = time.monotonic() + _MAX_SECONDS
    while comparing.done < comparing.total:
        comparing.step()
        if comparing.done < comparing.total and time.monotonic() > until:
            return DuplicatesResult([], Comparison(comparing.done, comparing.total))
    return DuplicatesResult([[Duplicate(*pair) for pair in group] for group in comparing.groups()], None)
