"""Groups of what was measured, and their means with intervals.

Means have 95 % intervals from a bootstrap that draws whole sites, because pages of one
site succeed and fail together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from jingdu.learn.report.evaluate import Measured

RESAMPLES = 1000
"""Bootstrap samples for the 95 % interval of a mean."""
MIN_PAGES = 5
"""Pages of a language from which it has lines of its own."""

Group = tuple[str, list[Measured]]
Value = Callable[[Measured], float | None]


def groups(found: Sequence[Measured]) -> Iterator[Group]:
    """Each corpus, its kinds of page, its languages; then the languages of all corpora together."""
    for corpus, of_corpus in by(found, lambda one: one.corpus).items():
        yield corpus, of_corpus
        kinds = by(of_corpus, lambda one: one.kind)
        if set(kinds) != {corpus}:
            yield from ((f"{corpus}/{kind}", ones) for kind, ones in sorted(kinds.items()))
        yield from _languages(of_corpus, corpus)
    if len({one.corpus for one in found}) > 1:
        yield from _languages(found, "all")


def _languages(found: Sequence[Measured], name: str) -> Iterator[Group]:
    by_language = by(found, lambda one: one.lang.partition("-")[0])
    common = {lang: ones for lang, ones in by_language.items() if lang and len(pages(ones)) >= MIN_PAGES}
    if len(by_language) > 1:
        yield from ((f"{name} [{lang}]", ones) for lang, ones in sorted(common.items()))


def pages(found: Sequence[Measured]) -> set[str]:
    return {one.example for one in found}


def by(found: Iterable[Measured], key: Callable[[Measured], str]) -> dict[str, list[Measured]]:
    """``found`` parted by ``key``, in the order of the first of each."""
    parted: dict[str, list[Measured]] = defaultdict(list)
    for one in found:
        parted[key(one)].append(one)
    return parted


def mean(found: Sequence[Measured], value: Value) -> float:
    """Mean over the pages that have a value; nan where none has."""
    values = [v for one in found if (v := value(one)) is not None]
    return sum(values) / len(values) if values else float("nan")


def interval(found: Sequence[Measured], value: Value, rng: np.random.Generator) -> tuple[float, float]:
    """95 % bootstrap interval of ``mean``, drawing sites."""
    return drawn_interval([(one.site, v, 1.0) for one in found if (v := value(one)) is not None], rng)


def drawn_interval(parts: Sequence[tuple[str, float, float]], rng: np.random.Generator) -> tuple[float, float]:
    """95 % bootstrap interval of Σ numerator / Σ denominator over drawn sites, from (site, numerator, denominator)."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for site, numerator, denominator in parts:
        sums[site][0] += numerator
        sums[site][1] += denominator
    if not sums:
        return float("nan"), float("nan")
    sites = np.array(list(sums.values()))
    drawn = sites[rng.integers(len(sites), size=(RESAMPLES, len(sites)))].sum(axis=1)
    low, high = np.quantile(drawn[:, 0] / np.maximum(drawn[:, 1], 1e-9), (0.025, 0.975))
    return float(low), float(high)


def f1(one: Measured) -> float | None:
    return one.f1
