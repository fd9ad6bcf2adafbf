"""Metrics: word F1, snippets, and the fields title, byline, date and language.

Fields are compared by letters and digits, ignoring case, spaces, punctuation and width.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from jingdu.learn.corpus import Example
from jingdu.learn.corpus.labelled import tokens
from jingdu.text.words import letters

FIELDS: Final = ("title", "title_f1", "first_line", "byline", "byline_f1", "date", "lang")
"""Columns of the table of fields.

``first_line`` is the title against the first line of the true text if no title is labelled (daniel's truth begins with
it); ``byline`` compares sets of names, ``date`` the labelled precision, ``lang`` the primary subtag; ``…_f1`` is word
F1.
"""
_SEPARATOR: Final = re.compile(r"\s*(?:[,;&|/、，；·]|\band\b|\bund\b|\bet\b|\by\b|和|与)\s*", re.I)
_PREFIX: Final = re.compile(r"^\s*(?:written\s+by|posted\s+by|by|von|par|por|作者|记者|文)\b[\s:：/]*", re.I)


class Score(NamedTuple):
    """Precision, recall and their harmonic mean, each in [0, 1]."""

    precision: float
    recall: float
    f1: float


def word_f1(text: str, truth: str) -> Score:
    """Paper W, step 7, on bags of words: P = H₀/H₁, R = H₀/H₂; 1 if both are empty."""
    output, labelled = Counter(tokens(text)), Counter(tokens(truth))
    common = (output & labelled).total()
    if not output and not labelled:
        return Score(1.0, 1.0, 1.0)
    precision = common / (output.total() or 1)
    recall = common / (labelled.total() or 1)
    return Score(precision, recall, 2 * precision * recall / ((precision + recall) or 1))


def snippets(text: str, must: Sequence[str], must_not: Sequence[str]) -> tuple[int, int, int, int]:
    """Counts true positives, false negatives, false positives and true negatives, with white space folded."""
    text = " ".join(text.split())
    hit = sum(" ".join(snippet.split()) in text for snippet in must)
    wrong = sum(" ".join(snippet.split()) in text for snippet in must_not)
    return hit, len(must) - hit, wrong, len(must_not) - wrong


class Facts(NamedTuple):
    """Metadata that an extractor returns."""

    title: str | None = None
    byline: str | None = None
    published: str | None = None
    lang: str | None = None


def score_fields(facts: Facts, example: Example) -> dict[str, float]:
    """Labelled field → 1 or 0 for right or wrong (``…_f1``: word F1)."""
    scores: dict[str, float] = {}
    if example.title:
        scores["title"] = float(normalize(facts.title) == normalize(example.title))
        scores["title_f1"] = word_f1(facts.title or "", example.title).f1
    elif example.text:
        scores["first_line"] = float(normalize(facts.title) == normalize(labelled_field(example, "first_line")))
    if example.author:
        scores["byline"] = float(names_of(facts.byline) == names_of(example.author))
        scores["byline_f1"] = word_f1(facts.byline or "", example.author).f1
    if example.date:
        scores["date"] = float((facts.published or "")[: len(example.date[:10])] == example.date[:10])
    if example.lang:
        scores["lang"] = float((facts.lang or "").partition("-")[0].lower() == example.lang.partition("-")[0].lower())
    return scores


def normalize(text: str | None) -> str:
    """The letters and digits of ``text``, with case and width folded."""
    return letters(unicodedata.normalize("NFKC", text or ""))


def names_of(byline: str | None) -> frozenset[str]:
    """The normalized names in a byline."""
    names: Sequence[str] = _SEPARATOR.split(_PREFIX.sub("", byline or ""))
    return frozenset(name for part in names if (name := normalize(part)))


def output_field(facts: Facts, field: str) -> str | None:
    """The value of a column of ``FIELDS`` in the output."""
    name = field.removesuffix("_f1")
    return cast(str | None, getattr(facts, {"first_line": "title", "date": "published"}.get(name, name)))


def labelled_field(example: Example, field: str) -> str | None:
    """The label of a column of ``FIELDS``."""
    name = field.removesuffix("_f1")
    if name == "first_line":
        return example.text.lstrip().split("\n", 1)[0]
    return cast(str | None, getattr(example, {"byline": "author"}.get(name, name)))
