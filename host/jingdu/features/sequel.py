"""What came before a block: a second date, headline, article or copy of a text says that another story began."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.features.columns import Columns, Numbers, Sums, headings, since
from jingdu.page.model import Page

MIN_COPY: Final = 30
"""Characters from which a text that occurs earlier on the page counts as a copy."""
MIN_TERMS: Final = 6
"""Terms from which a block is compared with others."""
SEARCHED: Final = 1500
"""Characters of a block whose terms are compared."""
MAX_COUNT: Final = 6
MAX_DATE: Final = 80
"""Characters up to which a block may be a date line."""
_DATE: Final = re.compile(
    r"\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d\b|\d{1,2}月\d{1,2}日|\b\d{1,2}:\d\d\b"
    r"|\b(?:19|20)\d\d\b|\b\d{1,4} ?(?:min|minute|hour|day|week|month|year)s?\b"
    r"|\d{1,4} ?(?:分钟|小时|天|個月|个月|年)前"
)
_DIGIT: Final = re.compile(r"\d")
LINKED: Final = 0.7
"""Share of a heading's text in links from which it leads to another page."""
_WORD: Final = re.compile(r"[a-z]{4,}")
"""The same as ``_TERM`` in ASCII, where it takes half the time."""
_TERM: Final = re.compile(r"[^\W\d_]{4,}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def sequel_columns(page: Page, tags: list[str], link_density: Numbers, sums: Sums, core: tuple[int, int]) -> Columns:
    """``core`` are the first and last (exclusive) block of the subtree with most of the text (paper D)."""
    texts = page.blocks.texts
    heading = headings(tags)
    dated = np.array([len(text) <= MAX_DATE and _is_dated(text) for text in texts])
    h1 = np.array([tag == "h1" for tag in tags])
    linked_heading = heading & (link_density > LINKED)
    return {
        "copies": _copies(page),
        "h1_before": np.minimum(_before(h1), MAX_COUNT),
        "dates_before": np.minimum(_before(dated), 20),
        "dated": dated.astype(np.float64),
        "since_date": since(dated),
        "linked_headings_before": np.minimum(_before(linked_heading), MAX_COUNT),
        "under_link": _last(heading, linked_heading),
        "article_number": _articles(page),
        **_shared(texts, sums, core),
    }


def _is_dated(text: str) -> bool:
    return _DIGIT.search(text) is not None and _DATE.search(text) is not None


def _before(marks: NDArray[Any]) -> Numbers:
    counted: Numbers = np.cumsum(marks) - marks.astype(np.float64)
    return counted


def _last(marks: NDArray[Any], flags: NDArray[Any]) -> Numbers:
    """Of each block whether the last marked one up to it has the flag; -1 where there is none."""
    at = np.maximum.accumulate(np.where(marks, np.arange(len(marks)), -1))
    return np.where(at < 0, -1.0, flags[at].astype(np.float64))


def _copies(page: Page) -> Numbers:
    """How many containers have the same text earlier; a refrain beside the first is no copy."""
    texts, box_of, parents = page.blocks.texts, page.blocks.box_of, page.boxes.parents
    places: dict[str, set[int]] = {}
    found = np.zeros(len(texts))
    for at, text in enumerate(texts):
        if len(text) >= MIN_COPY:
            place = parents[box_of[at]]
            earlier = places.setdefault(text, set())
            found[at] = min(len(earlier) - (place in earlier), MAX_COUNT)
            earlier.add(place)
    return found


def _articles(page: Page) -> Numbers:
    """The number of the outermost ``article`` element that a block is in; 0 where there is none."""
    numbers = np.zeros(len(page.blocks))
    number, end = 0, 0
    boxes = page.boxes
    if "article" not in boxes.tags:
        return numbers
    for box, tag in enumerate(boxes.tags):
        if tag == "article" and boxes.firsts[box] >= end and boxes.lasts[box] > boxes.firsts[box]:
            number, end = number + 1, boxes.lasts[box]
            numbers[boxes.firsts[box] : end] = min(number, MAX_COUNT)
    return numbers


def _shared(texts: list[str], sums: Sums, core: tuple[int, int]) -> Columns:
    """Of the terms of a block of prose, the share that occurs in the core, and in the prose before it."""
    known = {at: _terms(texts[at]) for at in np.flatnonzero(sums.is_prose).tolist()}
    once: set[str] = set()
    twice: set[str] = set()
    for at, terms in known.items():
        if core[0] <= at < core[1]:
            twice |= once & terms
            once |= terms
    in_core, in_before = np.full(len(texts), -1.0), np.full(len(texts), -1.0)
    before: set[str] = set()
    for at, terms in known.items():
        if len(terms) >= MIN_TERMS:
            others = twice if core[0] <= at < core[1] else once
            in_core[at] = len(terms & others) / len(terms)
            in_before[at] = len(terms & before) / len(terms) if before else -1.0
        before |= terms
    return {"core_words": in_core, "earlier_words": in_before}


def _terms(text: str) -> set[str]:
    """Words of four letters or more, and pairs of Chinese characters."""
    if text.isascii():
        return {*_WORD.findall(text[:SEARCHED].lower())}
    found = _TERM.findall(text[:SEARCHED].lower())
    pairs = [a + b for a, b in pairwise(found) if len(a) == 1 and len(b) == 1]
    return {*pairs, *(term for term in found if len(term) > 1)}
