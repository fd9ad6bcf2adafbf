"""Grid search for the three thresholds of paper T."""

from collections.abc import Sequence
from itertools import product
from typing import Any, Final

import numpy as np

from jingdu.extractors.title import Settings, measures, owners_of
from jingdu.extractors.weight_files import settings_to_json
from jingdu.features.columns import Indexes, Numbers
from jingdu.learn.corpus import Example
from jingdu.learn.corpus.labelled import Labels, map_pages, with_result
from jingdu.learn.work import Report
from jingdu.page.model import Page

LINKS: Final = (0.0, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.125, 0.15, 0.175, 0.2, 0.225, 0.25, 0.3, 0.35, 0.4, 0.5)
PUNCTUATION: Final = (0.001, 0.002, 0.004, 0.005, 0.006, 0.008, 0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1)
RELEVANCE: Final = (1.0, 2.0, 3.0, 4.0)
"""Like punctuation not from 0: ignoring punctuation or the title would be another method."""


def train(examples: list[Example], seed: int, report: Report, provenance: dict[str, Any]) -> dict[str, str]:
    """A trainer (see ``jingdu.learn.train.trainers``): ``title.json``."""
    pages = map_pages(table, examples, report)
    settings, value = search(pages)
    report(f"{settings}: F1 {value:.4f}")
    return {"title.json": settings_to_json("title", settings._asdict(), with_result(provenance, len(pages), value))}


Table = tuple[Numbers, int]
"""z/y, x/y, s, tokens and hits of each container (containers, 5); the number of tokens of the true text."""


def table(page: Page, labels: Labels) -> Table:
    """The measures, tokens and hits of a page's containers."""
    owners = owners_of(page)
    measured = measures(page, owners)
    counts = {container: np.zeros(2) for container in measured}
    for container, tokens, hits in zip(owners, labels.tokens, labels.hits, strict=True):
        if container is not None:
            counts[container] += (tokens, hits)
    rows = [(one.links, one.punctuation, one.relevance, *counts[container]) for container, one in measured.items()]
    return np.array(rows, dtype=np.float64).reshape(-1, 5), labels.truth


def search(pages: Sequence[Table]) -> tuple[Settings, float]:
    """The first thresholds with the highest mean F1, and that mean."""
    rows = np.concatenate([table for table, _ in pages])
    of = np.repeat(np.arange(len(pages)), [len(table) for table, _ in pages])
    truth = np.array([truth for _, truth in pages])
    means = {limits: f1(rows, of, truth, Settings(*limits)).mean() for limits in product(LINKS, PUNCTUATION, RELEVANCE)}
    limits = max(means, key=means.__getitem__)
    return Settings(*limits), float(means[limits])


def f1(rows: Numbers, of: Indexes, truth: Indexes, settings: Settings) -> Numbers:
    """Word F1 of each page; row i is on page ``of[i]``."""
    keep = (rows[:, 0] <= settings.links) & (rows[:, 1] >= settings.punctuation) & (rows[:, 2] >= settings.relevance)
    tokens, hits = (np.bincount(of[keep], rows[keep, column], len(truth)) for column in (3, 4))
    score: Numbers = 2 * hits / np.maximum(1, tokens + truth)
    return score
