"""Columns of a block's position: in the page, among its neighbours, relative to the title, on paper D's descent
(``jingdu.extractors.decay``), and after dates, headlines, articles and copies, since a second one indicates another
story.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, repeat
from operator import contains
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jingdu.features.columns import Bits, Columns, Numbers, Sums, headings, windows
from jingdu.page.model import Page
from jingdu.text.words import EAST_ASIAN, title_terms

WINDOWS: Final = (1, 3, 10)
"""Blocks to each side."""
SEARCHED: Final = 1000
"""Characters of a block searched for terms of the title."""
STEEPEST: Final = 0.85
"""Share of text whose loss ends the descent. It is above paper D's T, since learned weights decide where to stop."""
STEEP: Final = 0.34
"""Paper D's T as published."""
FAR: Final = 99
"""Distances, in blocks, are clipped to this."""
MIN_COPY: Final = 30
"""Minimum characters of a block that may be a copy of an earlier one."""
MIN_TERMS: Final = 6
"""Minimum terms of a block that is compared with others."""
COMPARED: Final = 1500
"""Characters of a block whose terms are compared."""
MAX_COUNT: Final = 6
"""Counts of preceding copies, headings and articles are clipped to this."""
MAX_DATE: Final = 80
"""Maximum characters of a date line."""
_DATE: Final = re.compile(
    r"\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d\b|\d{1,2}月\d{1,2}日|\b\d{1,2}:\d\d\b"
    r"|\b(?:19|20)\d\d\b|\b\d{1,4} ?(?:min|minute|hour|day|week|month|year)s?\b"
    r"|\d{1,4} ?(?:分钟|小时|天|個月|个月|年)前"
)
LINKED: Final = 0.7
"""Link density above which a heading is a link to another page."""
_WORD: Final = re.compile(r"[a-z]{4,}")
"""``_TERM`` for ASCII, in half the time."""
_TERM: Final = rf"[^\W\d_]{{4,}}|[{EAST_ASIAN}]"
"""A term; a string, because compiling it takes 2 ms and is not needed for pages in ASCII."""


def title_columns(page: Page, chars: Numbers, tags: list[str]) -> Columns:
    """Share of the title's terms (paper T's relevance), and distances from the most relevant block and from ``h1``."""
    terms = title_terms(page.title)
    lowered = [text[:SEARCHED].lower() for text in page.blocks.texts]
    found = np.zeros(len(lowered))
    for term in terms:
        found += np.fromiter(map(contains, lowered, repeat(term)), dtype=bool, count=len(lowered))
    share = found / (len(terms) or 1)
    filled = found * 8 / (chars + 8)
    title = int((share * filled).argmax())
    h1 = tags.index("h1") if "h1" in tags else title
    at = np.arange(len(share), dtype=np.float64)
    return {
        "title": share,
        "title_filled": filled,
        "after_title": np.minimum(np.maximum(at - title, -20), 60),
        "after_h1": np.minimum(np.maximum(at - h1, -20), 60),
    }


def place_columns(page: Page, sums: Sums, tags: list[str]) -> Columns:
    """Position in the page by blocks and by text, distances from headings and prose, and number of equal texts."""
    texts = page.blocks.texts
    count = len(texts)
    repeats = Counter(texts)
    at = np.arange(count, dtype=np.float64)
    total = sums.total_prose
    return {
        "index": np.minimum(at, FAR),
        "from_end": np.minimum(count - at, FAR),
        "place": at / count,
        "read": sums.prose[:-1] / total,
        "unread": (total - sums.prose[1:]) / total,
        "text_before": sums.size[:-1] / sums.total,
        "since_heading": since(headings(tags)),
        "since_prose": _since_earlier(sums.is_prose),
        "to_prose": _since_earlier(sums.is_prose[::-1])[::-1],
        "repeats": np.minimum(np.fromiter(map(repeats.__getitem__, texts), dtype=np.float64, count=count), 9),
    }


def since(marks: Bits) -> Numbers:
    """Distance of each block from the last marked one, in blocks; 0 for marked ones."""
    at = np.arange(len(marks))
    return np.minimum(at - np.maximum.accumulate(np.where(marks, at, -FAR)), FAR).astype(np.float64)


def _since_earlier(marks: Bits) -> Numbers:
    """Number of blocks between each block and the last marked one before it."""
    return np.append(FAR, since(marks)[:-1])


def window_columns(sums: Sums, count: int) -> Columns:
    """Text outside links in windows around a block: mean per block, and share of all text."""
    a, b = windows(count, WINDOWS)
    plain = sums.plain[b] - sums.plain[a]
    pure = plain / (sums.size[b] - sums.size[a])
    mean = plain / (b - a)
    tables = ("plain", mean), ("pure", pure)
    return {f"{name}_{reach}": row for name, table in tables for reach, row in zip(WINDOWS, table, strict=True)}


class Step(NamedTuple):
    """A container (index) of paper D's descent, and r = (C − M)/C, the share of its text outside its heaviest child."""

    container: int
    lost: float


def core(page: Page, chain: list[Step]) -> tuple[int, int]:
    """First and last block (exclusive) of paper D's subject subtree."""
    container = next((step.container for step in chain if step.lost > STEEP), chain[-1].container)
    return page.containers.firsts[container], page.containers.lasts[container]


def decay_columns(page: Page, sums: Sums, chain: list[Step]) -> Columns:
    """For the last container of the descent that contains the block: steps to the end, r, and share of the text."""
    steps = np.zeros(len(page.blocks), dtype=np.intp)
    firsts, lasts = page.containers.firsts, page.containers.lasts
    for step, (container, _) in enumerate(chain):
        steps[firsts[container] : lasts[container]] = step
    shares = np.array([(sums.plain[lasts[at]] - sums.plain[firsts[at]]) / sums.total_plain for at, _ in chain])
    return {
        "decay": (len(chain) - steps).astype(np.float64),
        "decay_lost": np.array([lost for _, lost in chain])[steps],
        "decay_share": shares[steps],
    }


def descent(page: Page, plain: Sequence[float] | Numbers) -> list[Step]:
    """Paper D, step 2: from the root always to the child with most text; ``plain`` are prefix sums outside links."""
    containers, sums = page.containers, np.array(plain)
    parents = np.array(containers.parents)
    weights = sums[np.array(containers.lasts)] - sums[np.array(containers.firsts)]
    order = np.lexsort((np.arange(len(weights))[::-1], weights))
    heaviest = np.full(len(parents) + 1, -1)
    heaviest[parents[order]] = order  # the last assignment wins: the heaviest child, of equal ones the first
    chain: list[Step] = []
    at = 0
    while at >= 0:
        weight = float(weights[at])
        child = int(heaviest[at])
        lost = 1 - float(weights[child]) / weight if child >= 0 and weight else 1.0
        chain.append(Step(at, lost))
        at = child if lost < STEEPEST else -1
    return chain


# preceding blocks


def preceding_columns(
    page: Page, tags: list[str], numeric: Bits, link_density: Numbers, sums: Sums, core: tuple[int, int]
) -> Columns:
    """Copies, headlines, dates and articles before a block, and terms that it shares with other prose.

    ``numeric`` marks the blocks with digits, and ``core`` is the range of paper D's subject subtree.
    """
    texts = page.blocks.texts
    heading = headings(tags)
    dated = np.zeros(len(texts), dtype=bool)
    for at in np.flatnonzero(numeric).tolist():
        dated[at] = len(texts[at]) <= MAX_DATE and _DATE.search(texts[at]) is not None
    linked_heading = heading & (link_density > LINKED)
    return {
        "copies": _copies(page),
        "h1_before": np.minimum(_before(np.array([tag == "h1" for tag in tags])), MAX_COUNT),
        "dates_before": np.minimum(_before(dated), 20),
        "dated": dated.astype(np.float64),
        "since_date": since(dated),
        "linked_headings_before": np.minimum(_before(linked_heading), MAX_COUNT),
        "under_link": _last(heading, linked_heading),
        "article_number": _articles(page),
        **_shared(texts, sums, core),
    }


def _before(marks: NDArray[Any]) -> Numbers:
    """Number of marked blocks before each block."""
    return np.cumsum(marks) - marks.astype(np.float64)


def _last(marks: NDArray[Any], flags: NDArray[Any]) -> Numbers:
    """The flag of the last marked block up to and including each block; -1 without one."""
    at = np.maximum.accumulate(np.where(marks, np.arange(len(marks)), -1))
    return np.where(at < 0, -1.0, flags[at].astype(np.float64))


def _copies(page: Page) -> Numbers:
    """Number of other parent containers in which the same text occurs before each block."""
    texts, container_of, parents = page.blocks.texts, page.blocks.container_of, page.containers.parents
    known: dict[str, set[int]] = {}
    copies = np.zeros(len(texts))
    for at, text in enumerate(texts):
        if len(text) >= MIN_COPY:
            own = parents[container_of[at]]
            earlier = known.setdefault(text, set())
            copies[at] = min(len(earlier) - (own in earlier), MAX_COUNT)
            earlier.add(own)
    return copies


def _articles(page: Page) -> Numbers:
    """Number, from 1, of the outermost ``article`` element around each block; 0 without one."""
    numbers = np.zeros(len(page.blocks))
    number, end = 0, 0
    tags, firsts, lasts = page.containers.tags, page.containers.firsts, page.containers.lasts
    for container, tag in enumerate(tags):
        if tag == "article" and lasts[container] > firsts[container] >= end:
            number, end = number + 1, lasts[container]
            numbers[firsts[container] : end] = min(number, MAX_COUNT)
    return numbers


def _shared(texts: list[str], sums: Sums, core: tuple[int, int]) -> Columns:
    """Share of a prose block's terms that occur in other prose of the core, and in prose before the block; else -1."""
    terms_of = {at: _terms(texts[at]) for at in np.flatnonzero(sums.is_prose).tolist()}
    once: set[str] = set()
    twice: set[str] = set()
    for at, terms in terms_of.items():
        if core[0] <= at < core[1]:
            twice |= once & terms
            once |= terms
    in_core, in_before = np.full(len(texts), -1.0), np.full(len(texts), -1.0)
    before: set[str] = set()
    for at, terms in terms_of.items():
        if len(terms) >= MIN_TERMS:
            in_core[at] = len(terms & (twice if core[0] <= at < core[1] else once)) / len(terms)
            in_before[at] = len(terms & before) / len(terms) if before else -1.0
        before |= terms
    return {"core_words": in_core, "earlier_words": in_before}


def _terms(text: str) -> set[str]:
    """Words of four or more letters, and pairs of Chinese characters."""
    if text.isascii():
        return {*_WORD.findall(text[:COMPARED].lower())}
    found = re.findall(_TERM, text[:COMPARED].lower())
    pairs = [a + b for a, b in pairwise(found) if len(a) == 1 and len(b) == 1]
    return {*pairs, *(term for term in found if len(term) > 1)}
