"""Creates the correction of a page from the user's choice of blocks, and finds the blocks again."""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from jingdu.corrections.keys import KINDS, PATH, Keys, Table, salted
from jingdu.corrections.record import MAX_BLOCKS, MAX_FEATURES, MAX_KEYS, Correction, Place, SiteCorrections, Tally
from jingdu.text.addresses import without_fragment

MIN_FOUND: Final = 0.5
"""Minimum share of a correction's blocks that must be found; otherwise the page has changed too much."""
REACH: Final = 12
"""Blocks by which a block with changed text may have moved."""


class Found(NamedTuple):
    """A correction with its blocks found again on the page."""

    wanted: Mapping[int, bool]
    """Block → whether to keep it."""
    title: int | None
    byline: int | None
    missing: int
    """Number of corrected blocks that were not found."""


class Places:
    """The blocks of a page by checksum."""

    def __init__(self, keys: Table) -> None:
        self.texts: list[int] = keys[0].tolist()
        self.paths: list[int] = keys[PATH].tolist()
        self._by_text: defaultdict[int, list[int]] = defaultdict(list)
        for at, text in enumerate(self.texts):
            self._by_text[text].append(at)

    def place(self, at: int) -> Place:
        return Place(self.texts[at], self.paths[at], self._text(at - 1), self._text(at + 1), at)

    def _text(self, at: int) -> int:
        return self.texts[at] if 0 <= at < len(self.texts) else 0

    def find(self, place: Place, taken: Iterable[int] = ()) -> int | None:
        """The block for a stored place, except those ``taken``, or None.

        It has the same text, preferably the same path and a near number; or the same path and an equal neighbour.
        """
        same = [at for at in self._by_text.get(place.text, ()) if at not in taken]
        if same:
            return min(same, key=lambda at: (self.paths[at] != place.path, abs(at - place.at)))
        near = range(max(0, place.at - REACH), min(len(self.texts), place.at + REACH + 1))
        free = [at for at in near if self.paths[at] == place.path and at not in taken]
        beside = [at for at in free if self._text(at - 1) == place.before or self._text(at + 1) == place.after]
        return min(beside, key=lambda at: abs(at - place.at), default=None)


def find(correction: Correction, places: Places) -> Found | None:
    """Finds the blocks of a correction; returns None if too few of them are found."""
    wanted: dict[int, bool] = {}
    for place, value in correction.changed:
        if (at := places.find(place, wanted)) is not None:
            wanted[at] = value
    if len(wanted) < MIN_FOUND * len(correction.changed):
        return None
    title, byline = (places.find(place) if place else None for place in (correction.title, correction.byline))
    return Found(wanted, title, byline, len(correction.changed) - len(wanted))


OF_PLACES: Final = frozenset({"path", "sized", "shape"})
"""Kinds of which the keys of all blocks are stored: these are few, and pages are compared by them."""


class Choice(NamedTuple):
    """The user's choice on a page, and the extractor's for comparison."""

    wanted: Sequence[bool]
    """Whether the user keeps each block."""
    alone: Sequence[bool]
    """Whether the extractor keeps it without corrections."""
    inferred: Sequence[bool]
    """Whether the extractor keeps it with the corrections of other pages."""
    title: int | None
    """The block that the user chose as title."""
    byline: int | None
    """The block that the user chose as byline."""


def page_of(url: str, salt: int) -> int:
    """The checksum of a page's address without its fragment."""
    return salted(without_fragment(url), salt)


def correction(url: str, keys: Keys, choice: Choice, site: SiteCorrections, features: str = "") -> Correction | None:
    """The correction for a choice on a page of a site; None if the extractor already does the same."""
    salt = site.salt
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
        [_tallies(kind, column.tolist(), choice, set(changed), site) for kind, column in enumerate(table)],
        features if len(features) <= MAX_FEATURES else "",
        starts,
        ends,
    )


def _tallies(
    kind: int, keys: Iterable[int], choice: Choice, changed: set[int], site: SiteCorrections
) -> Mapping[int, Tally]:
    """Key → tally; for kinds not in `OF_PLACES`, only keys of blocks that were changed on this or another page."""
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for at, key in enumerate(keys):
        counts[key][(0 if at in changed else 2) + (not choice.wanted[at])] += 1
    tallies = {key: Tally(*row) for key, row in counts.items()}
    known = {key for page in site.pages for key, tally in page.tallies[kind].items() if tally.is_evidence}
    first = [key for key, tally in tallies.items() if tally.is_evidence or key in known]
    others = tallies if KINDS[kind] in OF_PLACES else ()
    return {key: tallies[key] for key in list(dict.fromkeys([*first, *others]))[:MAX_KEYS]}


def _bounds(table: Table, choice: Choice) -> tuple[Sequence[int], Sequence[int]]:
    """The keys of the first kept block, and of the one after the last, if the user moved the article's start or end."""
    wanted, alone = ([at for at, kept in enumerate(keep) if kept] for keep in (choice.wanted, choice.alone))
    if not wanted or not alone:
        return (), ()
    starts = table[:, wanted[0]].tolist() if wanted[0] > alone[0] else ()
    return starts, table[:, wanted[-1] + 1].tolist() if wanted[-1] < alone[-1] else ()
