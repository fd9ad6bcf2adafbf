"""The trees of the second look: those that scikit-learn grew, made full, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jingdu.extractors.additive import Bins
from jingdu.extractors.fused import Calibration, Fused
from jingdu.extractors.kinds import Kinds
from jingdu.extractors.trees import LEAVES, QUESTIONS, Feature, Trees
from jingdu.learn.train import boost
from jingdu.learn.train.boost import BOOST, Boost

FEATURES: list[Feature] = [("a", 0), ("b", 0), ("a", -1), ("c", 2), ("d", 0)]
FEW = Boost(trees=30, rate=0.2, least=20, share=0.6)
ROUNDING = 5e-5
"""Half of the last of four decimals that a leaf is kept with."""


class Blocks:
    """Blocks whose content hangs on a pair of features, and hardly on the others; of some bins there are few."""

    def __init__(self, seed: int = 1, number: int = 1500) -> None:
        rng = np.random.default_rng(seed)
        self.bins = rng.integers(0, [4, 33, 252, 2, 7], size=(number, len(FEATURES))).astype(np.uint8)
        odds = 2.0 * ((self.bins[:, 0] > 1) ^ (self.bins[:, 1] > 16)) - 1 + 0.004 * self.bins[:, 2]
        self.content = rng.random(number) < 1 / (1 + np.exp(-odds))
        self.weight = rng.uniform(0.2, 2.0, number)


BLOCKS = Blocks()


def fit(settings: Boost = FEW, seed: int = 1, blocks: Blocks = BLOCKS) -> Trees:
    return boost.fit(blocks.bins, blocks.content, blocks.weight, FEATURES, seed, settings)


def said(trees: Trees, bins: NDArray[np.uint8]) -> NDArray[np.float64]:
    return trees.total(np.ascontiguousarray(bins.T[[FEATURES.index(one) for one in trees.features]]))


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The models of scikit-learn's that are fitted meanwhile."""
    import sklearn.ensemble

    made: list[Any] = []

    class Watched(sklearn.ensemble.HistGradientBoostingClassifier):  # type: ignore[misc]
        def fit(self, *arguments: Any, **named: Any) -> Any:
            made.append(self)
            return super().fit(*arguments, **named)

    monkeypatch.setattr(sklearn.ensemble, "HistGradientBoostingClassifier", Watched)
    return made


@pytest.mark.parametrize(
    "settings", [FEW, Boost(trees=5, least=700), Boost(trees=12, least=1, rate=1.0, ridge=0.0)], ids=str
)
def test_the_trees_say_what_scikit_learn_says(settings: Boost, models: list[Any]) -> None:
    trees = fit(settings)
    (model,) = models
    others = Blocks(seed=2).bins
    for bins in (BLOCKS.bins, others):
        expected = model.decision_function(bins)
        assert np.ptp(expected) > 0.01
        assert np.abs(said(trees, bins) - expected).max() <= ROUNDING * (settings.trees + 1)


def test_the_trees_have_learned_the_pair() -> None:
    blocks = Blocks(seed=3)
    pair = (blocks.bins[:, 0] > 1) ^ (blocks.bins[:, 1] > 16)
    odds = said(fit(), blocks.bins)
    assert ((odds > odds.mean()) == pair).mean() > 0.9


def test_sizes_are_those_that_were_asked_for() -> None:
    trees = fit()
    assert trees.features == FEATURES
    assert trees.asked.shape == (FEW.trees, QUESTIONS)
    assert trees.leaves.shape == (FEW.trees, LEAVES)
    assert np.array_equal(trees.leaves, np.round(trees.leaves, 4))
    assert np.array_equal(trees.means, np.round(trees.means, 4))


def as_json(trees: Trees) -> str:
    bins = {name: Bins((1.0,), None) for name in "abcd"}
    return Fused("fused", "first", bins, trees, Kinds({}, {}), trees, Calibration(1.0, 0.0, 0.1), {}).as_json()


def test_the_same_seed_gives_the_same_bytes_and_another_others() -> None:
    assert as_json(fit()) == as_json(fit())
    assert as_json(fit()) != as_json(fit(seed=2))


def leaf(value: float, count: int) -> dict[str, Any]:
    return {"is_leaf": True, "value": value, "count": count}


def question(feature: int, threshold: float, left: int, right: int, count: int) -> dict[str, Any]:
    return {
        "is_leaf": False, "feature_idx": feature, "num_threshold": threshold, "left": left, "right": right,
        "count": count,
    }  # fmt: skip


def test_below_a_leaf_that_came_early_the_questions_are_idle() -> None:
    """No to the root is a leaf; yes asks once more: of three leaves four, two and two of the eight are made."""
    nodes = [question(3, 6.5, 1, 2, 100), leaf(-1.0, 60), question(1, 0.5, 3, 4, 40), leaf(2.0, 10), leaf(0.4, 30)]
    asked, bins, means, leaves = boost._full(nodes)
    assert asked == [3, 0, 1, 0, 0, 0, 0]
    assert bins == [6, 255, 0, 255, 255, 255, 255]
    assert leaves == [-1.0] * 4 + [2.0] * 2 + [0.4] * 2
    below = (2.0 * 10 + 0.4 * 30) / 40
    assert means == pytest.approx([(-1.0 * 60 + below * 40) / 100, -1.0, below, -1.0, -1.0, 2.0, 0.4])


def test_a_tree_that_asks_nothing_says_one_thing() -> None:
    asked, bins, means, leaves = boost._full([leaf(0.5, 9)])
    assert (set(asked), set(bins), set(means), set(leaves)) == ({0}, {255}, {0.5}, {0.5})
    tree = Trees(FEATURES, [asked], [bins], [means], [leaves], 0.25)
    assert said(tree, BLOCKS.bins[:20]).tolist() == [0.75] * 20


def test_no_bin_is_over_an_idle_question() -> None:
    trees = fit(Boost(trees=5, least=700))
    idle = trees.bins == 255
    assert idle.any()
    assert not idle.all()
    highest = np.full((3, len(FEATURES)), 254, dtype=np.uint8)
    assert np.isfinite(said(trees, highest)).all()
    for tree, bins in zip(trees.leaves, trees.bins, strict=True):
        for question_at in np.flatnonzero(bins[3:] == 255):
            assert tree[2 * question_at] == tree[2 * question_at + 1]


def test_a_mean_is_what_the_tree_says_on_the_average() -> None:
    """Of all blocks at the root; below each question of the blocks that come to it."""
    trees = fit()
    for at in range(3):
        parts = (part[at : at + 1] for part in (trees.asked, trees.bins, trees.means, trees.leaves))
        one = Trees(FEATURES, *parts, 0)  # type: ignore[call-arg]
        adds = said(one, BLOCKS.bins)
        assert adds.mean() == pytest.approx(trees.means[at, 0], abs=2e-4)
        yes = BLOCKS.bins[:, trees.asked[at, 0]] > trees.bins[at, 0]
        assert adds[yes].mean() == pytest.approx(trees.means[at, 2], abs=2e-4)
        assert adds[~yes].mean() == pytest.approx(trees.means[at, 1], abs=2e-4)


def test_no_leaf_holds_fewer_blocks_than_it_must(models: list[Any]) -> None:
    fit()
    counts = [int(node["count"]) for (tree,) in models[0]._predictors for node in tree.nodes if node["is_leaf"]]
    assert min(counts) >= FEW.least
    assert BOOST.least >= 20


def test_without_scikit_learn_training_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from jingdu.faults import InputError

    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    with pytest.raises(InputError, match=r"pip install 'jingdu\[learn\]'"):
        fit()
