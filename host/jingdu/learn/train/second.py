"""The second look's weights: trees on the bins of both looks, and the calibration of a page's cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.additive import Bins, Profile
from jingdu.extractors.cut import best_cut
from jingdu.extractors.fused import Calibration, Fused
from jingdu.extractors.layout import chances
from jingdu.extractors.trees import Feature, Trees
from jingdu.learn.corpus import part
from jingdu.learn.corpus.dataset import Sheet
from jingdu.learn.train import boost
from jingdu.learn.train import look as looks
from jingdu.learn.train.supports import bins_of
from jingdu.learn.train.swarm import Swarm, search

NEIGHBOURS: Final = (
    "tag parent_tag size density link_density stops commas cues cue_low names around_low first last title digits links "
    "case since_heading alike_share landmark inline"
).split()
"""Columns that are also looked at in the blocks around."""
OFFSETS: Final = (-2, -1, 1, 2)
NEAR: Final = (-3, -2, -1, 1, 2, 3)
"""Neighbours whose first scores are looked at."""
INNER: Final = 3
"""One part of the training pages in so many is kept from the trees that the calibration is found with."""
LOW: Final = np.array([0.4, -1.5, 0.02])
HIGH: Final = np.array([1.6, 1.5, 0.4])
"""Bounds of scale, shift and floor."""


def second_look(
    sheet: Sheet, columns: Mapping[str, NDArray[Any]], again: Sequence[str], first: Profile, pages: NDArray[np.bool_],
    seed: int, swarm: Swarm, report: Callable[[str], None],
) -> tuple[Fused, float]:  # fmt: skip
    """The weights, and the mean F1 of the pages kept from the calibration's trees.

    ``again`` are the columns that the first look's scores gave; those of the first look
    count where it uses them, in its own bins.
    """
    rows = sheet.rows(pages)
    bins: dict[str, Bins] = {name: bins_of(columns[name][rows]) for name in again}
    every = {**first.bins, **bins}
    features = _features(every)
    matrix = _matrix(sheet, columns, every, features)
    weight = looks.row_weights(sheet)
    fold = np.array([part("inner" + example.site, INNER) for example in sheet.examples])
    seen, kept = sheet.rows(pages & (fold != 0)), sheet.rows(pages & (fold == 0))
    draft = boost.fit(matrix[seen], sheet.content[seen], weight[seen], features, seed)
    odds = np.zeros(len(weight))
    odds[kept] = _odds(draft, matrix[kept])
    calibration, value = calibrate(sheet, odds, pages & (fold == 0), np.random.default_rng([seed, 2]), swarm)
    report(f"calibrated: F1 {value:.4f} on pages that the trees have not seen, {calibration}")
    trees = boost.fit(matrix[rows], sheet.content[rows], weight[rows], features, seed)
    return Fused("fused", first.digest, bins, trees, calibration, {}), value


def _features(bins: Mapping[str, Bins]) -> list[Feature]:
    features = [(name, 0) for name in bins]
    features += [(name, offset) for name in NEIGHBOURS if name in bins for offset in OFFSETS]
    return features + [("first_look", offset) for offset in NEAR]


def _matrix(
    sheet: Sheet, columns: Mapping[str, NDArray[Any]], bins: Mapping[str, Bins], features: Sequence[Feature]
) -> NDArray[np.uint8]:
    """(rows, features): the bin of each feature of each block."""
    places = {name: looks.binned(one, columns[name]) for name, one in bins.items()}
    matrix = np.empty((len(sheet.page), len(features)), dtype=np.uint8)
    for at, (name, offset) in enumerate(features):
        matrix[:, at] = looks.shifted(places[name], offset, sheet.page, bins[name].outside)
    return matrix


def _odds(trees: Trees, matrix: NDArray[np.uint8]) -> NDArray[np.float64]:
    """What the trees say of rows that are in bins already."""
    step = 4096
    parts = [trees.total(np.ascontiguousarray(matrix[at : at + step].T)) for at in range(0, len(matrix), step)]
    return np.concatenate(parts) if parts else np.zeros(0)


def calibrate(
    sheet: Sheet, odds: NDArray[np.float64], pages: NDArray[np.bool_], rng: np.random.Generator, swarm: Swarm
) -> tuple[Calibration, float]:
    """Scale, shift and floor that maximise the mean word F1 of the pages (paper W, step 6: a particle of three)."""
    ends = np.append(sheet.starts[1:], len(odds))
    spans = [slice(sheet.starts[at], ends[at]) for at in np.flatnonzero(pages)]
    weights = looks.page_weights(sheet)[pages]
    tokens = sheet.columns["tokens"]

    def f1(place: NDArray[np.float64]) -> float:
        keep = np.zeros(len(odds), dtype=bool)
        chance = chances(place[0] * odds + place[1])
        for span in spans:
            keep[span] = chance[span] >= max(best_cut(chance[span], tokens[span]), place[2])
        return float(np.average(sheet.f1(keep)[pages], weights=weights))

    if not spans:
        return Calibration(1.0, 0.0, 0.1), 0.0
    plain = np.array([1.0, 0.0, 0.1])
    small = replace(swarm, particles=min(16, swarm.particles), generations=min(12, swarm.generations))
    start = np.clip(plain + rng.normal(0, 0.2, (small.particles, 3)) * (HIGH - LOW), LOW, HIGH)
    start[0] = plain
    found = search(lambda places: np.array([f1(place) for place in places]), LOW, HIGH, rng, small, start)
    place = np.round(found.place, 3)
    return Calibration(*map(float, place)), f1(place)
