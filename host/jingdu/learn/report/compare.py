"""Two extractors page by page: where they differ most, and in which words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

import numpy as np

from jingdu.learn.corpus import Example
from jingdu.learn.corpus.align import matched
from jingdu.learn.corpus.groups import interval
from jingdu.learn.report.evaluate import Measured
from jingdu.learn.report.fields import given, truth
from jingdu.learn.report.metrics import TOKEN, word_f1

MAX_PAGES: Final = 30
"""Pages listed."""
MAX_RUN: Final = 300
"""Characters shown of one run of words."""


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
    for key in sorted(gaps, key=lambda key: -abs(gaps[key]))[:MAX_PAGES]:
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
