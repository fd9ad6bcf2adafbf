"""Word F1 as the benchmarks count it, and the must-have / must-not snippet score."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

TOKEN: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")


class Score(NamedTuple):
    """Precision, recall and their harmonic mean, each in [0, 1]."""

    precision: float
    recall: float
    f1: float


def tokens(text: str) -> list[str]:
    """Lower-cased words (``\\w+``); every Chinese or Japanese character is a token."""
    return TOKEN.findall(text.lower())


def word_f1(found: str, truth: str) -> Score:
    """Paper W, step 7, on bags of words: P = H₀/H₁, R = H₀/H₂; both empty counts as right."""
    return of_counts(Counter(tokens(found)), Counter(tokens(truth)))


def of_counts(found: Counter[str], truth: Counter[str]) -> Score:
    common = (found & truth).total()
    if not found.total() and not truth.total():
        return Score(1.0, 1.0, 1.0)
    precision = common / (found.total() or 1)
    recall = common / (truth.total() or 1)
    return Score(precision, recall, 2 * precision * recall / ((precision + recall) or 1))


def snippets(found: str, must: Sequence[str], must_not: Sequence[str]) -> tuple[int, int, int, int]:
    """(true positives, false negatives, false positives, true negatives) of the snippets, white space folded."""
    text = " ".join(found.split())
    hit = sum(" ".join(snippet.split()) in text for snippet in must)
    wrong = sum(" ".join(snippet.split()) in text for snippet in must_not)
    return hit, len(must) - hit, wrong, len(must_not) - wrong
