"""The page's cut: worked examples, and brute force over all subsets of a small page."""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from jingdu.extractors.revise.cut import best_cut

Blocks = list[tuple[float, float]]
"""Probability and tokens of each block."""


def expected_f(kept: Blocks, blocks: Blocks) -> float:
    """Expected F: 2·Σ(kept) p·t / (Σ(kept) t + Σ(all) p·t)."""
    return 2 * sum(p * t for p, t in kept) / (sum(t for _, t in kept) + sum(p * t for p, t in blocks))


def cut_of(blocks: Blocks) -> float:
    return best_cut(np.array([p for p, _ in blocks]), np.array([t for _, t in blocks]))


def kept_by(cut: float, blocks: Blocks) -> Blocks:
    return [block for block in blocks if block[0] >= cut]


EXAMPLES = {
    # Σp·t = 114. F of one block: 180/(100 + 114) = 0.841; two: 220/(150 + 114) = 0.833; three: 228/(190 + 114).
    "two doubtful blocks and a certain one": ([(0.9, 100), (0.4, 50), (0.1, 40)], 0.9),
    # Σp·t = 34. F of one block: 20/(20 + 34) = 0.370; two: 60/(70 + 34) = 0.577; three: 68/(110 + 34) = 0.472.
    "the same probability on an uncertain page": ([(0.5, 20), (0.4, 50), (0.1, 40)], 0.4),
    # Σp·t = 110. F of one block: 200/(100 + 110) = 0.952; two: 220/(120 + 110) = 0.957.
    "even odds and a certain block": ([(0.5, 20), (1.0, 100)], 0.5),
    # F of the likelier block: 2·2/(10 + 12) = 0.18; of both: 2·12/(1010 + 12) = 0.02.
    "only unlikely blocks": ([(0.01, 1000), (0.2, 10)], 0.2),
    "one block": ([(0.001, 3)], 0.001),
    "ties are kept together": ([(0.7, 5), (0.7, 50), (0.7, 1)], 0.7),
}


@pytest.mark.parametrize(("blocks", "cut"), EXAMPLES.values(), ids=EXAMPLES.keys())
def test_cut_worked_examples(blocks: Blocks, cut: float) -> None:
    assert cut_of(blocks) == cut


PROBABILITIES = st.floats(1e-6, 1 - 1e-6) | st.sampled_from([0.1, 0.25, 0.5, 0.9])
BLOCKS = st.lists(st.tuples(PROBABILITIES, st.integers(1, 400).map(float)), min_size=1, max_size=9)


@given(BLOCKS)
def test_no_subset_of_the_blocks_has_a_higher_expected_f(blocks: Blocks) -> None:
    subsets = chain.from_iterable(combinations(blocks, size) for size in range(len(blocks) + 1))
    best = max(expected_f(list(subset), blocks) for subset in subsets)
    assert expected_f(kept_by(cut_of(blocks), blocks), blocks) == pytest.approx(best, rel=1e-9)
