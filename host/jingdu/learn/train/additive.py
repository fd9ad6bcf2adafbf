"""Training of the additive model of ``jingdu.extractors.additive``: bins, supports and weights (paper W)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.additive import Bins, Term
from jingdu.extractors.trees import Feature
from jingdu.features.columns import Bits, Cells, Indexes, Numbers
from jingdu.learn.corpus.dataset import Dataset
from jingdu.learn.train.supports import bins_of, log_odds, regression, support
from jingdu.learn.train.swarm import Swarm, search
from jingdu.learn.work import Report

RIDGE: Final = 1e-3
MIN_SPREAD: Final = 0.02
"""Minimum standard deviation of a term's contribution, in log-odds."""
MAX_ROWS: Final = 60_000
"""Maximum blocks used by the regression and the swarm; more take longer and change nothing."""
MIN_TRUTH: Final = 50.0
"""Lower bound of a page's true tokens in the sample weights of its blocks."""

Columns = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Model:
    """A fitted model; ``threshold`` is on Σ δᵢ·sᵢ, not divided by Σ|δᵢ|."""

    bins: dict[str, Bins]
    terms: list[Term]
    threshold: float


def page_weights(data: Dataset) -> Numbers:
    """Sample weights of pages: 1 / √(pages of its site)."""
    return balanced_weights(example.site for example in data.examples)


def balanced_weights(names: Iterable[str]) -> Numbers:
    """1 / √(number of occurrences) of each name."""
    _, at, counts = np.unique(list(names), return_inverse=True, return_counts=True)
    return 1 / np.sqrt(counts[at])


def row_weights(data: Dataset) -> Numbers:
    """Sample weights of blocks, with mean 1: √(tokens relative to the page's true text), partly normalized by page."""
    share = np.minimum(data.tokens / np.maximum(data.truth, MIN_TRUTH)[data.page], 2.0) ** 0.5
    pages = np.bincount(data.page, share, len(data.truth))
    weight = share * (page_weights(data) / np.sqrt(np.maximum(pages, 1e-9)))[data.page]
    normalized: Numbers = weight * len(weight) / weight.sum()
    return normalized


def mean_f1(data: Dataset, keep: Bits, pages: Bits) -> float:
    """Weighted mean word F1 of these pages."""
    return float(np.average(data.f1(keep)[pages], weights=page_weights(data)[pages]))


def step(count: int, number: int = MAX_ROWS) -> int:
    """The smallest n such that every n-th of ``count`` elements is at most ``number`` elements."""
    return max(1, -(-count // number))


def sample_rows(rows: Bits, number: int = MAX_ROWS) -> Indexes:
    """The indexes of every n-th of these rows, at most ``number``."""
    at: Indexes = np.flatnonzero(rows)
    return at[:: step(len(at), number)]


def fit_bins(columns: Columns, number: int = MAX_ROWS) -> dict[str, Bins]:
    """Fits the bins of each column to every n-th of its rows, at most ``number``."""
    return {name: bins_of(column[:: step(len(column), number)]) for name, column in columns.items()}


class BinnedColumns:
    """The bins of columns, and the bin of each row."""

    def __init__(self, page: Indexes) -> None:
        self.page = page
        """Index of each row's page."""
        self.bins: dict[str, Bins] = {}
        self.indexes: dict[str, Cells] = {}

    def add(self, columns: Columns, bins: Mapping[str, Bins]) -> None:
        """Adds the columns that have ``bins``."""
        self.bins.update(bins)
        self.indexes.update((name, bin_column(bins[name], columns[name])) for name in bins)

    def shifted(self, name: str, offset: int) -> Cells:
        """The bins of the blocks at ``offset`` on the same page; ``outside`` if there is none."""
        indexes = self.indexes[name]
        if not offset:
            return indexes
        width = abs(offset)
        there = slice(width + offset, width + offset + len(self.page))
        same = self.page == np.pad(self.page, width, constant_values=-1)[there]
        return np.where(same, np.pad(indexes, width)[there], indexes.dtype.type(self.bins[name].outside))

    def matrix(self, features: Sequence[Feature]) -> Cells:
        """The bins of these features (rows, features)."""
        matrix = np.empty((len(self.page), len(features)), dtype=np.uint8)
        for at, feature in enumerate(features):
            matrix[:, at] = self.shifted(*feature)
        return matrix


def fit(data: Dataset, binned: BinnedColumns, terms: Sequence[Feature], pages: Bits) -> Model:
    """Fits supports and, by logistic regression on them, weights to the blocks of ``pages``."""
    rows = sample_rows(data.rows(pages))
    weight, content = row_weights(data)[rows], data.content[rows]
    prior = float(weight[content].sum() / weight.sum())
    tables = {}
    matrix = np.empty((len(rows), len(terms)), dtype=np.float32)
    for column, (name, offset) in enumerate(terms):
        at = binned.shifted(name, offset)[rows]
        share = support(at, binned.bins[name].outside + 1, content, weight)
        tables[name, offset] = np.round(log_odds(share, prior), 3)
        matrix[:, column] = tables[name, offset][at]
    coefficients, _ = regression(matrix, content, weight, RIDGE)
    selected = np.abs(coefficients) * matrix.std(axis=0) > MIN_SPREAD
    coefficients, intercept = regression(matrix[:, selected], content, weight, RIDGE)
    fitted = [
        Term(name, offset, round(float(c), 4), tuple(map(float, tables[name, offset])))
        for (name, offset), c in zip((terms[i] for i in np.flatnonzero(selected).tolist()), coefficients, strict=True)
    ]
    names = {term.column for term in fitted}
    model = Model({name: bins for name, bins in binned.bins.items() if name in names}, fitted, -intercept)
    return replace(model, threshold=best_threshold(data, decision_function(model, binned), pages))


def bin_column(bins: Bins, column: NDArray[Any]) -> Cells:
    """The bin of each value of a column, by ``Bins.of``."""
    return bins.of(column.tolist() if bins.edges is None else column).astype(np.uint8)


def term_supports(term: Term, binned: BinnedColumns) -> NDArray[np.float32]:
    """A term's support for each row."""
    return np.array(term.support, dtype=np.float32)[binned.shifted(term.column, term.offset)]


def decision_function(model: Model, binned: BinnedColumns) -> Numbers:
    """Σ δᵢ·sᵢ of all blocks."""
    total = np.zeros(len(binned.page))
    for term in model.terms:
        total += term.weight * term_supports(term, binned)
    return total


def best_threshold(data: Dataset, scores: Numbers, pages: Bits) -> float:
    """The threshold ε that maximises the mean word F1 of ``pages``."""
    low, high = np.quantile(scores[data.rows(pages)], (0.02, 0.98))
    return float(max(np.linspace(low, high, 81), key=lambda threshold: mean_f1(data, scores > threshold, pages)))


def optimise(
    data: Dataset, binned: BinnedColumns, model: Model, rng: np.random.Generator, settings: Swarm, report: Report
) -> Model:
    """Paper W, step 6: a particle is the weights and the threshold; the fitness is the mean F1 of whole pages.

    Only every n-th page is used, with about ``MAX_ROWS`` rows in total.
    """
    pages = np.arange(len(data.truth)) % step(len(data.page)) == 0
    sampled, rows = data.subset(pages), data.rows(pages)
    supports = np.array([term_supports(term, binned)[rows] for term in model.terms])
    page_weight = page_weights(data)[pages]
    page_weight /= page_weight.sum()
    center = np.array([*(term.weight for term in model.terms), model.threshold])
    radius = 0.5 * np.abs(center) + 0.05

    def fitness(swarm: Numbers) -> Numbers:
        masks = swarm[:, :-1].astype(np.float32) @ supports > swarm[:, -1:].astype(np.float32)
        return np.array([page_weight @ sampled.f1(keep) for keep in masks])

    start = center + rng.normal(0, 0.1, (settings.particles, len(center))) * radius
    start[0] = center
    best = search(
        fitness, center - radius, center + radius, rng, settings, start,
        lambda generation, f1: report(f"swarm {generation + 1}: F1 {f1:.4f}") if generation % 20 == 0 else None,
    )  # fmt: skip
    *weights, threshold = (round(float(value), 4) for value in best)
    terms = [replace(term, weight=weight) for term, weight in zip(model.terms, weights, strict=True)]
    return Model(model.bins, terms, threshold)
