"""duplicates: articles of the library that are nearly the same, group by group."""

from __future__ import annotations

from jingdu.library import indexed
from jingdu.library.duplicates.finding import Double, groups
from jingdu.messages.library import Duplicates, DuplicatesResult, SameItem


def handle(request: Duplicates) -> DuplicatesResult:
    """Groups of the newest first; the likeness of each is to the first of its group."""
    found = [group for group in groups(indexed.opened()) if group is not None]
    return DuplicatesResult([[_told(double) for double in group] for group in found])


def _told(double: Double) -> SameItem:
    return SameItem(indexed.item_of(double.fields), double.likeness)
