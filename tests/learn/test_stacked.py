"""Training of the stacked stages: the features match those used for extraction; calibration of the cut."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jingdu.extractors.additive import REACH, Profile
from jingdu.extractors.fused import Calibration
from jingdu.extractors.layout import layout_columns, probabilities
from jingdu.extractors.revise.cut import best_cut
from jingdu.extractors.trees import LEAVES, SPLITS, Trees
from jingdu.features.evidence import SITE
from jingdu.features.words import Lexicon
from jingdu.learn.corpus import load
from jingdu.learn.corpus.dataset import Dataset, build, lexical_columns
from jingdu.learn.corpus.words import LexiconEstimator
from jingdu.learn.train import additive, boost, stacked
from jingdu.learn.train.additive import BinnedColumns
from jingdu.learn.train.supports import bins_of
from jingdu.learn.train.swarm import Swarm
from jingdu.page.parse import parse
from tests.support.grown_pages import columns
from tests.support.made_corpus import write

Columns = dict[str, NDArray[Any]]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Eight sites of three pages each."""
    return build(load(write(tmp_path_factory.mktemp("corpus") / "made.jsonl", sites=8, each=3)))


@pytest.fixture(scope="module")
def every(data: Dataset) -> Columns:
    return {**data.columns, **lexical_columns(data, LexiconEstimator(data.word_shares))}


TERMS = [("size", 0), ("link_density", -1), ("tag", 0), ("tag", 2), ("cues", 0), ("site_known", 0)]


@pytest.fixture(scope="module")
def binned(data: Dataset, every: Columns) -> BinnedColumns:
    made = BinnedColumns(data.page)
    made.add(every, additive.fit_bins({name: every[name] for name, _ in TERMS}))
    return made


@pytest.fixture(scope="module")
def model(data: Dataset, binned: BinnedColumns) -> additive.Model:
    """A few terms, trained on all pages."""
    return additive.fit(data, binned, TERMS, np.ones(len(data.truth), dtype=bool))


@pytest.fixture(scope="module")
def first(model: additive.Model) -> Profile:
    """The model as a first stage."""
    return Profile("support", model.bins, model.terms, model.threshold, Lexicon(), {})


def rows_of_page(data: Dataset, page: int) -> slice:
    rows = np.flatnonzero(data.page == page)
    return slice(int(rows[0]), int(rows[-1]) + 1)


def test_training_and_extraction_use_the_same_columns(data: Dataset) -> None:
    estimator = LexiconEstimator(data.word_shares)
    joined = {**data.columns, **lexical_columns(data, estimator)}
    for at, example in enumerate(data.examples[:6]):
        table = columns(parse(example.html, example.url), estimator.leave_out(example.site))
        rows = rows_of_page(data, at)
        assert set(table) == set(joined)
        for name in set(table) - set(SITE):
            assert list(joined[name][rows]) == list(table[name]), name


def test_training_and_extraction_use_the_same_cells(
    data: Dataset, every: Columns, binned: BinnedColumns, model: additive.Model, first: Profile
) -> None:
    """Compares the shifted matrix of all rows with the grid of each page; neighbours on other pages are absent."""
    weighed = additive.decision_function(model, binned)
    odds = (weighed / first.total - first.threshold) * first.total
    again = stacked.layout_of_pages(data, odds, "")
    every = {**every, **again}
    bins = {name: bins_of(every[name]) for name in again}
    features = stacked._features({**first.bins, **bins}, "")
    assert {("tag", -2), ("first_look", -REACH), ("first_look", REACH), ("near_3", 0)} <= set(features)
    cells = BinnedColumns(data.page)
    cells.add(every, {**first.bins, **bins})
    matrix = cells.matrix(features)
    rng = np.random.default_rng(1)
    split_on = rng.integers(len(features), size=(20, SPLITS))
    outside = np.array([{**first.bins, **bins}[name].outside for name, _ in features])[split_on]
    thresholds = rng.integers(0, outside)
    trees = Trees(features, split_on, thresholds, np.zeros((20, SPLITS)), rng.normal(size=(20, LEAVES)), 0.1)
    expected = boost.decision_function(trees, matrix, features)
    for at in range(4):
        rows = rows_of_page(data, at)
        table = {name: column[rows] for name, column in every.items()}
        grid = first.grid([table], rows.stop - rows.start, bins)
        own = layout_columns(odds[rows], table["size"], data.around[at])
        assert {name: list(column) for name, column in own.items()} == {name: list(table[name]) for name in again}
        grid.fill([own])
        assert trees.odds(grid) == pytest.approx(expected[rows])


# --- The calibration -------------------------------------------------------------------------------------------------


def reference_score(data: Dataset, odds: NDArray[np.float64], calibration: Calibration) -> float:
    """Computed page by page: the cut, the kept blocks, and the mean F-score with β² = 0.8."""
    values = []
    for page in range(len(data.examples)):
        rows = rows_of_page(data, page)
        chance = probabilities(calibration.scale * odds[rows] + calibration.shift)
        keep = chance >= max(best_cut(chance, data.columns["tokens"][rows]), calibration.floor)
        right, found = data.hits[rows][keep].sum(), data.tokens[rows][keep].sum()
        values.append(1.8 * right / max(found + 0.8 * data.truth[page], 1))
    return float(np.mean(values))


@pytest.fixture(scope="module")
def odds(data: Dataset) -> NDArray[np.float64]:
    """Well calibrated except for an offset, so that most blocks seem to be content."""
    noise = np.random.default_rng(1).normal(0, 0.4, len(data.page))
    found: NDArray[np.float64] = 2.0 * data.content - 1 + noise + 2
    return found


def test_calibration_improves_the_score_as_reported(data: Dataset, odds: NDArray[np.float64]) -> None:
    found, value = stacked.calibrate(data, odds, np.random.default_rng(1), Swarm(20, 20))
    assert value == pytest.approx(reference_score(data, odds, found))
    assert value > reference_score(data, odds, Calibration(1.0, 0.0, 0.1)) + 0.005
    for name, low, high in zip(("scale", "shift", "floor"), stacked.LOW, stacked.HIGH, strict=True):
        assert low <= getattr(found, name) <= high
        assert getattr(found, name) == round(getattr(found, name), 3)
