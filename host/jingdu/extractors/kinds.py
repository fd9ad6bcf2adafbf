"""Classifies pages as article, thread, listing or documentation.

Each kind has trees (``jingdu.extractors.trees``) over the page's means: the mean bin of every numeric column, once
unweighted and once weighted by tokens and by the second stage's probability of content. The probabilities of the kinds
are columns of the third stage of ``fused``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Final

import numpy as np

from jingdu.extractors.additive import REACH, Bins, Grid
from jingdu.extractors.layout import probabilities
from jingdu.extractors.trees import Trees
from jingdu.features.columns import Columns, Indexes, Numbers

KINDS: Final = ("article", "thread", "listing", "documentation")
WEIGHTINGS: Final = ("all", "kept")
DIGITS: Final = 9
"""Decimals to which means are rounded, so that an error of summation moves none to another bin."""
BATCH: Final = 1024
"""Blocks summed at a time; for more, OpenBLAS starts threads, which is several times slower."""


@dataclass(frozen=True)
class Kinds:
    """The bins of the means, by weighting and column (``all size``, ``kept links``), and the trees of each kind."""

    bins: Mapping[str, Bins]
    trees: Mapping[str, Trees]

    @cached_property
    def column_names(self) -> list[str]:
        """The columns whose means are features."""
        return sorted({name.partition(" ")[2] for name in self.bins})

    @cached_property
    def _indexes(self) -> Indexes:
        """The index of each feature in the flattened array of ``page_means``."""
        parts = (name.partition(" ") for name in self.bins)
        indexes = [self.column_names.index(column) * len(WEIGHTINGS) + WEIGHTINGS.index(of) for of, _, column in parts]
        return np.array(indexes, dtype=np.intp)

    @cached_property
    def _edges(self) -> Numbers:
        """The bin edges of each feature, (features, edges), padded with infinity."""
        rows = [bins.edges or () for bins in self.bins.values()]
        width = max(map(len, rows), default=0)
        return np.array([[*row, *repeat(np.inf, width - len(row))] for row in rows]).reshape(len(rows), width)

    @cached_property
    def _joined(self) -> Trees:
        """The trees of all kinds in one ensemble, which is evaluated in a quarter of the time."""
        index = {name: at for at, name in enumerate(self.bins)}
        trees = self.trees.values()
        split_on = [np.array([index[name] for name, _ in one.features], dtype=np.intp)[one.split_on] for one in trees]
        parts = ("bins", "means", "leaves")
        bins, means, leaves = (np.concatenate([getattr(one, part) for one in trees]) for part in parts)
        return Trees([(name, 0) for name in index], np.concatenate(split_on), bins, means, leaves, 0.0)

    def columns(self, grid: Grid, odds: Numbers, tokens: Numbers) -> Columns:
        """The probability of each kind, as columns with equal values; raises ``Fault`` ``bad_weights``."""
        grid.require(self.column_names)
        means = page_means(grid, self.column_names, odds, tokens).take(self._indexes)
        values = self._joined.each((self._edges <= means[:, None]).sum(axis=1, dtype=np.uint8)[:, None])
        by_kind = np.split(values, np.cumsum([len(trees.leaves) for trees in self.trees.values()])[:-1])
        return {
            f"kind_{kind}": probabilities(np.add.reduce(part, axis=0) + trees.base).repeat(len(odds))
            for (kind, trees), part in zip(self.trees.items(), by_kind, strict=True)
        }


def page_means(grid: Grid, names: Sequence[str], odds: Numbers, tokens: Numbers) -> Numbers:
    """The mean bin of each column, (columns, weightings): unweighted, and weighted by probability · tokens."""
    rows = np.array([*map(grid.rows.__getitem__, names)], dtype=np.intp)
    mass = probabilities(odds) * tokens
    weights = np.stack((np.full(len(odds), 1 / len(odds)), mass / mass.sum()), axis=1)
    means = np.zeros((len(names), len(WEIGHTINGS)))
    for start in range(0, len(odds), BATCH):
        blocks = slice(start, start + BATCH)
        means += grid.cells[rows, REACH:-REACH][:, blocks] @ weights[blocks]
    return means.round(DIGITS)
