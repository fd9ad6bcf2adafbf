"""A sum of small decision trees over binned features: where pairs of features speak together.

A tree of depth three asks three of a block's features in a row and adds what its leaf says;
hundreds of them are a sum as readable, term by term, as paper W's, and unlike it they know
that a comment is content in a forum and none under an article. They are found by gradient
boosting (Friedman 2001); ``jingdu.learn.train.boost``.

Every tree is kept full: seven questions ("is the bin of feature f greater than b?") and
eight leaves, so that all trees ask all blocks at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.additive import REACH, Grid
from jingdu.faults import Fault
from jingdu.features.columns import Numbers

DEPTH: Final = 3
QUESTIONS: Final = 2**DEPTH - 1
LEAVES: Final = 2**DEPTH

Feature = tuple[str, int]
"""A column, and the offset of the block whose value it is."""


class _Questions(NamedTuple):
    """The distinct questions of all trees, each answered once a block: the feature that it is ``about``, the
    ``offset`` of that feature and the bin that it must be ``over``; ``places[q, t]`` is question q of tree t among
    them, ``first_leaf`` where a tree's leaves begin."""

    about: NDArray[np.intp]
    offsets: NDArray[np.intp]
    over: NDArray[np.uint8]
    places: NDArray[np.intp]
    first_leaf: NDArray[np.intp]


class Trees:
    """The trees of a profile.

    ``asked[t, q]`` is the feature (an index of ``features``) of question q of tree t, 0 the
    root's, 2q+1 and 2q+2 those below q; ``bins[t, q]`` the bin it must exceed;
    ``leaves[t]`` what the tree adds, ``means[t, q]`` what it adds on the average of the
    blocks that come to question q. Raises ``Fault`` ``bad_weights`` where sizes differ.
    """

    def __init__(
        self, features: Sequence[Feature], asked: Any, bins: Any, means: Any, leaves: Any, base: float
    ) -> None:
        self.features = list(features)
        self.asked = np.array(asked, dtype=np.intp)
        self.bins = np.array(bins, dtype=np.uint8)
        self.means = np.array(means, dtype=np.float64)
        self.leaves = np.array(leaves, dtype=np.float64)
        self.base = float(base)
        self._named = [column for column, _ in self.features]
        trees = len(self.leaves)
        fits = self.asked.shape == self.bins.shape == self.means.shape == (trees, QUESTIONS)
        if not fits or self.leaves.shape != (trees, LEAVES) or self.asked.min(initial=0) < 0:
            raise Fault("bad_weights")
        if self.asked.max(initial=-1) >= len(self.features) or any(abs(offset) > REACH for _, offset in self.features):
            raise Fault("bad_weights")
        if not all(np.isfinite(part).all() for part in (self.means, self.leaves, self.base)):
            raise Fault("bad_weights")  # numpy takes null for NaN

    @cached_property
    def _questions(self) -> _Questions:
        pairs = [*zip(self.asked.T.ravel().tolist(), self.bins.T.ravel().tolist(), strict=True)]
        distinct = sorted({*pairs})
        place = {question: at for at, question in enumerate(distinct)}
        return _Questions(
            np.array([feature for feature, _ in distinct], dtype=np.intp),
            np.array([self.features[feature][1] for feature, _ in distinct], dtype=np.intp),
            np.array([bins for _, bins in distinct], dtype=np.uint8)[:, None],
            np.array([place[pair] for pair in pairs], dtype=np.intp).reshape(QUESTIONS, len(self.leaves)),
            (np.arange(len(self.leaves)) * LEAVES)[:, None],
        )

    def as_rows(self) -> dict[str, list[float]]:
        """A row a tree, as a file of weights holds it: questions, bins, means, leaves."""
        rows = zip(self.asked, self.bins, self.means, self.leaves, strict=True)
        return {f"{at}": [n for row in parts for n in row.tolist()] for at, parts in enumerate(rows)}

    @classmethod
    def of_rows(cls, features: Sequence[str], rows: Mapping[str, Sequence[float]], base: float) -> Trees:
        """The trees of ``as_rows``; a feature is a column's name, with ``@1`` where the neighbour's is asked about."""
        q = QUESTIONS
        named = [(name.partition("@")[0], int(name.partition("@")[2] or 0)) for name in features]
        asked, bins, means = ([[*row][at : at + q] for row in rows.values()] for at in (0, q, 2 * q))
        return cls(named, asked, bins, means, [[*row][3 * q :] for row in rows.values()], base)

    @property
    def names(self) -> list[str]:
        """The features as a file of weights names them."""
        return [f"{column}@{offset}" if offset else column for column, offset in self.features]

    def odds(self, grid: Grid) -> Numbers:
        """What base and trees say of each block, in log-odds of content. Raises ``Fault`` ``bad_weights``."""
        grid.require(self._named)
        about, offsets, *_ = self._questions
        rows = np.array([*map(grid.rows.__getitem__, self._named)], dtype=np.intp)[about]
        total = np.empty(grid.blocks)
        for blocks in grid.parts():
            total[blocks] = self._sum(self._said(grid.seen(rows, offsets, blocks)))
        return total

    def total(self, seen: NDArray[np.uint8]) -> Numbers:
        """What base and trees say of blocks whose features' bins are (features, blocks)."""
        return self._sum(self.each(seen))

    def each(self, seen: NDArray[np.uint8]) -> Numbers:
        """(trees, blocks): what each tree says of blocks whose features' bins are (features, blocks)."""
        return self._said(seen.take(self._questions.about, axis=0))

    def _sum(self, said: Numbers) -> Numbers:
        total: Numbers = np.add.reduce(said, axis=0) + self.base
        return total

    def _said(self, asked: NDArray[np.uint8]) -> Numbers:
        """(trees, blocks), by the bins that the distinct questions ask about, (questions, blocks)."""
        _, _, over, places, first_leaf = self._questions
        answers = (asked > over).view(np.uint8)
        root, *below = answers.take(places, axis=0)
        second = _either(root, below[0], below[1])
        third = _either(root, _either(second, below[2], below[3]), _either(second, below[4], below[5]))
        at = root + root  # by sums, which take a fifth of the time of shifts
        at += second
        at += at
        at += third
        said: Numbers = self.leaves.take(first_leaf + at)
        return said

    def path(self, tree: int, bin_of: Sequence[int]) -> list[tuple[int, float]]:
        """Of one block, by the bins of its features: each question's feature, and by how much its answer moved the sum.

        The first entry, of feature -1, is what the tree says of a block of which nothing is known.
        """
        asked, bins, says = self._columns[0][tree], self._columns[1][tree], self._columns[2][tree]
        steps = [(-1, says[0])]
        at = 0
        while at < QUESTIONS:
            feature = asked[at]
            below = 2 * at + 1 + (bin_of[feature] > bins[at])
            steps.append((feature, says[below] - says[at]))
            at = below
        return steps

    @cached_property
    def _columns(self) -> tuple[list[list[int]], list[list[int]], list[list[float]]]:
        """Features and bins asked, means and then leaves, as lists: one block's path is found five times as fast."""
        return self.asked.tolist(), self.bins.tolist(), np.concatenate((self.means, self.leaves), axis=1).tolist()


def _either(which: NDArray[np.uint8], no: NDArray[np.uint8], yes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Elementwise ``yes`` where ``which`` is 1, else ``no``; ``yes`` is written over."""
    yes ^= no
    yes &= which
    yes ^= no
    return yes
