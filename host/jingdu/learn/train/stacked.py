"""The stacked stages' weights: trees on the bins of all stages so far, the page's kind, the calibration of the cut.

A stage learns from scores that the stage before gave to pages of sites that it had not seen: the training
pages are split into ``INNER`` parts by site, and each part is scored by trees grown on the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.additive import Bins, Profile
from jingdu.extractors.fused import AGAIN, Calibration, Fused
from jingdu.extractors.layout import chances, layout_columns
from jingdu.extractors.revise import best_cut
from jingdu.extractors.trees import Feature, Trees
from jingdu.features.columns import Indexes, Numbers
from jingdu.learn.corpus import part
from jingdu.learn.corpus.dataset import Sheet
from jingdu.learn.corpus.labelled import Bits
from jingdu.learn.corpus.synthetic import SYNTHETIC
from jingdu.learn.train import boost, kinds
from jingdu.learn.train import look as looks
from jingdu.learn.train.supports import bins_of
from jingdu.learn.train.swarm import Swarm, search
from jingdu.learn.work import Report

NEIGHBOURS: Final = (
    "tag parent_tag size density link_density stops commas cues cue_low names around_low first last title digits links "
    "case since_heading alike_share landmark inline"
).split()
"""Columns that are features of the blocks around too."""
OFFSETS: Final = (-2, -1, 1, 2)
NEAR: Final = (-3, -2, -1, 1, 2, 3)
"""Neighbours whose scores of the stage before are features."""
LAST: Final = (
    "size link_density tag holder landmark title_filled after_title after_h1 since_heading repeats copies h1_before "
    "dates_before since_date linked_headings_before under_link article_number core_words earlier_words in_body "
    "described marked row_items row_rank row_blocks row_plain row_pure outer_items outer_rank outer_blocks "
    "outer_plain outer_pure section_plain section_links heading_cues section_cues row_cues cues around around_low "
    "decay site_repeats site_path place"
).split()
"""Columns of the first stage that the last one looks at too."""
RECALL: Final = 0.8
"""β², the weight of recall beside precision in the F-score that the calibration maximises."""
INNER: Final = 3
MAX_ROWS: Final = 300_000
"""Blocks that the trees of a stage are grown on."""
LOW: Final = np.array([0.4, -1.5, 0.02])
HIGH: Final = np.array([1.6, 1.5, 0.4])
"""Bounds of scale, shift and floor."""

Columns = dict[str, NDArray[Any]]


def stacked(
    sheet: Sheet, columns: Columns, odds: Numbers, first: Profile, pages: Bits, seed: int, swarm: Swarm,
    report: Report,
) -> tuple[Fused, float]:  # fmt: skip
    """The weights, and the mean F-score that the calibration reaches.

    ``odds`` are the first stage's. Columns that it uses count in its own bins.
    """
    added = {name: column for name, column in columns.items() if name not in first.bins and name != "tokens"}
    added |= by_page(sheet, odds, "")
    bins = _bins(sheet, added, pages)
    table = _Table(sheet, {**columns, **added}, {**first.bins, **bins})
    draft, scores = _stage(table, _features(table.bins, ""), pages, seed)
    report(f"second stage: {len(draft.leaves)} trees")
    kind = kinds.learn(sheet, table.places, table.bins, scores, pages, seed)
    report(f"kinds: {kind.report}")
    last = {**by_page(sheet, scores, AGAIN), **kind.columns}
    last_bins = _bins(sheet, last, pages)
    table.add(last, last_bins)
    features = [(name, 0) for name in LAST if name in table.bins] + _features(last_bins, AGAIN)
    trees, odds = _stage(table, features, pages, seed)
    calibration, value = calibrate(sheet, odds, pages, np.random.default_rng([seed, 2]), swarm)
    report(f"calibrated: F {value:.4f} on pages that the trees have not seen, {calibration}")
    asked = {name for name, _ in (*draft.features, *trees.features)} | kind.kinds.asked
    bins = {name: one for name, one in {**bins, **last_bins}.items() if name in asked}
    return Fused("fused", first.digest, bins, draft, kind.kinds, trees, calibration, {}), value


def inner(sheet: Sheet) -> Indexes:
    """Of each page the part that its site falls into."""
    return np.array([part("inner" + example.site, INNER) for example in sheet.examples])


def by_page(sheet: Sheet, odds: Numbers, prefix: str) -> Columns:
    """``layout_columns`` of every page, joined."""
    ends = np.append(sheet.starts[1:], len(odds))
    size = sheet.columns["size"]
    parts = [
        layout_columns(odds[start:end], size[start:end], around, prefix)
        for start, end, around in zip(sheet.starts, ends, sheet.around, strict=True)
    ]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _bins(sheet: Sheet, columns: Columns, pages: Bits) -> dict[str, Bins]:
    rows = looks.some(sheet.rows(pages), MAX_ROWS)
    return {name: bins_of(column[rows]) for name, column in columns.items()}


class _Table:
    """The bins of all rows of the sheet, column by column."""

    def __init__(self, sheet: Sheet, columns: Columns, bins: Mapping[str, Bins]) -> None:
        self.sheet = sheet
        self.bins: dict[str, Bins] = {}
        self.places: dict[str, NDArray[np.uint8]] = {}
        self.add(columns, bins)

    def add(self, columns: Columns, bins: Mapping[str, Bins]) -> None:
        """Enters columns."""
        self.bins.update(bins)
        self.places.update((name, looks.binned(one, columns[name])) for name, one in bins.items())

    def matrix(self, features: Sequence[Feature]) -> NDArray[np.uint8]:
        """(rows, features): the bin of each feature of each block."""
        matrix = np.empty((len(self.sheet.page), len(features)), dtype=np.uint8)
        for at, (name, offset) in enumerate(features):
            matrix[:, at] = looks.shifted(self.places[name], offset, self.sheet.page, self.bins[name].outside)
        return matrix


def _stage(table: _Table, features: Sequence[Feature], pages: Bits, seed: int) -> tuple[Trees, Numbers]:
    """Trees of all pages, and the odds of all rows: of a page by trees that have not seen its site."""
    sheet, matrix = table.sheet, table.matrix(features)
    trees = _grown(matrix, sheet, features, pages, seed)
    odds = boost.odds(trees, matrix, features)
    fold = inner(sheet)
    for at in range(INNER):
        rows = sheet.rows(pages & (fold == at))
        apart = _grown(matrix, sheet, features, pages & (fold != at), seed)
        odds[rows] = boost.odds(apart, matrix[rows], features)
    return trees, odds


def _grown(matrix: NDArray[np.uint8], sheet: Sheet, features: Sequence[Feature], pages: Bits, seed: int) -> Trees:
    rows = looks.some(sheet.rows(pages), MAX_ROWS)
    return boost.fit(matrix[rows], sheet.content[rows], looks.row_weights(sheet)[rows], features, seed)


def _features(bins: Mapping[str, Bins], prefix: str) -> list[Feature]:
    """All columns but those of the page as a whole, neighbours of some, and the scores around."""
    features = [(name, 0) for name in bins if not name.startswith("page_")]
    features += [(name, offset) for name in NEIGHBOURS if name in bins for offset in OFFSETS]
    return features + [(f"{prefix}first_look", offset) for offset in NEAR]


def calibrate(
    sheet: Sheet, odds: Numbers, pages: Bits, rng: np.random.Generator, swarm: Swarm
) -> tuple[Calibration, float]:
    """Scale, shift and floor that maximise the pages' mean word F-score (paper W, step 6: a particle of three).

    Articles alone count, and no synthetic ones; of each kind of page by itself, threads and listings would keep a
    little more (.00 to .01). A page counts as 1 / √(pages of its corpus): the large corpora are old ones. Precision
    counts more (``RECALL``): what is kept past the end disturbs a reader more than a line that is missing.
    """
    pages = pages & np.array([
        kinds.kind_of(example) == "article" and not example.id.endswith(SYNTHETIC) for example in sheet.examples
    ])  # fmt: skip
    ends = np.append(sheet.starts[1:], len(odds))
    spans = [slice(sheet.starts[at], ends[at]) for at in np.flatnonzero(pages)]
    weights = looks.evened(sheet.examples[at].corpus for at in np.flatnonzero(pages))
    tokens = sheet.columns["tokens"]

    def score(place: Numbers) -> float:
        keep = np.zeros(len(odds), dtype=bool)
        chance = chances(place[0] * odds + place[1])
        for span in spans:
            keep[span] = chance[span] >= max(best_cut(chance[span], tokens[span]), place[2])
        return float(np.average(sheet.f1(keep, RECALL)[pages], weights=weights))

    if not spans:
        return Calibration(1.0, 0.0, 0.1), 0.0
    plain = np.array([1.0, 0.0, 0.1])
    small = replace(swarm, particles=min(16, swarm.particles), generations=min(12, swarm.generations))
    start = np.clip(plain + rng.normal(0, 0.2, (small.particles, 3)) * (HIGH - LOW), LOW, HIGH)
    start[0] = plain
    found = search(lambda places: np.array([score(place) for place in places]), LOW, HIGH, rng, small, start)
    place = np.round(found.place, 3)
    return Calibration(*map(float, place)), score(place)
