"""Sums of small decision trees over binned features, for interactions of features.

In each tree a block goes down three splits to a leaf, and the leaf's value is added to its score. The sum is as
readable as paper W's, but a feature's effect may depend on others: a comment is content in a forum but not below an
article. Trees are learned by gradient boosting (Friedman 2001; ``jingdu.learn.train.boost``).

All trees are complete, with seven splits ("is the bin of feature f greater than b?") and eight leaves, so all of them
are evaluated at once for all blocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np

from jingdu.extractors.additive import REACH, Grid
from jingdu.faults import Fault
from jingdu.features.columns import Cells, Indexes, Numbers

DEPTH: Final = 3
SPLITS: Final = 2**DEPTH - 1
LEAVES: Final = 2**DEPTH

Feature = tuple[str, int]
"""A column, and the offset of the neighbouring block."""


class _Splits(NamedTuple):
    """The distinct splits of all trees, so that each is evaluated once per block."""

    features: Indexes
    offsets: Indexes
    """Offset of each split's feature."""
    thresholds: Cells
    """Greatest bin that goes left, (splits, 1)."""
    inverse: Indexes
    """The distinct split of node q of tree t, (nodes, trees)."""
    first_leaf: Indexes
    """The index of each tree's first leaf, (trees, 1)."""


class Trees:
    """An ensemble of trees.

    Node q of tree t splits on the feature ``split_on[t, q]`` (an index of ``features``) at the bin ``bins[t, q]``; node
    0 is the root, 2q+1 and 2q+2 are the children of q. ``leaves[t]`` has the values of the leaves, ``means[t, q]`` the
    mean value of the training blocks in node q. Raises ``Fault`` ``bad_weights`` if the arrays are inconsistent.
    """

    def __init__(
        self, features: Sequence[Feature], split_on: Any, bins: Any, means: Any, leaves: Any, base: float
    ) -> None:
        self.features = list(features)
        self.split_on = np.array(split_on, dtype=np.intp)
        self.bins = np.array(bins, dtype=np.uint8)
        self.means = np.array(means, dtype=np.float64)
        self.leaves = np.array(leaves, dtype=np.float64)
        self.base = float(base)
        self._names = [column for column, _ in self.features]
        trees = len(self.leaves)
        fits = self.split_on.shape == self.bins.shape == self.means.shape == (trees, SPLITS)
        if not fits or self.leaves.shape != (trees, LEAVES) or any(abs(at) > REACH for _, at in self.features):
            raise Fault("bad_weights")
        if self.split_on.min(initial=0) < 0 or self.split_on.max(initial=-1) >= len(self.features):
            raise Fault("bad_weights")
        if not all(np.isfinite(part).all() for part in (self.means, self.leaves, self.base)):
            raise Fault("bad_weights")  # numpy reads null as NaN

    @cached_property
    def _splits(self) -> _Splits:
        pairs = [*zip(self.split_on.T.ravel().tolist(), self.bins.T.ravel().tolist(), strict=True)]
        distinct = sorted({*pairs})
        index = {split: at for at, split in enumerate(distinct)}
        return _Splits(
            np.array([feature for feature, _ in distinct], dtype=np.intp),
            np.array([self.features[feature][1] for feature, _ in distinct], dtype=np.intp),
            np.array([threshold for _, threshold in distinct], dtype=np.uint8)[:, None],
            np.array([index[pair] for pair in pairs], dtype=np.intp).reshape(SPLITS, len(self.leaves)),
            (np.arange(len(self.leaves)) * LEAVES)[:, None],
        )

    def as_rows(self) -> dict[str, list[float]]:
        """Tree number → features, thresholds, means and leaves, for JSON."""
        rows = zip(self.split_on, self.bins, self.means, self.leaves, strict=True)
        return {f"{at}": [n for row in parts for n in row.tolist()] for at, parts in enumerate(rows)}

    @classmethod
    def of_rows(cls, features: Sequence[str], rows: Mapping[str, Sequence[float]], base: float) -> Trees:
        """The inverse of `as_rows`; ``features`` are strings as in `names`."""
        parsed = [(name.partition("@")[0], int(name.partition("@")[2] or 0)) for name in features]
        split_on, bins, means = ([[*row][at : at + SPLITS] for row in rows.values()] for at in (0, SPLITS, 2 * SPLITS))
        return cls(parsed, split_on, bins, means, [[*row][3 * SPLITS :] for row in rows.values()], base)

    @property
    def names(self) -> list[str]:
        """The features as strings: ``column``, or ``column@offset``."""
        return [f"{column}@{offset}" if offset else column for column, offset in self.features]

    def odds(self, grid: Grid) -> Numbers:
        """Log-odds of content of each block; raises ``Fault`` ``bad_weights``."""
        grid.require(self._names)
        features, offsets, *_ = self._splits
        rows = np.array([*map(grid.rows.__getitem__, self._names)], dtype=np.intp)[features]
        total = np.empty(grid.blocks)
        for blocks in grid.batches():
            total[blocks] = self._sum(self._values(grid.take(rows, offsets, blocks)))
        return total

    def total(self, bins: Cells) -> Numbers:
        """Log-odds of content of blocks; ``bins`` has the bins of their features, (features, blocks)."""
        return self._sum(self.each(bins))

    def each(self, bins: Cells) -> Numbers:
        """The value of each tree, (trees, blocks), for ``bins`` (features, blocks)."""
        return self._values(bins.take(self._splits.features, axis=0))

    def _sum(self, values: Numbers) -> Numbers:
        total: Numbers = np.add.reduce(values, axis=0) + self.base
        return total

    def _values(self, bins: Cells) -> Numbers:
        """The value of each tree, (trees, blocks), for the bins of the distinct splits' features, (splits, blocks)."""
        _, _, thresholds, inverse, first_leaf = self._splits
        root, *inner = (bins > thresholds).view(np.uint8).take(inverse, axis=0)
        second = _where(root, inner[0], inner[1])
        third = _where(root, _where(second, inner[2], inner[3]), _where(second, inner[4], inner[5]))
        leaf = root + root  # additions take a fifth of the time of shifts
        leaf += second
        leaf += leaf
        leaf += third
        values: Numbers = self.leaves.take(first_leaf + leaf)
        return values

    def path(self, tree: int, bin_of: Sequence[int]) -> list[tuple[int, float]]:
        """The features on a block's path through a tree, and the change of the expected value at each.

        ``bin_of`` has the bins of the block's features. The first entry has the feature -1 and the value of the root.
        """
        split_on, bins, values = self._lists[0][tree], self._lists[1][tree], self._lists[2][tree]
        steps = [(-1, values[0])]
        node = 0
        while node < SPLITS:
            feature = split_on[node]
            child = 2 * node + 1 + (bin_of[feature] > bins[node])
            steps.append((feature, values[child] - values[node]))
            node = child
        return steps

    @cached_property
    def _lists(self) -> tuple[list[list[int]], list[list[int]], list[list[float]]]:
        """Features, thresholds, and values of all nodes and leaves, as lists, which are faster to index."""
        return self.split_on.tolist(), self.bins.tolist(), np.concatenate((self.means, self.leaves), axis=1).tolist()


def _where(mask: Cells, no: Cells, yes: Cells) -> Cells:
    """Elementwise ``yes`` where ``mask`` is 1, else ``no``; overwrites ``yes``."""
    yes ^= no
    yes &= mask
    yes ^= no
    return yes
