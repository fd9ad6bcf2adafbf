"""Corrections of other pages of a site as evidence about a page.

Only keys of blocks that the user changed are evidence, weighted by the similarity of the pages and by the unchanged
blocks with the same key. For each block, the first of `KINDS` with evidence counts.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from jingdu.corrections.keys import KINDS, PATH, Keys, Table
from jingdu.corrections.record import Correction

MIN_SIMILARITY: Final = 0.3
"""Minimum similarity of two pages (Dice coefficient of their paths) for one to be evidence about the other."""
AGREED: Final = 8.0
"""Weight of evidence if blocks with the key were changed alike on at least two pages."""
ONCE: Final = {"+": {"section": 5.0, "path": 6.0, "shape": 4.5}, "-": {"text": 6.0, "path": 3.0, "sized": 3.0}}
"""Weight of evidence from one page by the kind of key, for (+) and against (-) a block; 0 for other kinds."""
BOUND: Final = 3.0
"""Weight of one page's evidence against blocks before the article's start or after its end."""
BOUNDS: Final = KINDS[: PATH + 1]
"""Kinds of keys that identify a start or an end."""
MIN_PURE: Final = 0.9
"""Minimum share of the blocks with a key that must agree, all kept or all left out, for it to be evidence."""


class Evidence(NamedTuple):
    weight: float
    """Its contribution to the block's score."""
    pages: int
    """Number of corrected pages."""
    is_text: bool = False
    """Whether the text itself was corrected on them, not only its place."""


class _Page(NamedTuple):
    """A corrected page, its similarity to the current page, and the current page's keys with its salt."""

    correction: Correction
    similarity: float
    keys: Table


def evidence(keys: Keys, corrections: Sequence[Correction]) -> dict[int, Evidence]:
    """Block → evidence of a site's ``corrections``, for the blocks about which there is any."""
    tables = {salt: keys.salted(salt) for salt in {page.salt for page in corrections}}
    pages = [_Page(page, _similarity(page, tables[page.salt]), tables[page.salt]) for page in corrections]
    pages = [page for page in pages if page.similarity >= MIN_SIMILARITY]
    found: dict[int, Evidence] = {}
    for kind in range(len(KINDS)):
        known: dict[int, Evidence | None] = {}
        for at in _candidates(kind, pages):
            if at not in found:
                key = int(keys.table[kind, at])
                if key not in known:
                    known[key] = _evidence(kind, at, pages)
                if entry := known[key]:
                    found[at] = entry
    return _outside(keys.table.shape[1], pages) | found


def _outside(blocks: int, pages: Sequence[_Page]) -> dict[int, Evidence]:
    """Evidence against blocks before the article's start or after its end, by moved starts and ends."""
    starts = [at for page in pages if (at := _bound(page, page.correction.starts, pages, wanted=True)) is not None]
    ends = [at for page in pages if (at := _bound(page, page.correction.ends, pages, wanted=False)) is not None]
    spans = [(range(max(starts, default=0)), starts), (range(min(ends, default=blocks), blocks), ends)]
    return {at: Evidence(-AGREED if len(found) > 1 else -BOUND, len(found)) for span, found in spans for at in span}


def _bound(page: _Page, keys: Sequence[int], pages: Sequence[_Page], *, wanted: bool) -> int | None:
    """The first block with one of ``keys``, the article's start or end, or None.

    A key does not count if a corrected page also has it on the wrong side of the bound.
    """
    for kind, key in zip(range(len(BOUNDS)), keys, strict=False):
        tallies = [tally for other in pages if (tally := other.correction.tallies[kind].get(key))]
        if not any(tally.excluded or tally.left_out if wanted else tally.included or tally.kept for tally in tallies):
            found = np.flatnonzero(page.keys[kind] == np.uint64(key))
            if len(found):
                return int(found[0])
    return None


def _similarity(page: Correction, keys: Table) -> float:
    """The Dice coefficient of both pages' paths."""
    ours, theirs = set(keys[PATH].tolist()), page.tallies[PATH].keys()
    return 2 * len(ours & theirs) / max(1, len(ours) + len(theirs))


def _candidates(kind: int, pages: Sequence[_Page]) -> list[int]:
    """The blocks with the same key of a kind as a block that the user changed."""
    changed: defaultdict[int, set[int]] = defaultdict(set)
    for page in pages:
        tallies = page.correction.tallies[kind].items()
        changed[page.correction.salt].update(key for key, tally in tallies if tally.is_evidence)
    tables = {page.correction.salt: page.keys[kind].tolist() for page in pages}
    return sorted({at for salt, keys in changed.items() if keys for at, key in enumerate(tables[salt]) if key in keys})


def _evidence(kind: int, at: int, pages: Sequence[_Page]) -> Evidence | None:
    """The evidence of a block's key of this kind; None if the corrected pages disagree or it weighs nothing."""
    kept = left = changed = 0.0
    count = 0
    for page in pages:
        if tally := page.correction.tallies[kind].get(int(page.keys[kind, at])):
            kept += page.similarity * (tally.included + tally.kept)
            left += page.similarity * (tally.excluded + tally.left_out)
            changed += page.similarity * (tally.included - tally.excluded)
            count += tally.is_evidence
    if max(kept, left) < MIN_PURE * (kept + left) or changed * (kept - left) <= 0:
        return None
    weight = AGREED if count > 1 else _weight_of_one(KINDS[kind], left, included=changed > 0)
    if count == 1 and KINDS[kind] == "sized" and _is_mixed(at, pages):
        return None
    return Evidence(weight if changed > 0 else -weight, count, KINDS[kind] == "text") if weight else None


def _is_mixed(at: int, pages: Sequence[_Page]) -> bool:
    """Whether a block with the same path was kept on a corrected page."""
    tallies = [page.correction.tallies[PATH].get(int(page.keys[PATH, at])) for page in pages]
    return any(tally and (tally.included or tally.kept) for tally in tallies)


def _weight_of_one(kind: str, left: float, *, included: bool) -> float:
    """The weight of one page's evidence; none against a path on which only one block was left out."""
    if not included and kind == "path" and left <= 1:
        return 0.0
    return ONCE["+" if included else "-"].get(kind, 0.0)
