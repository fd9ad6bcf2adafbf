"""Title, byline, date and language beside the labels: which of them are right.

Equality is of letters and digits: case, spaces, punctuation and width don't count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from jingdu.learn.corpus import Example
from jingdu.learn.report.metrics import word_f1

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
