"""What paper D leaves to be learned: T and the bound of the link density, by trying them all."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.decay import Settings, Sums, descent, pruned, subtree
from jingdu.extractors.thresholds import as_json
from jingdu.learn.corpus import Example
from jingdu.learn.corpus.labelled import Labels, known, read
from jingdu.learn.work import Report
from jingdu.page.model import Page

DECAYS: Final = tuple(np.round(np.arange(0.20, 0.601, 0.02), 2).tolist())
"""The paper's sweep, and on to 0.60."""
DENSITIES: Final = tuple(np.round(np.arange(0.40, 1.001, 0.05), 2).tolist())
"""No density is over the last: nothing is cut away."""


def train(examples: list[Example], seed: int, report: Report, provenance: dict[str, Any]) -> dict[str, str]:
    """A trainer (see ``jingdu.learn.train.trainers``): ``decay.json``."""
    tables = [table for _, table in read(f1_table, examples, report)]
    settings, value = best(np.array(tables))
    report(f"T {settings.decay:g}, link density {settings.density:g}: F1 {value:.4f}")
    return {"decay.json": as_json("decay", settings, known(provenance, len(tables), value))}


def best(tables: NDArray[np.float64]) -> tuple[Settings, float]:
    """The settings with the highest mean over the pages' tables; of equals the first."""
    means = tables.mean(axis=0)
    row, column = divmod(int(means.argmax()), len(DENSITIES))
    return Settings(DECAYS[row], DENSITIES[column]), float(means[row, column])


def f1_table(page: Page, labels: Labels) -> NDArray[np.float64]:
    """Word F1 of one page for each T (rows) and each bound (columns)."""
    sums = Sums(page)
    way = descent(page, sums)
    ends = [subtree(way, decay)[-1].box for decay in DECAYS]
    rows = {end: [labels.f1(kept(page, sums, end, bound)) for bound in DENSITIES] for end in set(ends)}
    return np.array([rows[end] for end in ends])


def kept(page: Page, sums: Sums, root: int, bound: float) -> NDArray[np.bool_]:
    """The blocks in box ``root`` that are not cut away there."""
    keep = np.array([cut is None for cut in pruned(page, sums, root, bound)])
    inside = np.zeros(len(keep), dtype=bool)
    inside[page.boxes.firsts[root] : page.boxes.lasts[root]] = True
    both: NDArray[np.bool_] = keep & inside
    return both
