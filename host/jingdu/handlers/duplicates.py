"""duplicates: articles of the library that are nearly the same, group by group; asked for until all are compared."""

from __future__ import annotations

import time
from typing import Final

from jingdu.library import indexed
from jingdu.library.index import Index
from jingdu.library.topics.duplicates.finding import Comparing, NearDuplicate
from jingdu.protocol.library import Comparison, Duplicates, DuplicatesResult, SameItem

_MAX_SECONDS: Final = 0.4
"""Seconds that one answer compares articles."""
_comparisons: list[Comparing] = []


def handle(request: Duplicates) -> DuplicatesResult:
    """Groups, the newest first, once all is compared; the similarity of each is to the first of its group."""
    comparing = _current(indexed.opened())
    until = time.monotonic() + _MAX_SECONDS
    while comparing.done < comparing.total:
        comparing.step()
        if comparing.done < comparing.total and time.monotonic() > until:
            return DuplicatesResult([], Comparison(comparing.done, comparing.total))
    return DuplicatesResult([[_fields(double) for double in group] for group in comparing.groups()], None)


def _current(index: Index) -> Comparing:
    """The comparison that earlier answers began; a new one where the library changed since."""
    if not _comparisons or _comparisons[0].version != index.version():
        _comparisons[:] = [Comparing(index)]
    return _comparisons[0]


def _fields(double: NearDuplicate) -> SameItem:
    return SameItem(indexed.item_of(double.fields), double.similarity)
