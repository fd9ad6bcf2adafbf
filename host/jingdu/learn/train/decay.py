"""Grid search for the parameters of paper D: T and the maximum link density."""

from typing import Any, Final

import numpy as np

from jingdu.extractors.decay import Settings, Sums, pruned, subtree
from jingdu.extractors.weight_files import settings_to_json
from jingdu.features.columns import Bits, Numbers
from jingdu.features.place import descent
from jingdu.learn.corpus import Example
from jingdu.learn.corpus.labelled import Labels, map_pages, with_result
from jingdu.learn.work import Report
from jingdu.page.model import Page

DECAYS: Final = tuple(np.round(np.arange(0.20, 0.601, 0.02), 2).tolist())
"""T: the paper's range, extended to 0.60."""
DENSITIES: Final = tuple(np.round(np.arange(0.40, 1.001, 0.05), 2).tolist())
"""Maximum link density; at 1.0 nothing is pruned."""


def train(examples: list[Example], seed: int, report: Report, provenance: dict[str, Any]) -> dict[str, str]:
    """A trainer (see ``jingdu.learn.train.trainers``): ``decay.json``."""
    tables = map_pages(f1_table, examples, report)
    means = np.mean(tables, axis=0)
    row, column = divmod(int(means.argmax()), len(DENSITIES))
    settings, value = Settings(DECAYS[row], DENSITIES[column]), float(means[row, column])
    report(f"T {settings.decay:g}, link density {settings.density:g}: F1 {value:.4f}")
    return {"decay.json": settings_to_json("decay", settings._asdict(), with_result(provenance, len(tables), value))}


def f1_table(page: Page, labels: Labels) -> Numbers:
    """Word F1 of a page (T, densities)."""
    sums = Sums(page)
    path = descent(page, sums.plain)
    roots = [subtree(path, decay)[-1].container for decay in DECAYS]
    rows = {root: [labels.f1(kept(page, sums, root, density)) for density in DENSITIES] for root in set(roots)}
    return np.array([rows[root] for root in roots])


def kept(page: Page, sums: Sums, root: int, density: float) -> Bits:
    """The mask of the blocks in container ``root`` that pruning keeps."""
    keep = np.array([cut is None for cut in pruned(page, sums, root, density)])
    keep[: page.containers.firsts[root]] = keep[page.containers.lasts[root] :] = False
    return keep
