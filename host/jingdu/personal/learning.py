"""A small adjustment of the weights from corrected pages, in paper W's form: supports of a feature's bins, added up.

The supports of a term are what the reader's own score leaves unexplained in each of its bins (W, step 4, with as much
`DOUBT` as of the packaged ones). Terms are taken one after the other, each the one that raises the F-score of the
corrected pages most (W, step 6, by trying them all) and does not lower that of the packaged sample. What comes of it
is used only where it helps sites that it was not learned from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jingdu.corrections.adjustment import MAX_TERMS, Adjustment
from jingdu.extractors import additive
from jingdu.personal import rows
from jingdu.personal.rows import Rows

NEEDED: Final = 20
"""Corrected pages from which on there is an adjustment."""
DOUBT: Final = 30.0
"""Blocks' worth of no adjustment in each bin."""
RATES: Final = (0.4, 0.8)
"""Parts of what is unexplained that a term may add."""
MAX_SUPPORT: Final = 2.0
FOLDS: Final = 5
"""Parts of the sites of which each is held out in turn."""
STEP: Final = 0.001
"""F1 of the corrected pages that a term must add."""
GAIN: Final = 0.0005
"""F1 that held-out sites must gain in all."""
DIGITS: Final = 3

Numbers = NDArray[np.float64]
Tables = dict[int, Numbers]
"""Number of a term among `rows.terms` → what is added in each of its bins."""


class CorrectedPage(NamedTuple):
    """A corrected page: its site, the day, and its rows."""

    site: str
    when: str
    rows: Rows


class _Sheet:
    """Pages one after the other, for sums by page; each page weighs 1 / √(pages of its site)."""

    def __init__(self, pages: Sequence[Rows], sites: Sequence[str]) -> None:
        self.cells = np.concatenate(pages, axis=1)
        self.starts = np.cumsum([0, *(page.shape[1] for page in pages[:-1])])
        counts = Counter(sites)
        self.weights = np.array([counts[site] ** -0.5 for site in sites])
        self.scores, self.sizes, self.wanted = rows.scores(self.cells), rows.sizes(self.cells), self.cells[2] > 0
        self.truth = np.add.reduceat(self.sizes * self.wanted, self.starts)
        each = np.repeat(self.weights, np.diff([*self.starts, self.cells.shape[1]]))
        self.shares = each * self.sizes**0.5 / max(1e-9, float(np.mean(self.sizes**0.5)))

    def f1(self, added: Numbers) -> float:
        """Mean word F1 by blocks where this is added to the scores."""
        kept = self.sizes * (self.scores + added >= 0)
        found, right = (np.add.reduceat(one, self.starts) for one in (kept, kept * self.wanted))
        return float(np.average(2 * right / np.maximum(1e-9, found + self.truth), weights=self.weights))

    def added(self, tables: Tables) -> Numbers:
        total = np.zeros(self.cells.shape[1])
        for term, table in tables.items():
            total += table[self.cells[3 + term]]
        return total

    def unexplained(self, term: int, bins: int, added: Numbers) -> Numbers:
        """One step of Newton's method for each bin of a term, with `DOUBT`."""
        chance = 1 / (1 + np.exp(-np.clip(self.scores + added, -15, 15)))
        at = self.cells[3 + term]
        slope = np.bincount(at, self.shares * (self.wanted - chance), bins)
        curve = np.bincount(at, self.shares * chance * (1 - chance), bins)
        # a bin's doubt is of blocks whose chance is 1/2
        step: Numbers = np.clip(slope / (curve + DOUBT / 4), -MAX_SUPPORT, MAX_SUPPORT)
        return step


def learn(pages: Sequence[CorrectedPage], sample: Sequence[Rows]) -> Generator[None, None, Adjustment]:
    """The adjustment, rejected where it helps nobody; the same pages give the same. In short steps."""
    known = _Sheet(sample, [str(number) for number in range(len(sample))])
    sites = sorted({page.site for page in pages})
    gains = []
    for fold in range(min(FOLDS, len(sites)) if len(sites) > 1 else 0):
        out = set(sites[fold::FOLDS])
        tables = yield from _tables([page for page in pages if page.site not in out], known)
        held = _sheet([page for page in pages if page.site in out])
        gains += [(held.f1(held.added(tables)) - held.f1(0 * held.scores)) * len(held.weights)]
    tables = yield from _tables(pages, known)
    useful = bool(tables) and sum(gains) / len(pages) >= GAIN
    return _adjustment(pages, tables if useful else {})


def _tables(pages: Sequence[CorrectedPage], known: _Sheet) -> Generator[None, None, Tables]:
    """The tables of the terms that help, rounded as they are kept."""
    sheet, terms = _sheet(pages), rows.terms()
    tables: Tables = {}
    while len(tables) < MAX_TERMS:
        added, there = sheet.added(tables), known.added(tables)
        best, floor = sheet.f1(added) + STEP, known.f1(0 * there)
        chosen: Tables = {}
        for number, term in enumerate(terms):
            step = sheet.unexplained(number, len(term.support), added)
            for rate in RATES if number not in tables else ():
                table = np.round(rate * step, DIGITS)
                gained = sheet.f1(added + table[sheet.cells[3 + number]])
                if gained > best and known.f1(there + table[known.cells[3 + number]]) >= floor:
                    best, chosen = gained, {number: table}
        yield
        if not chosen:
            break
        tables |= chosen
    return tables


def _sheet(pages: Sequence[CorrectedPage]) -> _Sheet:
    return _Sheet([page.rows for page in pages], [page.site for page in pages])


def _adjustment(pages: Sequence[CorrectedPage], tables: Tables) -> Adjustment:
    known = {"pages": len(pages), "sites": len({page.site for page in pages}), "when": max(page.when for page in pages)}
    look, terms = additive.load("support"), rows.terms()
    named = {
        terms[number].name: {
            look.bins[terms[number].column].label(at): float(value) for at, value in enumerate(table) if value
        }
        for number, table in tables.items()
    }
    return Adjustment("active" if named else "rejected", look.digest, named, known)
