"""Word F1 as the benchmarks count it, snippets that must and must not come out, and title, byline, date and language.

Equality of the latter is of letters and digits: case, spaces, punctuation and width don't count.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from jingdu.learn.corpus import Example

TOKEN: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
FIELDS: Final = ("title", "title_f1", "first_line", "byline", "byline_f1", "date", "lang")
"""What is judged, in the order of the tables.

``title`` equal, and ``title_f1`` its word F1; ``first_line``: the title is the first line
of the true text, where no title is labelled (daniel's truth begins with it); ``byline``
the same names in any order, ``byline_f1`` their words; ``date`` the same day, or month
where only that is labelled; ``lang`` the same language, whatever its script or country.
"""
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_BETWEEN: Final = re.compile(r"\s*(?:[,;&|/、，；·]|\band\b|\bund\b|\bet\b|\by\b|和|与)\s*", re.I)
_BEFORE: Final = re.compile(r"^\s*(?:written\s+by|posted\s+by|by|von|par|por|作者|记者|文)\b[\s:：/]*", re.I)


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


class Facts(NamedTuple):
    """What an extractor gives of a page beside its text."""

    title: str | None = None
    byline: str | None = None
    published: str | None = None
    lang: str | None = None


def judged(facts: Facts, example: Example) -> dict[str, float]:
    """For each field that the example labels, 1 or 0 for right or wrong (``…_f1``: word F1)."""
    right: dict[str, float] = {}
    if example.title:
        right["title"] = float(letters(facts.title) == letters(example.title))
        right["title_f1"] = word_f1(facts.title or "", example.title).f1
    elif example.text:
        first = example.text.lstrip().split("\n", 1)[0]
        right["first_line"] = float(letters(facts.title) == letters(first))
    if example.author:
        right["byline"] = float(people(facts.byline) == people(example.author))
        right["byline_f1"] = word_f1(facts.byline or "", example.author).f1
    if example.date:
        right["date"] = float((facts.published or "")[: len(example.date[:10])] == example.date[:10])
    if example.lang:
        right["lang"] = float((facts.lang or "").partition("-")[0].lower() == example.lang.partition("-")[0].lower())
    return right


def letters(text: str | None) -> str:
    """The letters and digits of ``text``, case and width folded."""
    return _NOT_LETTERS.sub("", unicodedata.normalize("NFKC", text or "")).casefold()


def people(byline: str | None) -> frozenset[str]:
    names: Sequence[str] = _BETWEEN.split(_BEFORE.sub("", byline or ""))
    return frozenset(name for part in names if (name := letters(part)))


def given(facts: Facts, field: str) -> str | None:
    """What ``facts`` say for a field of ``FIELDS``."""
    name = field.removesuffix("_f1")
    found: str | None = getattr(facts, {"first_line": "title", "date": "published"}.get(name, name))
    return found


def truth(example: Example, field: str) -> str | None:
    """What the label says for a field of ``FIELDS``."""
    name = field.removesuffix("_f1")
    if name == "first_line":
        return example.text.lstrip().split("\n", 1)[0]
    found: str | None = getattr(example, {"byline": "author"}.get(name, name))
    return found
