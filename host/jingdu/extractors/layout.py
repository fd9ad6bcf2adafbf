"""The second look at a page: what the first scores of the blocks around a block say of it.

A block that scored little between two that scored much is probably a subheading; one that
scored much among thirty that scored nothing is probably a teaser. These columns are what
``fused`` adds to the features of the first look.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from jingdu.features.columns import Columns, Numbers, running, windows
from jingdu.features.containers import Around, by_level

WINDOWS: Final = (3, 8, 20)
"""Blocks to each side."""
SURE: Final = 15.0
"""Log-odds beyond which a chance is not told apart from certainty."""


def chances(odds: Numbers) -> Numbers:
    """Log-odds to probabilities."""
    found: Numbers = 1 / (1 + np.exp(-np.minimum(np.maximum(odds, -SURE), SURE)))
    return found


class _Sums(NamedTuple):
    """Prefix sums over the blocks."""

    odds: Numbers
    chance: Numbers
    mass: Numbers
    size: Numbers


def second_columns(odds: Numbers, size: Numbers, around: Around) -> Columns:
    """All of ``second_groups``."""
    return {name: column for group in second_groups(odds, size, around) for name, column in group.items()}


def second_groups(odds: Numbers, size: Numbers, around: Around) -> Iterator[Columns]:
    """Columns from the first look's ``odds`` (log-odds of content, one a block) and the feature ``size``."""
    chance = chances(odds)
    sums = _Sums(*map(running, (odds, chance, chance * size, size)))
    yield {"first_look": odds}
    yield _windows(sums, chance)
    yield _around(sums, around)
    yield _alike(odds, chance, around)
    yield _share(sums, odds)


def _windows(sums: _Sums, chance: Numbers) -> Columns:
    at = np.arange(len(chance))
    k, m, z = sums.chance, sums.mass, sums.size
    a, b = windows(len(chance), WINDOWS)
    tables = {
        "near": (k[b] - k[a] - chance) / (b - a),
        "near_text": (m[b] - m[a]) / (z[b] - z[a]),
        "above": (k[:-1] - k[a]) / (at - a + 1),
        "below": (k[b] - k[1:]) / (b - at),
    }
    return {
        f"{name}_{reach}": column
        for name, table in tables.items()
        for reach, column in zip(WINDOWS, table, strict=True)
    }


def _around(sums: _Sums, around: Around) -> Columns:
    a, b = around.firsts, around.lasts
    mass = sums.mass[b] - sums.mass[a]
    return {
        **by_level("odds", (sums.odds[b] - sums.odds[a]) / (b - a)),
        **by_level("text", mass / (sums.size[b] - sums.size[a])),
        **by_level("mass", mass / (sums.mass[-1] or 1.0)),
    }


def _alike(odds: Numbers, chance: Numbers, around: Around) -> Columns:
    shapes = around.shapes
    number = np.bincount(shapes)[shapes]
    odds_of = np.bincount(shapes, odds)[shapes]
    return {
        "alike_odds": odds_of / number,
        "alike_chance": np.bincount(shapes, chance)[shapes] / number,
        "alike_others": (odds_of - odds) / np.maximum(number - 1, 1),
    }


def _share(sums: _Sums, odds: Numbers) -> Columns:
    total = sums.mass[-1] or 1.0
    return {
        "mass_before": sums.mass[:-1] / total,
        "mass_after": (total - sums.mass[1:]) / total,
        "below_best": odds - odds.max(initial=-np.inf),
    }
