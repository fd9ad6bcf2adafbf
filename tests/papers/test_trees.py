"""Trees: a slow literal walk must agree with all of them asked at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jingdu.extractors.additive import REACH, Bins, Grid
from jingdu.extractors.trees import DEPTH, LEAVES, QUESTIONS, Feature, Trees
from jingdu.faults import Fault

NAMES = "abc"
MOST_BIN = 5


def walk(trees: Trees, tree: int, bin_of: list[int]) -> float:
    """One tree, one block, one question after the other: no goes left, yes goes right."""
    at = 0
    while at < QUESTIONS:
        at = 2 * at + (2 if bin_of[trees.asked[tree, at]] > trees.bins[tree, at] else 1)
    return float(trees.leaves[tree, at - QUESTIONS])


def literal_odds(trees: Trees, grid: Grid, block: int) -> float:
    bin_of = [grid.bin(column, offset, block) for column, offset in trees.features]
    return trees.base + sum(walk(trees, tree, bin_of) for tree in range(len(trees.leaves)))


def made_trees(seed: int, count: int, features: list[Feature]) -> Trees:
    rng = np.random.default_rng(seed)
    asked = rng.integers(len(features), size=(count, QUESTIONS))
    bins = rng.choice([*range(MOST_BIN + 2), 255], size=(count, QUESTIONS))
    means, leaves = rng.normal(size=(count, QUESTIONS)), rng.normal(size=(count, LEAVES))
    return Trees(features, asked, bins, means, leaves, rng.normal())


def made_grid(seed: int, blocks: int) -> Grid:
    rng = np.random.default_rng([seed, 1])
    bins = {name: Bins(tuple(map(float, range(MOST_BIN))), None) for name in NAMES}
    grid = Grid(bins, blocks)
    grid.fill([{name: rng.integers(-1, MOST_BIN + 1, blocks).astype(float) for name in NAMES}])
    return grid


FEATURES = st.lists(st.tuples(st.sampled_from(NAMES), st.integers(-REACH, REACH)), min_size=1, max_size=8, unique=True)


@given(st.integers(0, 10**6), st.integers(1, 6), FEATURES, st.integers(0, 12))
def test_the_literal_walk_gives_the_same_odds(seed: int, count: int, features: list[Feature], blocks: int) -> None:
    trees, grid = made_trees(seed, count, features), made_grid(seed, blocks)
    assert list(trees.odds(grid)) == pytest.approx([literal_odds(trees, grid, at) for at in range(blocks)])


@given(st.integers(0, 10**6), FEATURES)
def test_a_path_adds_up_to_what_the_tree_says(seed: int, features: list[Feature]) -> None:
    trees, grid = made_trees(seed, 3, features), made_grid(seed, 2)
    for block in range(2):
        bin_of = [grid.bin(column, offset, block) for column, offset in features]
        for tree in range(3):
            path = trees.path(tree, bin_of)
            assert len(path) == 1 + DEPTH
            assert path[0] == (-1, trees.means[tree, 0])
            assert path[1][0] == trees.asked[tree, 0]
            assert sum(step for _, step in path) == pytest.approx(walk(trees, tree, bin_of))


BY_HAND = Trees(
    [("a", 0), ("b", -1)],
    asked=[[0, 1, 1, 0, 0, 0, 0]],
    bins=[[1, 2, 3, 255, 255, 0, 255]],
    means=[[0.5, 0.2, 0.8, 0.1, 0.3, 0.7, 0.9]],
    leaves=[[1, 2, 3, 4, 5, 6, 7, 8]],
    base=0.25,
)
"""Root: a > 1? Below no: b of the block before > 2? Below yes: b of the block before > 3? Then mostly idle."""


def test_a_tree_by_hand() -> None:
    """First block: a = 0, no; b before is not there, its bin 6 > 2, yes; idle, no: the third leaf.

    Second: a = 2, yes; b before 1, no; a > 0, yes: the sixth. Third: a = 2, yes; b before 4, yes; idle: the seventh.
    """
    bins = {name: Bins((1.0, 2.0, 3.0, 4.0, 5.0), None) for name in "ab"}
    grid = Grid(bins, 3)
    grid.fill([{"a": np.array([0.0, 2, 2]), "b": np.array([1.0, 4, 0])}])
    assert BY_HAND.odds(grid).tolist() == [3.25, 6.25, 7.25]
    assert BY_HAND.path(0, [2, 4]) == [(-1, 0.5), (0, pytest.approx(0.3)), (1, pytest.approx(0.1)), (0, 7 - 0.9)]


SIZES: dict[str, Any] = {
    "features": [("a", 0), ("b", 1)],
    "asked": [[0] * 7, [1] * 7],
    "bins": [[0] * 7, [255] * 7],
    "means": [[0.0] * 7, [0.0] * 7],
    "leaves": [[0.0] * 8, [0.0] * 8],
    "base": 0.0,
}


@pytest.mark.parametrize(
    "changes",
    [
        {"asked": [[0] * 6, [0] * 6]},
        {"asked": [[2] * 7, [0] * 7]},
        {"asked": [[-1] * 7, [0] * 7]},
        {"bins": [[0] * 7]},
        {"leaves": [[0.0] * 8, [None] * 8]},
        {"means": [[0.0] * 7, [float("inf")] * 7]},
        {"base": float("nan")},
        {"features": [("a", REACH + 1), ("b", 0)]},
    ],
    ids=str,
)
def test_sizes_and_features_that_do_not_fit_are_refused(changes: dict[str, Any]) -> None:
    assert Trees(**SIZES).total(np.zeros((2, 3), dtype=np.uint8)).tolist() == [0, 0, 0]
    with pytest.raises(Fault, match="bad_weights"):
        Trees(**{**SIZES, **changes})
