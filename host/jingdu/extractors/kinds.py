"""What kind of page it is: an article, a thread, a listing, documentation; from the page as a whole.

Each kind has trees of its own (``jingdu.extractors.trees``) that ask about the page's means: of every numeric column
the mean bin over all blocks, and over those that the stage before takes for content. The chances of the kinds are
columns of the last stage of ``fused``, which keeps one stretch of an article and whole rows of a thread.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from jingdu.extractors.additive import REACH, Bins, Grid
from jingdu.extractors.layout import chances
from jingdu.extractors.trees import Trees
from jingdu.features.columns import Columns, Numbers

KINDS: Final = ("article", "thread", "listing", "documentation")
WEIGHTINGS: Final = ("all", "kept")
DIGITS: Final = 9
"""Of a mean: the order in which blocks are summed must not move it over an edge."""
AT_ONCE: Final = 4096
"""Blocks that are summed at a time: bounds the memory that a large page takes."""


class Kinds(NamedTuple):
    """``bins`` of the page's means by feature (``all size``, ``kept links``), ``trees`` by kind."""

    bins: Mapping[str, Bins]
    trees: Mapping[str, Trees]

    @property
    def asked(self) -> set[str]:
        """The columns whose means the trees ask about."""
        return {name.partition(" ")[2] for name in self.bins}

    def columns(self, grid: Grid, odds: Numbers, tokens: Numbers) -> Columns:
        """The chance of each kind, the same for all blocks. Raises ``Fault`` ``bad_weights`` as the grid does."""
        asked = sorted(self.asked)
        grid.require(asked)
        means = page_means(grid, asked, odds, tokens)
        found: Columns = {}
        places = {name: bisect_right(bins.edges or (), means[name]) for name, bins in self.bins.items()}
        for kind, trees in self.trees.items():
            seen = np.array([places[name] for name, _ in trees.features], dtype=np.uint8)
            kind_odds = trees.total(seen[:, None])
            found[f"kind_{kind}"] = np.full(len(odds), chances(kind_odds)[0])
        return found


def page_means(grid: Grid, names: Sequence[str], odds: Numbers, tokens: Numbers) -> dict[str, float]:
    """Feature → mean bin of a column over the blocks: of ``all`` alike, of the ``kept`` by chance and length."""
    rows = np.array([grid.rows[name] for name in names], dtype=np.intp)
    mass = chances(odds) * tokens
    weights = np.stack((np.full(len(odds), 1 / len(odds)), mass / mass.sum()), axis=1)
    means = np.zeros((len(names), 2))
    for start in range(0, len(odds), AT_ONCE):
        blocks = slice(start, start + AT_ONCE)
        means += grid.cells[rows, REACH:-REACH][:, blocks] @ weights[blocks]
    return {
        f"{weighting} {name}": round(float(mean), DIGITS)
        for weighting, of in zip(WEIGHTINGS, means.T, strict=True)
        for name, mean in zip(names, of, strict=True)
    }
