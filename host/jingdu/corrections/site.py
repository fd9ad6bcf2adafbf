"""The corrections of other pages of a site as evidence about a page.

Only a key of a block whose verdict the user changed may say anything. What it says is weighed by how alike the pages
are and by the blocks with the same key that stayed as they were. The most particular key that says something counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from jingdu.corrections.keys import KINDS, PATH, Keys, Table
from jingdu.corrections.record import Correction

MIN_ALIKE: Final = 0.3
"""Share of the places in the template that two pages have in common under which one says nothing of the other."""
WEIGHTS: Final = dict(zip(KINDS, (6.0, 3.0, 3.0, 2.5, 2.5, 1.5, 1.5, 1.0), strict=True))
"""What a key of each kind adds to a score, where all speaks for it."""
MIN_PURE: Final = 0.8
"""Share of the blocks with a key that must be of one mind."""


class Evidence(NamedTuple):
    """Of one block: what is added to its score, and how many corrected pages say so."""

    weight: float
    pages: int


def evidence(keys: Keys, corrections: Sequence[Correction]) -> dict[int, Evidence]:
    """Block → what the corrections say of it; blocks of which they say nothing are not in it."""
    tables = {salt: keys.salted(salt) for salt in {page.salt for page in corrections}}
    weighed = [(page, tables[page.salt], _alike(page, tables[page.salt])) for page in corrections]
    weighed = [row for row in weighed if row[2] >= MIN_ALIKE]
    if not weighed:
        return {}
    found: dict[int, Evidence] = {}
    for at in range(keys.table.shape[1]):
        said = _of_block(at, weighed)
        if said is not None:
            found[at] = said
    return found


def _alike(page: Correction, keys: Table) -> float:
    """How many of both pages' places in the template they have in common (Dice)."""
    here, there = set(keys[PATH].tolist()), page.tallies[PATH].keys()
    return 2 * len(here & there) / max(1, len(here) + len(there))


def _of_block(at: int, weighed: Sequence[tuple[Correction, Table, float]]) -> Evidence | None:
    for kind, name in enumerate(KINDS):
        kept = left = 0.0
        changed = pages = 0
        for page, keys, alike in weighed:
            tally = page.tallies[kind].get(int(keys[kind, at]))
            if tally:
                kept += alike * (tally.included + tally.kept)
                left += alike * (tally.excluded + tally.left)
                changed += tally.included - tally.excluded
                pages += bool(tally.included or tally.excluded)
        total = kept + left
        if pages and changed and max(kept, left) >= MIN_PURE * total and (kept > left) == (changed > 0):
            return Evidence(WEIGHTS[name] * (kept - left) / total, pages)
    return None
