"""One look at the blocks: from columns to bins, supports, and a weight for each term (paper W)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.additive import Bins, Term
from jingdu.features.columns import Indexes, Numbers
from jingdu.learn.corpus.dataset import Sheet
from jingdu.learn.corpus.labelled import Bits
from jingdu.learn.train.supports import bins_of, log_odds, regression, support
from jingdu.learn.train.swarm import Swarm, search
from jingdu.learn.work import Report

RIDGE: Final = 1e-3
FAINT: Final = 0.02
"""Terms whose contribution spreads less than this (standard deviation, log-odds) are left out."""
MAX_ROWS: Final = 60_000
"""Blocks that a regression or a swarm looks at: more of them change nothing but the time."""
SHORTEST: Final = 50.0
"""Tokens of truth that a page counts as having at least, when its blocks are weighted."""

Columns = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Look:
    """Learned bins and terms; ``threshold`` is on the weighted sum Σ δᵢ·sᵢ, not yet divided by Σ|δᵢ|."""

    bins: dict[str, Bins]
    terms: list[Term]
    threshold: float


def page_weights(sheet: Sheet) -> Numbers:
    """How much each page counts: 1 / √(pages of its site), so that large sites don't drown the others."""
    return evened(example.site for example in sheet.examples)


def evened(names: Iterable[str]) -> Numbers:
    """1 / √(how often each name occurs among ``names``), in their order."""
    names = list(names)
    counts = Counter(names)
    return np.array([1 / sqrt(counts[name]) for name in names])


def row_weights(sheet: Sheet) -> Numbers:
    """How much each block counts: the root of its share of the page's truth, pages nearly alike."""
    share = np.minimum(sheet.tokens / np.maximum(sheet.truth, SHORTEST)[sheet.page], 2.0) ** 0.5
    pages = np.bincount(sheet.page, share, len(sheet.truth))
    weight = share * (page_weights(sheet) / np.sqrt(np.maximum(pages, 1e-9)))[sheet.page]
    even: Numbers = weight * len(weight) / weight.sum()
    return even


def sampled(sheet: Sheet, pages: Bits, number: int = MAX_ROWS) -> Bits:
    """Every so many of these pages, so that they have about ``number`` rows."""
    at = np.flatnonzero(pages)
    chosen = np.zeros(len(pages), dtype=bool)
    chosen[at[:: max(1, -(-int(sheet.rows(pages).sum()) // number))]] = True
    return chosen


def mean_f1(sheet: Sheet, keep: Bits, pages: Bits) -> float:
    """The word F1 of the chosen pages, each with its weight."""
    return float(np.average(sheet.f1(keep)[pages], weights=page_weights(sheet)[pages]))


def some(rows: Bits, number: int = MAX_ROWS) -> Indexes:
    """The indexes of at most about ``number`` of these rows, evenly from first to last."""
    at: Indexes = np.flatnonzero(rows)
    return at[:: max(1, -(-len(at) // number))]


class Binned(NamedTuple):
    """The columns' bins, and the bin of each row."""

    bins: dict[str, Bins]
    places: dict[str, NDArray[np.uint8]]


def all_binned(sheet: Sheet, columns: Columns, names: Iterable[str], pages: Bits) -> Binned:
    """Bins from the blocks of ``pages``, and the bins of all rows."""
    rows = some(sheet.rows(pages))
    bins = {name: bins_of(columns[name][rows]) for name in names}
    return Binned(bins, {name: binned(one, columns[name]) for name, one in bins.items()})


def fit(
    sheet: Sheet,
    columns: Columns,
    terms: Sequence[tuple[str, int]],
    pages: Bits,
    known: Binned | None = None,
) -> Look:
    """Supports from the blocks of ``pages``, weights from a logistic regression on them."""
    rows = some(sheet.rows(pages))
    weight, content = row_weights(sheet)[rows], sheet.content[rows]
    bins, places = known or all_binned(sheet, columns, dict.fromkeys(name for name, _ in terms), pages)
    prior = float(weight[content].sum() / weight.sum())
    tables = {}
    matrix = np.empty((len(rows), len(terms)), dtype=np.float32)
    for column, (name, offset) in enumerate(terms):
        at = shifted(places[name], offset, sheet.page, bins[name].outside)[rows]
        share = support(at, bins[name].outside + 1, content, weight)
        tables[name, offset] = np.round(log_odds(share, prior), 3)
        matrix[:, column] = tables[name, offset][at]
    chosen, coefficients, intercept = _coefficients(matrix, content, weight)
    kept = [list(terms)[i] for i in np.flatnonzero(chosen)]
    learned = [
        Term(name, offset, round(float(c), 4), tuple(map(float, tables[name, offset])))
        for (name, offset), c in zip(kept, coefficients, strict=True)
    ]
    names = {term.column for term in learned}
    draft = Look({name: b for name, b in bins.items() if name in names}, learned, -intercept)
    return Look(draft.bins, learned, best_threshold(sheet, sums(sheet, columns, draft, places), pages))


def _coefficients(matrix: NDArray[np.float32], content: Bits, weight: Numbers) -> tuple[Bits, Numbers, float]:
    """The regression twice: the second time without the terms that hardly matter."""
    first, _ = regression(matrix, content, weight, RIDGE)
    chosen = np.abs(first) * matrix.std(axis=0) > FAINT
    return chosen, *regression(matrix[:, chosen], content, weight, RIDGE)


def binned(bins: Bins, column: NDArray[Any]) -> NDArray[np.uint8]:
    """``Bins.of`` for an array."""
    return bins.of(column.tolist() if bins.edges is None else column).astype(np.uint8)


def shifted(places: NDArray[np.uint8], offset: int, page: Indexes, outside: int) -> NDArray[np.uint8]:
    """The bins of the blocks ``offset`` away on the same page, ``outside`` where there is none."""
    if not offset:
        return places
    moved = np.full_like(places, outside)
    if abs(offset) < len(places):
        here, there = (
            slice(max(0, -offset), len(places) - max(0, offset)),
            slice(max(0, offset), len(places) + min(0, offset)),
        )
        moved[here] = np.where(page[here] == page[there], places[there], places.dtype.type(outside))
    return moved


def supports_of(
    sheet: Sheet,
    columns: Columns,
    look: Look,
    rows: Indexes | None = None,
    places: Mapping[str, NDArray[np.uint8]] | None = None,
) -> Iterator[NDArray[np.float32]]:
    """Of each term the supports of all rows of the sheet, or of these."""
    places = places or {name: binned(b, columns[name]) for name, b in look.bins.items()}
    for term in look.terms:
        at = shifted(places[term.column], term.offset, sheet.page, look.bins[term.column].outside)
        yield np.array(term.support, dtype=np.float32)[at if rows is None else at[rows]]


def sums(sheet: Sheet, columns: Columns, look: Look, places: Mapping[str, NDArray[np.uint8]] | None = None) -> Numbers:
    """Σ δᵢ·sᵢ of every block."""
    total = np.zeros(len(sheet.page))
    for term, column in zip(look.terms, supports_of(sheet, columns, look, None, places), strict=True):
        total += term.weight * column
    return total


def best_threshold(sheet: Sheet, scores: Numbers, pages: Bits) -> float:
    """The ε with the highest mean word F1 over ``pages``."""
    low, high = np.quantile(scores[sheet.rows(pages)], (0.02, 0.98))
    return float(max(np.linspace(low, high, 81), key=lambda edge: mean_f1(sheet, scores > edge, pages)))


def optimise(
    sheet: Sheet, columns: Columns, look: Look, pages: Bits, rng: np.random.Generator,
    settings: Swarm, report: Report,
) -> Look:  # fmt: skip
    """Paper W, step 6: weights and threshold together are one particle; fitness is the mean F1 of whole pages."""
    pages = sampled(sheet, pages)
    rows = sheet.rows(pages)
    across = np.array(list(supports_of(sheet, columns, look, np.flatnonzero(rows))))
    starts = np.flatnonzero(np.diff(sheet.page[rows], prepend=-1))
    tokens, hits, truth = sheet.tokens[rows], sheet.hits[rows], sheet.truth[pages]
    shares = page_weights(sheet)[pages]
    shares /= shares.sum()
    center = np.array([*(term.weight for term in look.terms), look.threshold])
    reach = 0.5 * np.abs(center) + 0.05

    def fitness(swarm: Numbers) -> Numbers:
        out = np.empty(len(swarm))
        keeps = swarm[:, :-1].astype(np.float32) @ across > swarm[:, -1:].astype(np.float32)
        for at, keep in enumerate(keeps):
            found, right = np.add.reduceat(tokens * keep, starts), np.add.reduceat(hits * keep, starts)
            out[at] = shares @ (2 * right / np.maximum(found + truth, 1))
        return out

    start = center + rng.normal(0, 0.1, (settings.particles, len(center))) * reach
    start[0] = center
    found = search(
        fitness, center - reach, center + reach, rng, settings, start,
        lambda generation, best: report(f"swarm {generation + 1}: F1 {best:.4f}") if generation % 20 == 0 else None,
    )  # fmt: skip
    terms = [
        Term(term.column, term.offset, round(float(w), 4), term.support)
        for term, w in zip(look.terms, found.place, strict=False)
    ]
    return Look(look.bins, terms, round(float(found.place[-1]), 4))
