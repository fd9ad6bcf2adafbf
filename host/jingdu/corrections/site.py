"""The corrections of other pages of a site as evidence about a page.

Only a key of a block whose verdict the user changed may say anything. What it says is weighed by how alike the pages
are and by the blocks with the same key that stayed as they were. The most particular key that says something counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from jingdu.corrections.keys import KINDS, PATH, Keys, Table
from jingdu.corrections.record import Correction

MIN_ALIKE: Final = 0.3
"""Share of the places in the template that two pages have in common under which one says nothing of the other."""
AGREED: Final = 8.0
"""What a key adds to a score by which two pages or more were corrected alike."""
ONCE: Final = {"+": {"section": 5.0, "path": 5.0, "shape": 4.5}, "-": {"text": 6.0, "path": 3.0, "sized": 3.0}}
"""The same of one page, by the key's kind: for a block, and against it. Other kinds say nothing then."""
BOUND: Final = 3.0
"""The same where the article began or ended with such a block, of all before or after it."""
BOUNDS: Final = KINDS[: PATH + 1]
"""Kinds by which a beginning or an end is recognised."""
MIN_PURE: Final = 0.9
"""Share of the blocks with a key that must be of one mind."""


class Evidence(NamedTuple):
    """Of one block: what is added to its score, and how many corrected pages say so."""

    weight: float
    pages: int


class _Page(NamedTuple):
    """A corrected page, how alike it is, and the keys of the page that is judged, salted as those of this one are."""

    correction: Correction
    alike: float
    keys: Table


def evidence(keys: Keys, corrections: Sequence[Correction]) -> dict[int, Evidence]:
    """Block → what the corrections say of it; blocks of which they say nothing are not in it."""
    tables = {salt: keys.salted(salt) for salt in {page.salt for page in corrections}}
    pages = [_Page(page, _alike(page, tables[page.salt]), tables[page.salt]) for page in corrections]
    pages = [page for page in pages if page.alike >= MIN_ALIKE]
    found: dict[int, Evidence] = {}
    for kind in range(len(KINDS)):
        known: dict[int, Evidence | None] = {}
        for at in _candidates(kind, pages):
            if at not in found:
                key = int(keys.table[kind, at])
                if key not in known:
                    known[key] = _said(kind, at, pages)
                if said := known[key]:
                    found[at] = said
    return _outside(keys.table.shape[1], pages) | found


def _outside(blocks: int, pages: Sequence[_Page]) -> dict[int, Evidence]:
    """What is before the article's beginning or after its end, where blocks are found like those it was moved to."""
    starts = [at for page in pages if (at := _bound(page, page.correction.starts, pages, wanted=True)) is not None]
    ends = [at for page in pages if (at := _bound(page, page.correction.ends, pages, wanted=False)) is not None]
    spans = [(range(max(starts, default=0)), starts), (range(min(ends, default=blocks), blocks), ends)]
    return {
        block: Evidence(-AGREED if len(found) > 1 else -BOUND, len(found)) for span, found in spans for block in span
    }


def _bound(page: _Page, keys: Sequence[int], pages: Sequence[_Page], *, wanted: bool) -> int | None:
    """The first block with one of the corrected page's keys, if no page had it on the other side of the bound."""
    for kind, key in zip(range(len(BOUNDS)), keys, strict=False):
        tallies = [tally for one in pages if (tally := one.correction.tallies[kind].get(key))]
        if not any(tally.excluded or tally.left if wanted else tally.included or tally.kept for tally in tallies):
            found = np.flatnonzero(page.keys[kind] == np.uint64(key))
            if len(found):
                return int(found[0])
    return None


def _alike(page: Correction, keys: Table) -> float:
    """How many of both pages' places in the template they have in common (Dice)."""
    here, there = set(keys[PATH].tolist()), page.tallies[PATH].keys()
    return 2 * len(here & there) / max(1, len(here) + len(there))


def _candidates(kind: int, pages: Sequence[_Page]) -> list[int]:
    """The blocks with a key of a block that was changed."""
    changed: dict[int, set[int]] = {}
    for page in pages:
        tallies = page.correction.tallies[kind].items()
        keys = {key for key, tally in tallies if tally.included or tally.excluded}
        changed.setdefault(page.correction.salt, set()).update(keys)
    found: set[int] = set()
    for page in pages:
        if keys := changed.pop(page.correction.salt, set()):
            found.update(at for at, key in enumerate(page.keys[kind].tolist()) if key in keys)
    return sorted(found)


def _said(kind: int, at: int, pages: Sequence[_Page]) -> Evidence | None:
    kept = left = changed = 0.0
    count = 0
    for page in pages:
        if tally := page.correction.tallies[kind].get(int(page.keys[kind, at])):
            kept += page.alike * (tally.included + tally.kept)
            left += page.alike * (tally.excluded + tally.left)
            changed += page.alike * (tally.included - tally.excluded)
            count += bool(tally.included or tally.excluded)
    if max(kept, left) < MIN_PURE * (kept + left) or changed * (kept - left) <= 0:
        return None
    weight = AGREED if count > 1 else _of_one_page(KINDS[kind], left, included=changed > 0)
    if count == 1 and KINDS[kind] == "sized" and _is_mixed(at, pages):
        return None
    return Evidence(weight if changed > 0 else -weight, count) if weight else None


def _is_mixed(at: int, pages: Sequence[_Page]) -> bool:
    """Whether a block at the place of this one was kept on a corrected page."""
    tallies = [page.correction.tallies[PATH].get(int(page.keys[PATH, at])) for page in pages]
    return any(tally and (tally.included or tally.kept) for tally in tallies)


def _of_one_page(kind: str, left: float, *, included: bool) -> float:
    """A long text of other words at a place where one block was left out may well belong to its page's article."""
    if not included and kind == "path" and left <= 1:
        return 0.0
    return ONCE["+" if included else "-"].get(kind, 0.0)
