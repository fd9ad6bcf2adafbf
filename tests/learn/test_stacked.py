"""Learning of the stacked stages: training and judging use the same features; the calibration of the cut."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jingdu.extractors import fused, support
from jingdu.extractors.additive import REACH, Profile
from jingdu.extractors.fused import Calibration
from jingdu.extractors.layout import chances, layout_columns
from jingdu.extractors.revise import best_cut
from jingdu.extractors.trees import LEAVES, QUESTIONS, Trees
from jingdu.features import columns
from jingdu.features.evidence import SITE
from jingdu.features.words import Lexicon
from jingdu.learn.corpus import load
from jingdu.learn.corpus.dataset import Sheet, lexical, prepare
from jingdu.learn.corpus.words import Poll
from jingdu.learn.train import boost, look, stacked
from jingdu.learn.train.supports import bins_of
from jingdu.learn.train.swarm import Swarm
from jingdu.page.parse import parse
from tests.support.made_corpus import write

Columns = dict[str, NDArray[Any]]


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Sheet:
    """Eight sites of three pages."""
    return prepare(load(write(tmp_path_factory.mktemp("corpus") / "made.jsonl", sites=8, each=3)))


@pytest.fixture(scope="module")
def every(sheet: Sheet) -> Columns:
    return {**sheet.columns, **lexical(sheet, Poll(sheet.votes))}


@pytest.fixture(scope="module")
def first(sheet: Sheet, every: Columns) -> Profile:
    """A first stage of a few terms, learned from all pages."""
    terms = [("size", 0), ("link_density", -1), ("tag", 0), ("tag", 2), ("cues", 0), ("site_known", 0)]
    found = look.fit(sheet, every, terms, all_pages(sheet))
    return Profile("support", found.bins, found.terms, found.threshold, Lexicon(), {})


def all_pages(sheet: Sheet) -> NDArray[np.bool_]:
    return np.ones(len(sheet.truth), dtype=bool)


def alone(sheet: Sheet, page: int) -> slice:
    rows = np.flatnonzero(sheet.page == page)
    return slice(int(rows[0]), int(rows[-1]) + 1)


def test_training_and_judging_use_the_same_columns(sheet: Sheet) -> None:
    """The columns of the sheet, joined by many processes, against those of each page by itself."""
    poll = Poll(sheet.votes)
    joined = {**sheet.columns, **lexical(sheet, poll)}
    for at, example in enumerate(sheet.examples[:6]):
        page = parse(example.html, example.url)
        table = columns(page, poll.without(example.site))
        rows = alone(sheet, at)
        assert set(table) == set(joined)
        for name in set(table) - set(SITE):
            assert list(joined[name][rows]) == list(table[name]), name


def test_training_and_judging_use_the_same_cells(sheet: Sheet, every: Columns, first: Profile) -> None:
    """The matrix of all rows, shifted, against the grid of each page; neighbours on other pages are not there."""
    weighed = look.sums(sheet, every, look.Look(dict(first.bins), list(first.terms), first.threshold))
    odds = (weighed / first.total - first.threshold) * first.total
    again = stacked.by_page(sheet, odds, "")
    every = {**every, **again}
    bins = {name: bins_of(every[name]) for name in again}
    features = stacked._features({**first.bins, **bins}, "")
    assert {("tag", -2), ("first_look", -REACH), ("first_look", REACH), ("near_3", 0)} <= set(features)
    matrix = stacked._Table(sheet, every, {**first.bins, **bins}).matrix(features)
    rng = np.random.default_rng(1)
    asked = rng.integers(len(features), size=(20, QUESTIONS))
    outside = np.array([{**first.bins, **bins}[name].outside for name, _ in features])[asked]
    thresholds = rng.integers(0, outside)
    trees = Trees(features, asked, thresholds, np.zeros((20, QUESTIONS)), rng.normal(size=(20, LEAVES)), 0.1)
    expected = boost.odds(trees, matrix, features)
    for at in range(4):
        rows = alone(sheet, at)
        table = {name: column[rows] for name, column in every.items()}
        grid = first.grid([table], rows.stop - rows.start, bins)
        own = layout_columns(odds[rows], table["size"], sheet.around[at])
        assert {name: list(column) for name, column in own.items()} == {name: list(table[name]) for name in again}
        grid.fill([own])
        assert trees.odds(grid) == pytest.approx(expected[rows])


# --- The calibration -------------------------------------------------------------------------------------------------


def literal_score(sheet: Sheet, odds: NDArray[np.float64], calibration: Calibration, pages: list[int]) -> float:
    """Page by page: the cut, what it keeps, and the mean of the pages' F-scores with β² = 0.8."""
    values = []
    for page in pages:
        rows = alone(sheet, page)
        chance = chances(calibration.scale * odds[rows] + calibration.shift)
        keep = chance >= max(best_cut(chance, sheet.columns["tokens"][rows]), calibration.floor)
        right, found = sheet.hits[rows][keep].sum(), sheet.tokens[rows][keep].sum()
        values.append(1.8 * right / max(found + 0.8 * sheet.truth[page], 1))
    return float(np.mean(values))


@pytest.fixture(scope="module")
def odds(sheet: Sheet) -> NDArray[np.float64]:
    """Well calibrated, and with an offset, so that nearly everything seems to be content."""
    noise = np.random.default_rng(1).normal(0, 0.4, len(sheet.page))
    found: NDArray[np.float64] = 2.0 * sheet.content - 1 + noise + 2
    return found


def calibrated(sheet: Sheet, odds: NDArray[np.float64], seed: int = 1, chosen: int = 8) -> tuple[Calibration, float]:
    pages = all_pages(sheet)
    pages[chosen:] = False
    return stacked.calibrate(sheet, odds, pages, np.random.default_rng(seed), Swarm(20, 20))


def test_calibration_improves_the_score_as_reported(sheet: Sheet, odds: NDArray[np.float64]) -> None:
    found, value = calibrated(sheet, odds)
    assert value == pytest.approx(literal_score(sheet, odds, found, list(range(8))))
    assert value > literal_score(sheet, odds, Calibration(1.0, 0.0, 0.1), list(range(8))) + 0.005
    for name, low, high in zip(("scale", "shift", "floor"), stacked.LOW, stacked.HIGH, strict=True):
        assert low <= getattr(found, name) <= high
        assert getattr(found, name) == round(getattr(found, name), 3)


# --- Together --------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_stages_judge_pages_as_they_learned_them(
    sheet: Sheet, every: Columns, first: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boost, "fit", partial(boost.fit, settings=boost.Boost(trees=25, least=20)))
    weighed = look.sums(sheet, every, look.Look(dict(first.bins), list(first.terms), first.threshold))
    profile = replace(first, threshold=first.threshold / first.total)
    said: list[str] = []
    report: Callable[[str], None] = said.append
    learned, value = stacked.stacked(
        sheet, every, weighed - first.threshold, profile, all_pages(sheet), 1, Swarm(4, 1), report
    )
    assert learned.first == profile.digest
    assert value > 0.9
    assert any("pages that the trees have not seen" in line for line in said)
    example = sheet.examples[0]
    page = parse(example.html, example.url)
    verdict = fused.judge(page, learned, profile)
    right = np.array(verdict.keep) == sheet.content[alone(sheet, 0)]
    assert right.mean() > 0.9
    assert support.judge(page, profile).scores != verdict.scores
