"""Learns an adjustment of the weights from corrected pages, in paper W's form: a sum of supports of features' bins.

A term's support in a bin is the log-odds that the extractor's score lacks there (compare W, step 4). Terms are selected
greedily: each raises the F-score of the corrected pages most, without lowering that of the packaged sample (W, step 6,
by exhaustive search). The adjustment is used only if it helps held-out sites.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from typing import Final, NamedTuple

import numpy as np

from jingdu.corrections.adjustment import MAX_TERMS, Adjustment
from jingdu.extractors import additive
from jingdu.features.columns import Numbers
from jingdu.personal import rows
from jingdu.personal.rows import Rows

NEEDED: Final = 20
"""Minimum corrected pages for an adjustment."""
PRIOR: Final = 30.0
"""Weight of the prior (no adjustment) in each bin, in blocks."""
RATES: Final = (0.4, 0.8)
"""Learning rates to try for each term."""
MAX_SUPPORT: Final = 2.0
FOLDS: Final = 5
"""Folds of the cross-validation by site."""
STEP: Final = 0.001
"""Minimum gain of each term in F1 of the corrected pages."""
GAIN: Final = 0.0005
"""Minimum mean gain in F1 of held-out pages."""
DIGITS: Final = 3

Tables = dict[int, Numbers]
"""Index of a term in `rows.terms` → support of each of its bins."""


class CorrectedPage(NamedTuple):
    site: str
    when: str
    rows: Rows


class _Sheet:
    """Several pages with their rows concatenated; each page weighs 1 / √(number of its site's pages)."""

    def __init__(self, pages: Sequence[CorrectedPage]) -> None:
        self.cells = np.concatenate([page.rows for page in pages], axis=1)
        self.starts = np.cumsum([0, *(page.rows.shape[1] for page in pages[:-1])])
        counts = Counter(page.site for page in pages)
        self.weights = np.array([counts[page.site] ** -0.5 for page in pages])
        self.scores, self.sizes, self.wanted = rows.scores(self.cells), rows.sizes(self.cells), self.cells[2] > 0
        self.truth = np.add.reduceat(self.sizes * self.wanted, self.starts)
        each = np.repeat(self.weights, np.diff([*self.starts, self.cells.shape[1]]))
        self.shares = each * self.sizes**0.5 / max(1e-9, float(np.mean(self.sizes**0.5)))

    def f1(self, added: Numbers) -> float:
        """Weighted mean of the pages' word F1 after adding ``added`` to the blocks' scores."""
        kept = self.sizes * (self.scores + added >= 0)
        found, right = (np.add.reduceat(sizes, self.starts) for sizes in (kept, kept * self.wanted))
        return float(np.average(2 * right / np.maximum(1e-9, found + self.truth), weights=self.weights))

    def added(self, tables: Tables) -> Numbers:
        """The sum of the tables' supports for each block."""
        return sum((table[self.cells[3 + term]] for term, table in tables.items()), np.zeros(self.cells.shape[1]))

    def unexplained(self, term: int, bins: int, added: Numbers) -> Numbers:
        """The log-odds lacking in each bin of a term, by a step of Newton's method that `PRIOR` regularises."""
        chance = 1 / (1 + np.exp(-np.clip(self.scores + added, -15, 15)))
        at = self.cells[3 + term]
        slope = np.bincount(at, self.shares * (self.wanted - chance), bins)
        curve = np.bincount(at, self.shares * chance * (1 - chance), bins)
        # the prior's blocks have a probability of 1/2, and so a curvature of 1/4
        return np.clip(slope / (curve + PRIOR / 4), -MAX_SUPPORT, MAX_SUPPORT)


def learn(pages: Sequence[CorrectedPage], sample: Sequence[Rows]) -> Generator[None, None, Adjustment]:
    """Learns the adjustment deterministically, in short steps, and returns it; its state is ``rejected`` if useless."""
    known = _Sheet([CorrectedPage(str(number), "", page) for number, page in enumerate(sample)])
    sites = sorted({page.site for page in pages})
    gains = []
    for fold in range(min(FOLDS, len(sites)) if len(sites) > 1 else 0):
        out = set(sites[fold::FOLDS])
        tables = yield from _tables([page for page in pages if page.site not in out], known)
        held = _Sheet([page for page in pages if page.site in out])
        gains += [(held.f1(held.added(tables)) - held.f1(0 * held.scores)) * len(held.weights)]
    tables = yield from _tables(pages, known)
    return _adjustment(pages, tables if tables and sum(gains) / len(pages) >= GAIN else {})


def _tables(pages: Sequence[CorrectedPage], known: _Sheet) -> Generator[None, None, Tables]:
    """Selects terms step by step; returns their tables, rounded as they are stored."""
    sheet, terms = _Sheet(pages), rows.terms()
    tables: Tables = {}
    while len(tables) < MAX_TERMS:
        added, known_added = sheet.added(tables), known.added(tables)
        best, floor = sheet.f1(added) + STEP, known.f1(0 * known_added)
        chosen: Tables = {}
        for number, term in enumerate(terms):
            step = sheet.unexplained(number, len(term.support), added)
            for rate in RATES if number not in tables else ():
                table = np.round(rate * step, DIGITS)
                gained = sheet.f1(added + table[sheet.cells[3 + number]])
                if gained > best and known.f1(known_added + table[known.cells[3 + number]]) >= floor:
                    best, chosen = gained, {number: table}
        yield
        if not chosen:
            break
        tables |= chosen
    return tables


def _adjustment(pages: Sequence[CorrectedPage], tables: Tables) -> Adjustment:
    sites = {page.site for page in pages}
    provenance = {"pages": len(pages), "sites": len(sites), "when": max(page.when for page in pages)}
    profile, terms = additive.load("support"), rows.terms()
    supports = {}
    for number, table in tables.items():
        bins = profile.bins[terms[number].column]
        supports[terms[number].name] = {bins.label(at): float(value) for at, value in enumerate(table) if value}
    return Adjustment("active" if supports else "rejected", profile.digest, supports, provenance)
