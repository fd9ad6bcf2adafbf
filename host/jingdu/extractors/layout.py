"""The second look at a page: what the first scores of the blocks around a block say of it.

A block that scored little between two that scored much is probably a subheading; one that
scored much among thirty that scored nothing is probably a teaser. These columns are what
``fused`` adds to the features of the first look.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate
from math import exp
from typing import Final, NamedTuple

from jingdu.page.features.columns import Column, Columns
from jingdu.page.features.containers import LEVELS, shapes_of, spans_of
from jingdu.page.model import Page

WINDOWS: Final = (3, 8, 20)
"""Blocks to each side."""


class Layout(NamedTuple):
    """Where the blocks of a page stand to each other: enough for a second look without the tree.

    ``sizes`` as the feature ``size``; ``spans[l][i]`` the first and last block (exclusive)
    of the l-th box around block i; ``shapes[i]`` equal for blocks of the same tag and class.
    """

    sizes: list[float]
    spans: list[list[tuple[int, int]]]
    shapes: list[int]


def layout_of(page: Page, sizes: Column) -> Layout:
    return Layout(sizes, list(spans_of(page)), shapes_of(page))


def second_columns(odds: list[float], layout: Layout) -> Columns:
    """Columns from the first look's ``odds`` (log-odds of content, one a block)."""
    chance = [1 / (1 + exp(-max(-15.0, min(15.0, o)))) for o in odds]
    mass = [c * s for c, s in zip(chance, layout.sizes, strict=True)]
    sums = _Prefix(*([0.0, *accumulate(values)] for values in (odds, chance, mass, layout.sizes)))
    table: Columns = {"first_look": odds}
    table.update(_windows(sums, chance))
    table.update(_around(sums, layout))
    table.update(_alike(odds, chance, layout.shapes))
    table.update(_share(sums, odds))
    return table


class _Prefix(NamedTuple):
    odds: list[float]
    chance: list[float]
    mass: list[float]
    size: list[float]


def _windows(sums: _Prefix, chance: list[float]) -> Columns:
    table: Columns = {}
    count = len(chance)
    k, m, z = sums.chance, sums.mass, sums.size
    for reach in WINDOWS:
        spans = [(max(0, i - reach), min(count, i + reach + 1)) for i in range(count)]
        table[f"near_{reach}"] = [(k[b] - k[a] - c) / (b - a) for (a, b), c in zip(spans, chance, strict=True)]
        table[f"near_text_{reach}"] = [(m[b] - m[a]) / (z[b] - z[a]) for a, b in spans]
        table[f"above_{reach}"] = [(k[i] - k[a]) / (i - a + 1) for i, (a, _) in enumerate(spans)]
        table[f"below_{reach}"] = [(k[b] - k[i + 1]) / (b - i) for i, (_, b) in enumerate(spans)]
    return table


def _around(sums: _Prefix, layout: Layout) -> Columns:
    table: Columns = {}
    total = sums.mass[-1] or 1.0
    for level, spans in zip(LEVELS, layout.spans, strict=True):
        table[f"{level}_odds"] = [(sums.odds[b] - sums.odds[a]) / (b - a) for a, b in spans]
        table[f"{level}_text"] = [(sums.mass[b] - sums.mass[a]) / (sums.size[b] - sums.size[a]) for a, b in spans]
        table[f"{level}_mass"] = [(sums.mass[b] - sums.mass[a]) / total for a, b in spans]
    return table


def _alike(odds: list[float], chance: list[float], shapes: list[int]) -> Columns:
    number: defaultdict[int, int] = defaultdict(int)
    odds_of: defaultdict[int, float] = defaultdict(float)
    chance_of: defaultdict[int, float] = defaultdict(float)
    for shape, o, c in zip(shapes, odds, chance, strict=True):
        number[shape] += 1
        odds_of[shape] += o
        chance_of[shape] += c
    return {
        "alike_odds": [odds_of[s] / number[s] for s in shapes],
        "alike_chance": [chance_of[s] / number[s] for s in shapes],
        "alike_others": [(odds_of[s] - o) / max(1, number[s] - 1) for s, o in zip(shapes, odds, strict=True)],
    }


def _share(sums: _Prefix, odds: list[float]) -> Columns:
    count = len(odds)
    total = sums.mass[-1] or 1.0
    best = max(odds, default=0.0)
    return {
        "mass_before": [sums.mass[i] / total for i in range(count)],
        "mass_after": [(total - sums.mass[i + 1]) / total for i in range(count)],
        "below_best": [o - best for o in odds],
    }
