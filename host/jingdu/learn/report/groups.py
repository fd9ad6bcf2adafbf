"""What was measured, by groups with intervals, and two extractors page by page.

Means have 95 % intervals from a bootstrap that draws whole sites, because pages of one site succeed and fail together.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

import numpy as np

from jingdu.learn.corpus import Example, grouped
from jingdu.learn.corpus.labelled import matched
from jingdu.learn.report.evaluate import Measured
from jingdu.learn.report.metrics import TOKEN, given, truth, word_f1

MAX_LISTED: Final = 30
"""Pages listed."""
MAX_RUN: Final = 300
"""Characters shown of one run of words."""
RESAMPLES = 1000
"""Bootstrap samples for the 95 % interval of a mean."""
MIN_PAGES = 5
"""Pages of a language from which it has lines of its own."""

Group = tuple[str, list[Measured]]
Value = Callable[[Measured], float | None]


def groups(found: Sequence[Measured]) -> Iterator[Group]:
    """Each corpus, its kinds of page, its languages; then the languages of all corpora together."""
    for corpus, of_corpus in grouped(found, lambda one: one.corpus).items():
        yield corpus, of_corpus
        kinds = grouped(of_corpus, lambda one: one.kind)
        if set(kinds) != {corpus}:
            yield from ((f"{corpus}/{kind}", ones) for kind, ones in sorted(kinds.items()))
        yield from _languages(of_corpus, corpus)
    if len({one.corpus for one in found}) > 1:
        yield from _languages(found, "all")


def _languages(found: Sequence[Measured], name: str) -> Iterator[Group]:
    by_language = grouped(found, lambda one: one.lang.partition("-")[0])
    common = {lang: ones for lang, ones in by_language.items() if lang and len(pages(ones)) >= MIN_PAGES}
    if len(by_language) > 1:
        yield from ((f"{name} [{lang}]", ones) for lang, ones in sorted(common.items()))


def pages(found: Sequence[Measured]) -> set[str]:
    return {one.example for one in found}


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


def difference_lines(found: Sequence[Measured], first: str, second: str, rng: np.random.Generator) -> Iterator[str]:
    """The mean difference with its interval, then the pages that differ most."""
    ours = {(one.corpus, one.example): one for one in found if one.extractor == first and one.score}
    theirs = {(one.corpus, one.example): one for one in found if one.extractor == second and one.score}
    gaps = {key: (one.f1 or 0.0) - (theirs[key].f1 or 0.0) for key, one in ours.items() if key in theirs}
    low, high = interval(list(ours.values()), lambda one: gaps.get((one.corpus, one.example)), rng)
    mean = sum(gaps.values()) / (len(gaps) or 1)
    better = sum(gap > 0 for gap in gaps.values())
    worse = sum(gap < 0 for gap in gaps.values())
    yield f"{first} less {second}: {mean:+.4f} ({low:+.4f} to {high:+.4f}), better on {better}, worse on {worse}"
    yield f"{'page':40} {'kind':30} {first:>12.12} {second:>12.12} {'less':>7}"
    for key in sorted(gaps, key=lambda key: -abs(gaps[key]))[:MAX_LISTED]:
        one, other = ours[key], theirs[key]
        where = one.kind if one.kind == one.corpus else f"{one.corpus}/{one.kind}"
        yield f"{key[1]:40.40} {where:30.30} {one.f1:12.3f} {other.f1:12.3f} {gaps[key]:+7.3f}"


def against_truth(name: str, text: str, example: Example) -> Iterator[str]:
    """The words that an extractor has too many (``+``) and too few (``-``), in runs."""
    score = word_f1(text, example.text)
    yield f"{name}: F1 {score.f1:.3f}, precision {score.precision:.3f}, recall {score.recall:.3f}"
    yield from (f"  + {run}" for run in _runs(text, example.text))
    yield from (f"  - {run}" for run in _runs(example.text, text))


def _runs(text: str, other: str) -> Iterator[str]:
    """The stretches of ``text`` whose words are not in a longest common subsequence with ``other``."""
    spans = [match.span() for match in TOKEN.finditer(text)]
    words = [text[a:b].lower() for a, b in spans]
    common = matched(words, [match[0].lower() for match in TOKEN.finditer(other)])
    for is_common, run in groupby(zip(common, spans, strict=True), key=lambda pair: pair[0]):
        if not is_common:
            places = [span for _, span in run]
            piece = re.sub(r"\s+", " ", text[places[0][0] : places[-1][1]])
            cut = f"{piece[: MAX_RUN - 40]} … {piece[-37:]}" if len(piece) > MAX_RUN else piece
            yield f"[{len(places)}] {cut}"


def wrong_lines(found: Sequence[Measured], field: str, examples: Sequence[Example]) -> Iterator[str]:
    """Every page whose field is wrong: what is labelled, and what was given."""
    labelled = {(example.corpus, example.id): example for example in examples}
    for one in found:
        if one.fields.get(field) not in (None, 1.0):
            example = labelled[one.corpus, one.example]
            said = f"{truth(example, field)!r}, given {given(one.facts, field)!r}"
            yield f"{one.extractor} {one.corpus} {one.example}: {said}"
