"""Columns computed from the scores of an earlier stage: those of a block's neighbours, containers and regions.

A low score between two high ones is probably a subheading, a high one among thirty low ones a teaser; the items of a
row are mostly kept or dropped together; and an article is one stretch of the page. Stages two and three of ``fused``
add these columns to the features.

The *stretch* is the run of blocks with the largest Σ (probability − ½)·size (maximum subarray, Kadane; Pasternack and
Roth, Extracting article text from the web with maximum subsequence segmentation, WWW 2009).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from jingdu.features.columns import Columns, Numbers, running, windows
from jingdu.features.containers import Around, Regions, by_level

WINDOWS: Final = (3, 8, 20)
"""Blocks to each side."""
MAX_ODDS: Final = 15.0
"""Log-odds are clipped to ±15."""


def probabilities(odds: Numbers) -> Numbers:
    """Converts log-odds to probabilities."""
    return 1 / (1 + np.exp(-np.minimum(np.maximum(odds, -MAX_ODDS), MAX_ODDS)))


class _Sums(NamedTuple):
    """Prefix sums over the blocks; ``mass`` is probability · size."""

    odds: Numbers
    chance: Numbers
    mass: Numbers
    size: Numbers


def layout_columns(odds: Numbers, size: Numbers, around: Around, prefix: str = "") -> Columns:
    """All columns of ``layout_groups``."""
    return {name: column for group in layout_groups(odds, size, around, prefix) for name, column in group.items()}


def layout_groups(odds: Numbers, size: Numbers, around: Around, prefix: str = "") -> Iterator[Columns]:
    """Yields columns from the log-odds of a stage and the feature ``size``; ``prefix`` is prepended to their names."""
    for group in _groups(odds, size, around):
        yield {prefix + name: column for name, column in group.items()}


def _groups(odds: Numbers, size: Numbers, around: Around) -> Iterator[Columns]:
    chance = probabilities(odds)
    sums = _Sums(*map(running, (odds, chance, chance * size, size)))
    yield {"first_look": odds}
    yield _windows(sums, chance)
    yield _around(sums, around)
    yield _shapes(odds, chance, around)
    yield _share(sums, odds)
    yield _regions(sums, odds, around.regions)
    yield _stretch(sums, (chance - 0.5) * size, around)


def _windows(sums: _Sums, chance: Numbers) -> Columns:
    at = np.arange(len(chance))
    total, mass, size = sums.chance, sums.mass, sums.size
    a, b = windows(len(chance), WINDOWS)
    tables = {
        "near": (total[b] - total[a] - chance) / (b - a),
        "near_text": (mass[b] - mass[a]) / (size[b] - size[a]),
        "above": (total[:-1] - total[a]) / (at - a + 1),
        "below": (total[b] - total[1:]) / (b - at),
    }
    rows = ((name, *row) for name, table in tables.items() for row in zip(WINDOWS, table, strict=True))
    return {f"{name}_{reach}": column for name, reach, column in rows}


def _around(sums: _Sums, around: Around) -> Columns:
    a, b = around.firsts, around.lasts
    mass = sums.mass[b] - sums.mass[a]
    return {
        **by_level("odds", (sums.odds[b] - sums.odds[a]) / (b - a)),
        **by_level("text", mass / (sums.size[b] - sums.size[a])),
        **by_level("mass", mass / sums.mass[-1]),
    }


def _shapes(odds: Numbers, chance: Numbers, around: Around) -> Columns:
    shapes = around.shapes
    number = np.bincount(shapes)[shapes]
    odds_of = np.bincount(shapes, odds)[shapes]
    return {
        "alike_odds": odds_of / number,
        "alike_chance": np.bincount(shapes, chance)[shapes] / number,
        "alike_others": (odds_of - odds) / np.maximum(number - 1, 1),
    }


def _share(sums: _Sums, odds: Numbers) -> Columns:
    total = sums.mass[-1]
    before, after = sums.mass[:-1] / total, (total - sums.mass[1:]) / total
    return {"mass_before": before, "mass_after": after, "below_best": odds - odds.max()}


def _regions(sums: _Sums, odds: Numbers, regions: Regions) -> Columns:
    """Scores of a block's rows, of its items in them, of its section and of the section's heading."""
    total = sums.mass[-1]
    columns: Columns = {}
    for name, row in (("row", regions.inner), ("outer", regions.outer)):
        inside = row.items > 0
        mass = sums.mass[row.last] - sums.mass[row.first]
        own = sums.mass[row.item_last] - sums.mass[row.item_first]
        text = sums.size[row.last] - sums.size[row.first]
        own_text = sums.size[row.item_last] - sums.size[row.item_first]
        columns[f"{name}_text"] = np.where(inside, mass / text, -1.0)
        columns[f"{name}_mass"] = np.where(inside, mass / total, -1.0)
        columns[f"{name}_item"] = np.where(inside, own / own_text, -1.0)
    a, b = regions.section_first, regions.section_last
    mass = sums.mass[b] - sums.mass[a]
    columns["section_text"] = mass / (sums.size[b] - sums.size[a])
    columns["section_mass"] = mass / total
    columns["heading_odds"] = np.where(regions.heading < 0, 0.0, odds[regions.heading])
    return columns


def stretch(gains: Numbers) -> tuple[int, int]:
    """First and last block (exclusive) of the run with the largest sum; an empty run if no gain is positive."""
    sums = running(gains)
    last = int((sums - np.minimum.accumulate(sums)).argmax())
    return int(sums[: last + 1].argmin()), last


def _stretch(sums: _Sums, gains: Numbers, around: Around) -> Columns:
    """Side and distance of a block from the stretch, and the share of the stretch's mass in its containers."""
    first, last = stretch(gains)
    at = np.arange(len(gains))
    size, mass = sums.size, sums.mass
    inside = max(float(mass[last] - mass[first]), 1e-9)
    text = max(float(size[last] - size[first]), 1.0)
    before, after = at < first, at >= last
    blocks = np.where(before, at - first, np.where(after, at - last + 1, 0))
    distance = np.where(before, size[at] - size[first], np.where(after, size[at] - size[last], 0.0))
    low, high = np.maximum(around.firsts, first), np.minimum(around.lasts, last)
    shared = np.where(high > low, mass[np.maximum(high, low)] - mass[low], 0.0) / inside
    return {
        "stretch": after.astype(np.float64) - before,
        "stretch_blocks": np.minimum(np.maximum(blocks, -60.0), 60.0),
        "stretch_text": np.minimum(np.maximum(distance / text, -9.0), 9.0),
        "stretch_part": np.full(len(gains), inside / mass[-1]),
        **by_level("stretch", shared),
    }
