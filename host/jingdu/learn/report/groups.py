"""Groups of results with confidence intervals, and comparisons page by page.

Intervals are from a cluster bootstrap over sites, as pages of one site are not independent.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import nan
from operator import attrgetter, itemgetter
from statistics import fmean
from typing import Final

import numpy as np

from jingdu.learn.corpus import Example, grouped
from jingdu.learn.corpus.labelled import TOKEN, lcs_mask
from jingdu.learn.report.evaluate import Result
from jingdu.learn.report.metrics import labelled_field, output_field, word_f1

MAX_LISTED: Final = 30
"""Maximum pages listed by `difference_lines`."""
MAX_RUN: Final = 300
"""Maximum characters shown of a run of words."""
RESAMPLES = 1000
"""Number of bootstrap samples of an interval."""
MIN_PAGES = 5
"""Minimum pages of a language for it to have its own group."""

Group = tuple[str, list[Result]]
Value = Callable[[Result], float | None]
f1: Final[Value] = attrgetter("f1")


def groups(results: Sequence[Result]) -> Iterator[Group]:
    """Each corpus, its page kinds and its languages; then the languages of all corpora."""
    for corpus, of_corpus in grouped(results, attrgetter("corpus")).items():
        yield corpus, of_corpus
        kinds = grouped(of_corpus, attrgetter("kind"))
        if set(kinds) != {corpus}:
            yield from ((f"{corpus}/{kind}", members) for kind, members in sorted(kinds.items()))
        yield from _languages(of_corpus, corpus)
    if len({result.corpus for result in results}) > 1:
        yield from _languages(results, "all")


def _languages(results: Sequence[Result], name: str) -> Iterator[Group]:
    by_language = grouped(results, lambda result: result.lang.partition("-")[0])
    common = {lang: members for lang, members in by_language.items() if lang and len(pages(members)) >= MIN_PAGES}
    if len(by_language) > 1:
        yield from ((f"{name} [{lang}]", members) for lang, members in sorted(common.items()))


def pages(results: Sequence[Result]) -> set[str]:
    """The ids of the distinct pages."""
    return {result.example for result in results}


def mean(results: Sequence[Result], value: Value) -> float:
    """Mean over the results that have a value; nan if none has."""
    values = [v for result in results if (v := value(result)) is not None]
    return fmean(values) if values else nan


def interval(results: Sequence[Result], value: Value, rng: np.random.Generator) -> tuple[float, float]:
    """95 % interval of `mean`."""
    return ratio_interval([(result.site, v, 1.0) for result in results if (v := value(result)) is not None], rng)


def ratio_interval(parts: Sequence[tuple[str, float, float]], rng: np.random.Generator) -> tuple[float, float]:
    """95 % interval of Σ numerator / Σ denominator, from (site, numerator, denominator)."""
    if not parts:
        return nan, nan
    sites = np.array([np.sum([part[1:] for part in site], axis=0) for site in grouped(parts, itemgetter(0)).values()])
    resampled = sites[rng.integers(len(sites), size=(RESAMPLES, len(sites)))].sum(axis=1)
    low, high = np.quantile(resampled[:, 0] / np.maximum(resampled[:, 1], 1e-9), (0.025, 0.975))
    return float(low), float(high)


def difference_lines(results: Sequence[Result], first: str, second: str, rng: np.random.Generator) -> Iterator[str]:
    """The mean difference in F1 with its interval, and the pages that differ most."""
    scored = [result for result in results if result.score]
    ours, theirs = ({(one.corpus, one.example): one for one in scored if one.extractor == by} for by in (first, second))
    gaps = {key: (result.f1 or 0.0) - (theirs[key].f1 or 0.0) for key, result in ours.items() if key in theirs}
    low, high = interval(list(ours.values()), lambda result: gaps.get((result.corpus, result.example)), rng)
    mean = sum(gaps.values()) / (len(gaps) or 1)
    better, worse = sum(gap > 0 for gap in gaps.values()), sum(gap < 0 for gap in gaps.values())
    yield f"{first} less {second}: {mean:+.4f} ({low:+.4f} to {high:+.4f}), better on {better}, worse on {worse}"
    yield f"{'page':40} {'kind':30} {first:>12.12} {second:>12.12} {'less':>7}"
    for key in sorted(gaps, key=lambda key: -abs(gaps[key]))[:MAX_LISTED]:
        result, other = ours[key], theirs[key]
        group = result.kind if result.kind == result.corpus else f"{result.corpus}/{result.kind}"
        yield f"{key[1]:40.40} {group:30.30} {result.f1:12.3f} {other.f1:12.3f} {gaps[key]:+7.3f}"


def against_truth(name: str, text: str, example: Example) -> Iterator[str]:
    """A diff of the words: spurious (``+``) and missing (``-``) runs."""
    score = word_f1(text, example.text)
    yield f"{name}: F1 {score.f1:.3f}, precision {score.precision:.3f}, recall {score.recall:.3f}"
    yield from (f"  + {run}" for run in _runs(text, example.text))
    yield from (f"  - {run}" for run in _runs(example.text, text))


def _runs(text: str, other: str) -> Iterator[str]:
    """Runs of words of ``text`` that are not in the longest common subsequence with ``other``."""
    spans = [match.span() for match in TOKEN.finditer(text)]
    mask = lcs_mask([text[a:b].lower() for a, b in spans], [word.lower() for word in TOKEN.findall(other)])
    for is_common, run in groupby(zip(mask, spans, strict=True), key=itemgetter(0)):
        if not is_common:
            within = [span for _, span in run]
            piece = re.sub(r"\s+", " ", text[within[0][0] : within[-1][1]])
            cut = f"{piece[: MAX_RUN - 40]} … {piece[-37:]}" if len(piece) > MAX_RUN else piece
            yield f"[{len(within)}] {cut}"


def wrong_lines(results: Sequence[Result], field: str, examples: Sequence[Example]) -> Iterator[str]:
    """Lists the pages on which a field is wrong, with its label and the output."""
    by_id = {(example.corpus, example.id): example for example in examples}
    for result in results:
        if result.fields.get(field) not in (None, 1.0):
            example = by_id[result.corpus, result.example]
            values = f"{labelled_field(example, field)!r}, given {output_field(result.facts, field)!r}"
            yield f"{result.extractor} {result.corpus} {result.example}: {values}"
