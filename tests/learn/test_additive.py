"""Bins, shifted features, the logistic regression, and its optimisation by the swarm."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.typing import NDArray

from jingdu.extractors.additive import Bins
from jingdu.learn.corpus import load
from jingdu.learn.corpus.dataset import Dataset, build
from jingdu.learn.train import additive
from jingdu.learn.train.supports import bins_of, regression
from tests.support.made_corpus import write

NUMBERS = st.lists(st.one_of(st.integers(-5, 300), st.floats(-1, 1)), min_size=1, max_size=400)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return build(load(write(tmp_path_factory.mktemp("corpus") / "made.jsonl", sites=8)))


@given(NUMBERS)
def test_bins_are_the_same_for_arrays_and_lists(values: list[float]) -> None:
    bins = bins_of(np.array(values, dtype=float))
    assert bins.edges is not None
    assert list(bins.edges) == sorted(set(bins.edges))
    places = bins.of(values).tolist()
    assert additive.bin_column(bins, np.array(values, dtype=float)).tolist() == places
    assert bins.of(np.array(values, dtype=float)).tolist() == places
    assert all(0 <= place < bins.outside for place in places)


def test_values_on_an_edge_belong_to_the_upper_bin() -> None:
    bins = Bins((11.0, 14.0), {})
    assert bins.of([10.9, 11, 13, 14]).tolist() == [0, 1, 1, 2]
    assert [bins.label(at) for at in range(4)] == ["x < 11", "11 ≤ x < 14", "14 ≤ x", "none"]


def objective(
    place: NDArray[np.float64], matrix: NDArray[np.float32], label: NDArray[np.bool_], weight: NDArray[np.float64]
) -> float:
    """Σ w·log-likelihood / Σ w − ridge·‖c‖²."""
    odds = matrix.astype(float) @ place[:-1] + place[-1]
    likelihood = np.where(label, -np.logaddexp(0, -odds), -np.logaddexp(0, odds))
    return float((weight * likelihood).sum() / weight.sum() - 0.01 * (place[:-1] ** 2).sum())


def test_the_gradient_is_zero_at_the_solution_of_the_regression() -> None:
    rng = np.random.default_rng(1)
    matrix = rng.normal(size=(500, 4)).astype(np.float32)
    label = rng.random(500) < 1 / (1 + np.exp(-(matrix @ np.array([1.0, -2.0, 0.0, 0.5]) - 0.7)))
    weight = rng.uniform(0.5, 2, 500)
    coefficients, intercept = regression(matrix, label, weight, 0.01)
    place = np.append(coefficients, intercept)
    best = objective(place, matrix, label, weight)
    for at in range(5):
        step = np.zeros(5)
        step[at] = 1e-4
        above, below = (objective(place + sign * step, matrix, label, weight) for sign in (1, -1))
        assert abs(above - below) / 2e-4 < 1e-4
        assert max(above, below) < best + 1e-9
    assert coefficients[1] < -0.5 < 0.5 < coefficients[0]


def test_page_f1_matches_its_definition(data: Dataset) -> None:
    """No block kept: 0. All blocks kept: P = H₀/tokens, R = H₀/truth."""
    assert data.f1(np.zeros(len(data.page), dtype=bool)).tolist() == [0] * len(data.truth)
    first = data.page == 0
    hits, count = data.hits[first].sum(), data.tokens[first].sum()
    precision, recall = hits / count, hits / data.truth[0]
    everything = data.f1(np.ones(len(data.page), dtype=bool))
    assert everything[0] == pytest.approx(2 * precision * recall / (precision + recall))
    assert data.f1(data.content).min() > 0.99


def test_corpora_may_be_plain_or_compressed(tmp_path: Path) -> None:
    import lzma

    plain = write(tmp_path / "made.jsonl", sites=2)
    packed = tmp_path / "made.jsonl.xz"
    packed.write_bytes(lzma.compress(plain.read_bytes()))
    assert load(plain) == load(packed)
    first = load(plain)[0]
    assert (first.corpus, first.site, first.kind, first.id) == ("made", "site0.example", "blog", "0-0")
