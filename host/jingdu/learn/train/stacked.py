"""Training of the stacked stages of ``fused``: boosted trees, page kinds, and the calibration of the cut.

Each stage is trained on out-of-fold scores of the stage before: the pages are split into folds by site, and each fold
is scored by trees fitted to the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.additive import Bins, Profile
from jingdu.extractors.fused import AGAIN, Calibration, Fused
from jingdu.extractors.layout import layout_columns, probabilities
from jingdu.extractors.revise.cut import best_cut
from jingdu.extractors.trees import Feature, Trees
from jingdu.features.columns import Numbers
from jingdu.learn.corpus.dataset import Dataset, concatenated
from jingdu.learn.corpus.synthetic import SYNTHETIC
from jingdu.learn.train import additive, boost, kinds
from jingdu.learn.train.additive import BinnedColumns
from jingdu.learn.train.swarm import Swarm, search
from jingdu.learn.work import Report

NEIGHBOURS: Final = (
    "tag parent_tag size density link_density stops commas cues cue_low names around_low first last title digits links "
    "case since_heading alike_share landmark inline"
).split()
"""Columns of which the values in neighbouring blocks are features too."""
OFFSETS: Final = (-2, -1, 1, 2)
SCORE_OFFSETS: Final = (-3, -2, -1, 1, 2, 3)
"""Offsets of the neighbouring blocks that contribute their previous stage's score as a feature."""
FINAL_COLUMNS: Final = (
    "size link_density tag holder landmark title_filled after_title after_h1 since_heading repeats copies h1_before "
    "dates_before since_date linked_headings_before under_link article_number core_words earlier_words in_body "
    "described marked row_items row_rank row_blocks row_plain row_pure outer_items outer_rank outer_blocks "
    "outer_plain outer_pure section_plain section_links heading_cues section_cues row_cues cues around around_low "
    "decay site_repeats site_path place"
).split()
"""Columns of the first stage that are features of the last one."""
RECALL: Final = 0.8
"""β² of the F-score that the calibration maximises."""
LOW: Final = np.array([0.4, -1.5, 0.02])
HIGH: Final = np.array([1.6, 1.5, 0.4])
"""Bounds of scale, shift and floor."""

Columns = dict[str, NDArray[Any]]


def fit(
    data: Dataset, columns: Columns, odds: Numbers, first: Profile, seed: int, swarm: Swarm, report: Report
) -> tuple[Fused, float]:
    """The weights, and the mean F-score of the calibration.

    ``odds`` are out-of-fold scores of ``first``, whose bins are reused for its columns.
    """
    added = {name: column for name, column in columns.items() if name not in first.bins and name != "tokens"}
    added |= layout_of_pages(data, odds, "")
    bins = additive.fit_bins(added, boost.MAX_ROWS)
    binned = BinnedColumns(data.page)
    binned.add(columns, first.bins)
    binned.add(added, bins)
    second, scores = _fit_stage(data, binned, _features(binned.bins, ""), seed)
    report(f"second stage: {len(second.leaves)} trees")
    classifiers, of_kinds = kinds.fit(data, binned, scores, seed, report)
    last = {**layout_of_pages(data, scores, AGAIN), **of_kinds}
    last_bins = additive.fit_bins(last, boost.MAX_ROWS)
    binned.add(last, last_bins)
    features = [(name, 0) for name in FINAL_COLUMNS if name in binned.bins] + _features(last_bins, AGAIN)
    trees, odds = _fit_stage(data, binned, features, seed)
    calibration, value = calibrate(data, odds, np.random.default_rng([seed, 2]), swarm)
    report(f"calibrated: F {value:.4f} on pages that the trees have not seen, {calibration}")
    used = {name for name, _ in (*second.features, *trees.features)}.union(classifiers.column_names)
    bins = {name: of_column for name, of_column in {**bins, **last_bins}.items() if name in used}
    return Fused("fused", first.digest, bins, second, classifiers, trees, calibration, {}), value


def layout_of_pages(data: Dataset, odds: Numbers, prefix: str) -> Columns:
    """``layout_columns`` of all pages."""
    size = data.columns["size"]
    return concatenated([
        layout_columns(odds[rows], size[rows], around, prefix)
        for rows, around in zip(data.spans, data.around, strict=True)
    ])  # fmt: skip


def _fit_stage(data: Dataset, binned: BinnedColumns, features: Sequence[Feature], seed: int) -> tuple[Trees, Numbers]:
    """Trees fitted to all pages, and the out-of-fold log-odds of all rows."""
    folds = map(data.rows, data.folds("inner"))
    labelled, weight = np.ones(len(data.page), dtype=bool), additive.row_weights(data)
    return boost.cross_fit(binned.matrix(features), data.content, weight, features, labelled, folds, seed)


def _features(bins: Mapping[str, Bins], prefix: str) -> list[Feature]:
    """All columns except page-level ones, ``NEIGHBOURS`` at ``OFFSETS``, and neighbours' scores."""
    features = [(name, 0) for name in bins if not name.startswith("page_")]
    features += [(name, offset) for name in NEIGHBOURS if name in bins for offset in OFFSETS]
    return features + [(f"{prefix}first_look", offset) for offset in SCORE_OFFSETS]


def calibrate(data: Dataset, odds: Numbers, rng: np.random.Generator, swarm: Swarm) -> tuple[Calibration, float]:
    """Scale, shift and floor that maximise the mean word F-score, by the swarm of paper W, step 6.

    Only articles count, without synthetic ones; calibrated separately, threads and listings would gain .00 to .01. The
    weight of a page is 1 / √(pages of its corpus), as the large corpora are old. Precision weighs more (``RECALL``):
    text kept after the end disturbs readers more than a missing line.
    """
    pages = np.array(
        [kinds.kind_of(example) == "article" and not example.id.endswith(SYNTHETIC) for example in data.examples]
    )
    spans = list(compress(data.spans, pages))
    weights = additive.balanced_weights(example.corpus for example in compress(data.examples, pages))
    tokens = data.columns["tokens"]

    def score(position: Numbers) -> float:
        keep = np.zeros(len(odds), dtype=bool)
        chance = probabilities(position[0] * odds + position[1])
        for span in spans:
            keep[span] = chance[span] >= max(best_cut(chance[span], tokens[span]), position[2])
        return float(np.average(data.f1(keep, RECALL)[pages], weights=weights))

    if not spans:
        return Calibration(1.0, 0.0, 0.1), 0.0
    default = np.array([1.0, 0.0, 0.1])
    small = replace(swarm, particles=min(16, swarm.particles), generations=min(12, swarm.generations))
    start = np.clip(default + rng.normal(0, 0.2, (small.particles, 3)) * (HIGH - LOW), LOW, HIGH)
    start[0] = default
    best = search(lambda particles: np.array([score(particle) for particle in particles]), LOW, HIGH, rng, small, start)
    position = np.round(best, 3)
    return Calibration(*map(float, position)), score(position)
