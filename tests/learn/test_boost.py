"""The trees of the stacked second stage equal those of scikit-learn, padded to complete trees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jingdu.extractors.trees import Feature, Trees
from jingdu.learn.train import boost
from jingdu.learn.train.boost import Boost

FEATURES: list[Feature] = [("a", 0), ("b", 0), ("a", -1), ("c", 2), ("d", 0)]
FEW = Boost(max_iter=30, learning_rate=0.2, min_samples_leaf=20, max_features=0.6)
ROUNDING = 5e-5
"""Half of the fourth decimal, the precision of a stored leaf."""


class Blocks:
    """Blocks whose label depends mostly on an interaction of two features; some bins are rare."""

    def __init__(self, seed: int = 1, number: int = 1500) -> None:
        rng = np.random.default_rng(seed)
        self.bins = rng.integers(0, [4, 33, 252, 2, 7], size=(number, len(FEATURES))).astype(np.uint8)
        odds = 2.0 * ((self.bins[:, 0] > 1) ^ (self.bins[:, 1] > 16)) - 1 + 0.004 * self.bins[:, 2]
        self.content = rng.random(number) < 1 / (1 + np.exp(-odds))
        self.weight = rng.uniform(0.2, 2.0, number)


BLOCKS = Blocks()


def fit(settings: Boost = FEW, seed: int = 1, blocks: Blocks = BLOCKS) -> Trees:
    return boost.fit(blocks.bins, blocks.content, blocks.weight, FEATURES, seed, settings)


def decision_function(trees: Trees, bins: NDArray[np.uint8]) -> NDArray[np.float64]:
    return trees.total(np.ascontiguousarray(bins.T[[FEATURES.index(one) for one in trees.features]]))


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The scikit-learn models fitted during the test."""
    import sklearn.ensemble

    fitted: list[Any] = []

    class Recording(sklearn.ensemble.HistGradientBoostingClassifier):  # type: ignore[misc]
        def fit(self, *arguments: Any, **named: Any) -> Any:
            fitted.append(self)
            return super().fit(*arguments, **named)

    monkeypatch.setattr(sklearn.ensemble, "HistGradientBoostingClassifier", Recording)
    return fitted


@pytest.mark.parametrize(
    "settings",
    [
        FEW,
        Boost(max_iter=5, min_samples_leaf=700),
        Boost(max_iter=12, min_samples_leaf=1, learning_rate=1.0, l2_regularization=0.0),
    ],
    ids=str,
)
def test_trees_match_scikit_learn(settings: Boost, models: list[Any]) -> None:
    trees = fit(settings)
    (model,) = models
    others = Blocks(seed=2).bins
    for bins in (BLOCKS.bins, others):
        expected = model.decision_function(bins)
        assert np.ptp(expected) > 0.01
        assert np.abs(decision_function(trees, bins) - expected).max() <= ROUNDING * (settings.max_iter + 1)


def test_training_requires_scikit_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from jingdu.faults import InputError

    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    with pytest.raises(InputError, match=r"pip install 'jingdu\[learn\]'"):
        fit()
