"""A correction on its own page: the blocks that it names are found again, after small changes too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from jingdu.corrections.keys import PATH, Table
from jingdu.corrections.record import Correction, Place

MIN_FOUND: Final = 0.5
"""Share of a correction's blocks that must be found again, or the page is another one by now."""
REACH: Final = 12
"""Blocks that one whose text has changed may have moved."""


class Found(NamedTuple):
    """Of a corrected page: block → whether it is wanted; the blocks of title and byline."""

    wanted: Mapping[int, bool]
    title: int | None
    byline: int | None
    missing: int
    """Changed blocks that are no longer there."""


class Places:
    """The blocks of a page by checksum."""

    def __init__(self, keys: Table) -> None:
        self.texts: list[int] = keys[0].tolist()
        self.paths: list[int] = keys[PATH].tolist()
        self._by_text: defaultdict[int, list[int]] = defaultdict(list)
        for at, text in enumerate(self.texts):
            self._by_text[text].append(at)

    def place(self, at: int) -> Place:
        """The stored checksums of a block."""
        return Place(self.texts[at], self.paths[at], self._text(at - 1), self._text(at + 1), at)

    def _text(self, at: int) -> int:
        return self.texts[at] if 0 <= at < len(self.texts) else 0

    def find(self, place: Place, taken: Iterable[int] = ()) -> int | None:
        """The block of that text, of several the one of the same place in the template and nearest; else the block
        of that place between the same neighbours."""
        same = [at for at in self._by_text.get(place.text, ()) if at not in taken]
        if same:
            return min(same, key=lambda at: (self.paths[at] != place.path, abs(at - place.at)))
        near = range(max(0, place.at - REACH), min(len(self.texts), place.at + REACH + 1))
        alike = [
            at
            for at in near
            if self.paths[at] == place.path
            and at not in taken
            and ((self._text(at - 1) == place.before) or (self._text(at + 1) == place.after))
        ]
        return min(alike, key=lambda at: abs(at - place.at), default=None)


def find(correction: Correction, places: Places) -> Found | None:
    """Where the blocks of a correction are now; None where too few of them are there."""
    wanted: dict[int, bool] = {}
    for place, value in correction.changed:
        at = places.find(place, wanted)
        if at is not None:
            wanted[at] = value
    if len(wanted) < MIN_FOUND * len(correction.changed):
        return None
    title, byline = (places.find(place) if place else None for place in (correction.title, correction.byline))
    return Found(wanted, title, byline, len(correction.changed) - len(wanted))
