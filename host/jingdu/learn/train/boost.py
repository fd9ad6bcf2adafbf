"""Gradient boosting (Friedman 2001) of the small trees of ``fused``, by scikit-learn's histograms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.trees import DEPTH, LEAVES, QUESTIONS, Feature, Trees
from jingdu.faults import InputError


@dataclass(frozen=True, slots=True)
class Boost:
    """How the trees are grown. Found on wcxb-dev by site: depth 2 F1 .871, 3 .874, unbounded with 31 leaves .873."""

    trees: int = 240
    rate: float = 0.13
    least: int = 50
    """Blocks that a leaf must hold."""
    ridge: float = 5.0
    share: float = 0.25
    """Of the features, those tried for a question."""


BOOST: Final = Boost()
IDLE: Final = 255
"""No bin is greater: a question with this bin has one answer."""
_STEP: Final = 4096
"""Rows whose odds are worked out at once."""


def fit(
    bins: NDArray[np.uint8], content: NDArray[np.bool_], weight: NDArray[np.float64], features: Sequence[Feature],
    seed: int, settings: Boost = BOOST,
) -> Trees:  # fmt: skip
    """Trees for blocks whose features fall into ``bins`` (blocks, features). The same seed gives the same trees."""
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
    except ImportError as error:
        raise InputError("Training needs scikit-learn; install it with: pip install 'jingdu[learn]'.") from error
    model = HistGradientBoostingClassifier(
        learning_rate=settings.rate, max_iter=settings.trees, max_depth=DEPTH, max_leaf_nodes=None,
        min_samples_leaf=settings.least, l2_regularization=settings.ridge, max_bins=255, max_features=settings.share,
        early_stopping=False, random_state=seed,
    )  # fmt: skip
    model.fit(bins, content, sample_weight=weight)
    grown = [_full(one[0].nodes) for one in model._predictors]  # there is no public access to the trees
    asked, edges, means, leaves = zip(*grown, strict=True)
    base = round(float(np.ravel(model._baseline_prediction)[0]), 4)
    return narrowed(Trees(features, asked, edges, np.round(means, 4), np.round(leaves, 4), base))


def narrowed(trees: Trees) -> Trees:
    """The trees with those features alone that they ask about; idle questions ask about the first."""
    used = np.unique(trees.asked[trees.bins < IDLE])
    place = np.zeros(max(len(trees.features), 1), dtype=np.intp)
    place[used] = np.arange(len(used))
    features = [trees.features[at] for at in used] or trees.features[:1]
    return Trees(features, place[trees.asked], trees.bins, trees.means, trees.leaves, trees.base)


def odds(trees: Trees, matrix: NDArray[np.uint8], features: Sequence[Feature]) -> NDArray[np.float64]:
    """What the trees say of rows by the bins of all ``features``, (rows, features)."""
    at = [list(features).index(one) for one in trees.features]
    parts = [trees.total(np.ascontiguousarray(matrix[row : row + _STEP, at].T)) for row in range(0, len(matrix), _STEP)]
    return np.concatenate(parts) if parts else np.zeros(0)


def _full(nodes: Any) -> tuple[list[int], list[int], list[float], list[float]]:
    """A tree of scikit-learn's as seven questions, their bins and means, and eight leaves.

    Below a leaf that came early the questions are idle.
    """
    asked, bins, means, leaves = [0] * QUESTIONS, [IDLE] * QUESTIONS, [0.0] * QUESTIONS, [0.0] * LEAVES
    found: dict[int, tuple[float, int]] = {}

    def mean(node: int) -> tuple[float, int]:
        if node not in found:
            if nodes[node]["is_leaf"]:
                found[node] = float(nodes[node]["value"]), int(nodes[node]["count"])
            else:
                (a, n), (b, m) = mean(int(nodes[node]["left"])), mean(int(nodes[node]["right"]))
                found[node] = (a * n + b * m) / (n + m), n + m
        return found[node]

    def fill(node: int, place: int) -> None:
        if place >= QUESTIONS:
            leaves[place - QUESTIONS] = mean(node)[0]
            return
        means[place] = mean(node)[0]
        left = right = node
        if not nodes[node]["is_leaf"]:
            asked[place] = int(nodes[node]["feature_idx"])
            bins[place] = int(np.floor(nodes[node]["num_threshold"]))
            left, right = int(nodes[node]["left"]), int(nodes[node]["right"])
        fill(left, 2 * place + 1)
        fill(right, 2 * place + 2)

    fill(0, 0)
    return asked, bins, means, leaves
