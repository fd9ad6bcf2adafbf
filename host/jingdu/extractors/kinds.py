"""What kind of page it is: an article, a thread, a listing, documentation; from the page as a whole.

Each kind has trees of its own (``jingdu.extractors.trees``) that ask about the page's means: of every numeric column
the mean bin over all blocks, and over those that the stage before takes for content. The chances of the kinds are
columns of the last stage of ``fused``, which keeps one stretch of an article and whole rows of a thread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Final

import numpy as np
from numpy.typing import NDArray

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


@dataclass(frozen=True)
class Kinds:
    """``bins`` of the page's means by feature (``all size``, ``kept links``), ``trees`` by kind."""

    bins: Mapping[str, Bins]
    trees: Mapping[str, Trees]

    @property
    def asked(self) -> set[str]:
        """The columns whose means the trees ask about."""
        return {name.partition(" ")[2] for name in self.bins}

    @cached_property
    def _columns(self) -> list[str]:
        return sorted(self.asked)

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        """The index of each of ``bins`` in the flat table of means."""
        parts = (name.partition(" ") for name in self.bins)
        places = [self._columns.index(column) * len(WEIGHTINGS) + WEIGHTINGS.index(of) for of, _, column in parts]
        return np.array(places, dtype=np.intp)

    @cached_property
    def _edges(self) -> Numbers:
        """(bins, edges), filled up with edges that no mean reaches."""
        rows = [bins.edges or () for bins in self.bins.values()]
        width = max(map(len, rows), default=0)
        return np.array([[*row, *repeat(np.inf, width - len(row))] for row in rows]).reshape(len(rows), width)

    @cached_property
    def _joined(self) -> Trees:
        """The trees of all kinds, which ask about all of ``bins``: asked at once they take a quarter of the time."""
        place = {name: at for at, name in enumerate(self.bins)}
        trees = self.trees.values()
        asked = [np.array([place[name] for name, _ in one.features], dtype=np.intp)[one.asked] for one in trees]
        bins, means, leaves = (
            np.concatenate([getattr(one, part) for one in trees]) for part in ("bins", "means", "leaves")
        )
        return Trees([(name, 0) for name in place], np.concatenate(asked), bins, means, leaves, 0.0)

    def columns(self, grid: Grid, odds: Numbers, tokens: Numbers) -> Columns:
        """The chance of each kind, the same for all blocks. Raises ``Fault`` ``bad_weights`` as the grid does."""
        grid.require(self._columns)
        means = page_means(grid, self._columns, odds, tokens).take(self._places)
        said = self._joined.each((self._edges <= means[:, None]).sum(axis=1, dtype=np.uint8)[:, None])
        found: Columns = {}
        first = 0
        for kind, trees in self.trees.items():
            last = first + len(trees.leaves)
            found[f"kind_{kind}"] = chances(np.add.reduce(said[first:last], axis=0) + trees.base).repeat(len(odds))
            first = last
        return found


def page_means(grid: Grid, names: Sequence[str], odds: Numbers, tokens: Numbers) -> Numbers:
    """(columns, weightings): the mean bin of a column over the blocks: over ``all`` alike, over the ``kept`` by chance
    and length."""
    rows = np.array([*map(grid.rows.__getitem__, names)], dtype=np.intp)
    mass = chances(odds) * tokens
    weights = np.stack((np.full(len(odds), 1 / len(odds)), mass / mass.sum()), axis=1)
    means = np.zeros((len(names), len(WEIGHTINGS)))
    for start in range(0, len(odds), AT_ONCE):
        blocks = slice(start, start + AT_ONCE)
        means += grid.cells[rows, REACH:-REACH][:, blocks] @ weights[blocks]
    return means.round(DIGITS)
