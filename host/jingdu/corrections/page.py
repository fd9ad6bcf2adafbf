"""A correction on its own page: made from the user's choice of blocks, and found again, after small changes too."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from jingdu.corrections.keys import KINDS, PATH, Keys, Table, salted
from jingdu.corrections.record import MAX_BLOCKS, MAX_FEATURES, MAX_KEYS, Correction, Place, SiteCorrections, Tally
from jingdu.sites.learning import without_fragment

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


OF_PLACES: Final = frozenset({"path", "sized", "shape"})
"""Kinds of keys whose tallies are kept of every block: few keys, and by them pages are compared."""


class Choice(NamedTuple):
    """What the user left a page with: which blocks are wanted, and those of title and byline, if he chose them.

    ``alone`` is what the reader keeps by itself, ``inferred`` what it keeps with the corrections of other pages.
    """

    wanted: Sequence[bool]
    alone: Sequence[bool]
    inferred: Sequence[bool]
    title: int | None
    byline: int | None


def page_of(url: str, salt: int) -> int:
    """What a page is known by."""
    return salted(without_fragment(url), salt)


def correction(url: str, keys: Keys, choice: Choice, kept: SiteCorrections, features: str = "") -> Correction | None:
    """The record of a choice on a page of a site; None where it is what the reader does by itself."""
    salt = kept.salt
    table = keys.salted(salt)
    places = Places(table)
    rows = zip(choice.wanted, choice.alone, choice.inferred, strict=True)
    changed = [at for at, (want, alone, inferred) in enumerate(rows) if not want == alone == inferred]
    title, byline = (
        places.place(at) if at is not None and at < len(choice.wanted) else None for at in (choice.title, choice.byline)
    )
    if not changed and title is None and byline is None:
        return None
    starts, ends = _bounds(table, choice)
    return Correction(
        page_of(url, salt),
        salt,
        time.strftime("%Y-%m-%d"),
        [(places.place(at), choice.wanted[at]) for at in changed[:MAX_BLOCKS]],
        title,
        byline,
        [_tallies(kind, column.tolist(), choice, set(changed), kept) for kind, column in enumerate(table)],
        features if len(features) <= MAX_FEATURES else "",
        starts,
        ends,
    )


def _tallies(
    kind: int, keys: Iterable[int], choice: Choice, changed: set[int], kept: SiteCorrections
) -> Mapping[int, Tally]:
    """The keys' tallies. Of keys that are about a text, only those of changed blocks, here or on another page."""
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for at, key in enumerate(keys):
        counts[key][(0 if at in changed else 2) + (not choice.wanted[at])] += 1
    known = {
        key for page in kept.pages for key, tally in page.tallies[kind].items() if tally.included or tally.excluded
    }
    rows = [
        (key, Tally(*row))
        for key, row in counts.items()
        if KINDS[kind] in OF_PLACES or row[0] or row[1] or key in known
    ]
    rows.sort(key=lambda row: not (row[1].included or row[1].excluded or row[0] in known))
    return dict(rows[:MAX_KEYS])


def _bounds(table: Table, choice: Choice) -> tuple[Sequence[int], Sequence[int]]:
    """The keys of the first block, and of the one after the last, where these are not where the reader had them."""
    wanted, alone = ([at for at, kept in enumerate(keep) if kept] for keep in (choice.wanted, choice.alone))
    if not wanted or not alone:
        return (), ()
    starts = table[:, wanted[0]].tolist() if wanted[0] > alone[0] else ()
    ends = table[:, wanted[-1] + 1].tolist() if wanted[-1] < alone[-1] else ()
    return starts, ends
