"""jingdu evaluate: word F1, snippets and seconds of extractors on labelled pages, side by side.

What is measured is the text that a user gets (``Article.text``), by the whole way from
HTML to Article. With ``--folds`` our learned extractors are trained anew for each part of
the sites and measured on the part they have not seen.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from jingdu import extractors
from jingdu.extractors import fused, support
from jingdu.faults import Fault
from jingdu.learn.corpus import Example, part
from jingdu.learn.metrics import snippets, word_f1
from jingdu.learn.peers import PEERS, installed
from jingdu.learn.train import Trained
from jingdu.page.parse import parse
from jingdu.reading import article_of

RESAMPLES = 1000
"""Bootstrap samples for the 95 % interval of a mean."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One extractor on one page."""

    extractor: str
    example: str
    corpus: str
    kind: str
    f1: float | None
    """None where the page has no true text, only snippets."""
    hits: tuple[int, int, int, int]
    seconds: float


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    extractor: str
    group: str
    pages: int
    f1: float
    interval: tuple[float, float]
    snippet_f1: float
    seconds: float
    """Median a page."""


def known() -> list[str]:
    """Ours, then the installed peers."""
    return [*extractors.names(), *installed()]


def measure(examples: Sequence[Example], names: Sequence[str], trained: Trained | None = None) -> list[Measured]:
    """Every extractor on every page. With ``trained``, its weights stand in for the packaged ones."""
    with ProcessPoolExecutor(os.cpu_count(), initializer=_hold, initargs=(tuple(names), trained)) as pool:
        return [one for page in pool.map(_measure, examples, chunksize=4) for one in page]


def in_folds(
    examples: Sequence[Example], names: Sequence[str], folds: int, learn: Callable[[int], Trained]
) -> list[Measured]:
    """``measure`` by parts of the sites: part k with what ``learn(k)`` learned from the others."""
    found: list[Measured] = []
    for fold in range(folds):
        here = [example for example in examples if part(example.site, folds) == fold]
        found += measure(here, names, learn(fold))
    return found


_CALLS: dict[str, Callable[[Example], str]] = {}


def _hold(names: tuple[str, ...], trained: Trained | None) -> None:
    for name in names:
        _CALLS[name] = partial(_peer, PEERS[name][1]) if name in PEERS else partial(_ours, _judge(name, trained))


def _judge(name: str, trained: Trained | None) -> extractors.Extractor:
    if trained and name == "support":
        return partial(support.judge, profile=trained.support)
    if trained and name == "fused":
        return partial(fused.judge, profile=trained.fused, first=trained.support)
    return extractors.get(name)


def _ours(judge: extractors.Extractor, example: Example) -> str:
    try:
        page = parse(example.html, example.url)
        return article_of(page, judge(page)).text
    except Fault:
        return ""


def _peer(extract: Callable[[str], str], example: Example) -> str:
    try:
        return extract(example.html)
    except Exception:  # a peer may raise anything; that page is then empty for it
        return ""


def _measure(example: Example) -> list[Measured]:
    found = []
    for name, call in _CALLS.items():
        start = time.perf_counter()
        text = call(example)
        seconds = time.perf_counter() - start
        f1 = word_f1(text, example.text).f1 if example.text else None
        hits = snippets(text, example.must, example.must_not)
        found.append(Measured(name, example.id, example.corpus, example.kind, f1, hits, seconds))
    return found


def table(found: Sequence[Measured], rng: np.random.Generator) -> list[Row]:
    """A row for each extractor and corpus, and for each kind of page where a corpus tells kinds."""
    rows = []
    for corpus in dict.fromkeys(one.corpus for one in found):
        of_corpus = [one for one in found if one.corpus == corpus]
        kinds = sorted({one.kind for one in of_corpus} - {corpus})
        for name in dict.fromkeys(one.extractor for one in of_corpus):
            mine = [one for one in of_corpus if one.extractor == name]
            rows.append(_row(name, corpus, mine, rng))
            rows += [_row(name, f"{corpus}/{kind}", [one for one in mine if one.kind == kind], rng) for kind in kinds]
    return rows


def _row(name: str, group: str, found: Sequence[Measured], rng: np.random.Generator) -> Row:
    scores = np.array([one.f1 for one in found if one.f1 is not None])
    sums = np.array([one.hits for one in found]).sum(axis=0)
    return Row(
        name,
        group,
        len(found),
        float(scores.mean()) if len(scores) else float("nan"),
        _interval(scores, rng),
        _snippet_f1(*sums),
        statistics.median(one.seconds for one in found),
    )


def _interval(scores: np.ndarray[tuple[int], np.dtype[np.float64]], rng: np.random.Generator) -> tuple[float, float]:
    """95 % bootstrap interval of the mean."""
    if not len(scores):
        return float("nan"), float("nan")
    means = scores[rng.integers(len(scores), size=(RESAMPLES, len(scores)))].mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)


def _snippet_f1(hit: int, missed: int, wrong: int, _right: int) -> float:
    return 2 * hit / (2 * hit + missed + wrong) if hit else float("nan")


def lines(rows: Iterable[Row]) -> Iterable[str]:
    """The table for people, sorted by group and then best first."""
    yield f"{'pages':34} {'extractor':17} {'n':>5} {'F1':>6} {'95 %':>13} {'snippets':>8} {'ms':>7}"
    for row in sorted(rows, key=lambda row: (row.group, -row.f1 if row.f1 == row.f1 else -row.snippet_f1)):
        low, high = row.interval
        yield (
            f"{row.group:34} {row.extractor:17} {row.pages:5} {row.f1:6.3f} {low:6.3f}-{high:.3f}"
            f" {row.snippet_f1:8.3f} {1000 * row.seconds:7.1f}"
        )
