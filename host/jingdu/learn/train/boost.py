"""Gradient boosting (Friedman 2001) of depth-3 trees for ``fused``, by scikit-learn's histogram estimator."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from jingdu.extractors.trees import DEPTH, SPLITS, Feature, Trees
from jingdu.features.columns import Bits, Cells, Numbers
from jingdu.learn.train.additive import sample_rows
from jingdu.learn.train.supports import scikit_learn


@dataclass(frozen=True, slots=True)
class Boost:
    """Hyperparameters, named as scikit-learn's. F1 on wcxb-dev, folds by site: depth 2 .871, 3 .874, 31 leaves .873."""

    max_iter: int = 240
    learning_rate: float = 0.13
    min_samples_leaf: int = 50
    l2_regularization: float = 5.0
    max_features: float = 0.25
    """Share of the features tried for each split."""


NO_SPLIT: Final = 255
"""Threshold of a dummy split: no bin is greater, so that all rows go left."""
_BATCH: Final = 4096
"""Rows per batch of `decision_function`."""
MAX_ROWS: Final = 300_000
"""Maximum number of rows that trees are fitted to."""


def fit(
    bins: Cells, content: Bits, weight: Numbers, features: Sequence[Feature], seed: int, settings: Boost = Boost()
) -> Trees:
    """Fits trees to ``bins`` (rows, features). Raises ``InputError`` without scikit-learn."""
    model = scikit_learn("ensemble").HistGradientBoostingClassifier(
        max_depth=DEPTH, max_leaf_nodes=None, max_bins=255, early_stopping=False, random_state=seed, **asdict(settings)
    )
    model.fit(bins, content, sample_weight=weight)
    trees = [_complete(predictors[0].nodes) for predictors in model._predictors]  # scikit-learn has no public API
    split_on, edges, means, leaves = zip(*trees, strict=True)
    base = round(float(np.ravel(model._baseline_prediction)[0]), 4)
    return _drop_unused(Trees(features, split_on, edges, np.round(means, 4), np.round(leaves, 4), base))


def _drop_unused(trees: Trees) -> Trees:
    """Drops features on which no tree splits; dummy splits refer to the first of the others."""
    used = np.unique(trees.split_on[trees.bins < NO_SPLIT])
    index = np.zeros(max(len(trees.features), 1), dtype=np.intp)
    index[used] = np.arange(len(used))
    features = [trees.features[at] for at in used] or trees.features[:1]
    return Trees(features, index[trees.split_on], trees.bins, trees.means, trees.leaves, trees.base)


def cross_fit(
    matrix: Cells, content: Bits, weight: Numbers, features: Sequence[Feature],
    labelled: Bits, folds: Iterable[Bits], seed: int, settings: Boost = Boost(),
) -> tuple[Trees, Numbers]:  # fmt: skip
    """Trees fitted to the ``labelled`` rows, and the log-odds of each row by trees fitted to the other folds."""

    def fit_to(rows: Bits) -> Trees:
        at = sample_rows(rows, MAX_ROWS)
        return fit(matrix[at], content[at], weight[at], features, seed, settings)

    odds = np.empty(len(matrix))
    for held_out in folds:
        odds[held_out] = decision_function(fit_to(labelled & ~held_out), matrix[held_out], features)
    return fit_to(labelled), odds


def decision_function(trees: Trees, matrix: Cells, features: Sequence[Feature]) -> Numbers:
    """Log-odds of the rows of ``matrix`` (rows, features)."""
    at = [list(features).index(feature) for feature in trees.features]
    batches = (matrix[start : start + _BATCH, at] for start in range(0, len(matrix), _BATCH))
    odds = [trees.total(np.ascontiguousarray(batch.T)) for batch in batches]
    return np.concatenate(odds) if odds else np.zeros(0)


def _complete(nodes: Any) -> tuple[list[int], list[int], list[float], list[float]]:
    """Converts scikit-learn's nodes to a complete tree: features, bins and means of seven splits; eight leaves.

    Early leaves are extended by dummy splits.
    """
    split_on, bins = [0] * SPLITS, [NO_SPLIT] * SPLITS

    @cache
    def mean(node: int) -> tuple[float, int]:
        if nodes[node]["is_leaf"]:
            return float(nodes[node]["value"]), int(nodes[node]["count"])
        (a, n), (b, m) = mean(int(nodes[node]["left"])), mean(int(nodes[node]["right"]))
        return (a * n + b * m) / (n + m), n + m

    places = [0]  # the nodes of the complete tree, level by level
    for at in range(SPLITS):
        node = places[at]
        left = right = node
        if not nodes[node]["is_leaf"]:
            split_on[at] = int(nodes[node]["feature_idx"])
            bins[at] = int(np.floor(nodes[node]["num_threshold"]))
            left, right = int(nodes[node]["left"]), int(nodes[node]["right"])
        places += [left, right]
    values = [mean(node)[0] for node in places]
    return split_on, bins, values[:SPLITS], values[SPLITS:]
