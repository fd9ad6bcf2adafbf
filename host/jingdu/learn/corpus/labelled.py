"""Labelled pages, block by block: which tokens are in the true text; and what other pages of their sites teach.

The common subsequence is found with whole rows as bit strings (Crochemore et al. 2001; Hyyrö 2004): one addition and
three logical operations of long integers a token, then a walk back through the kept rows.

Profiles of sites are from a corpus' own pages. Labels are not used, so a profile of the very site that is measured is
no leak: it is what the reader would have learned from the pages that its user opened before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from jingdu.faults import Fault
from jingdu.features.columns import Numbers
from jingdu.learn.corpus import Example, grouped
from jingdu.learn.report.metrics import tokens
from jingdu.learn.work import spread
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.sites.learning import learned_from
from jingdu.sites.profile import SiteProfile

METRIC: Final = "mean word F1 by blocks, on the pages learned from"
BY_SITE: Final = frozenset({"entropy", "sited", "template"})
"""Extractors that take the profile of the page's site."""
MAX_CELLS: Final = 4_000_000_000
"""Product of both lengths (500 MB of rows) over which the true text is cut."""
_R = TypeVar("_R")
Bits = NDArray[np.bool_]


def matched(page: Sequence[str], truth: Sequence[str]) -> list[bool]:
    """For each token of ``page`` whether it is in one longest common subsequence with ``truth``.

    A zero bit at j in row i says that the subsequence grows at j. Ties go to the earlier place in the page.
    """
    truth = truth[: max(1, MAX_CELLS // (len(page) or 1))]
    places: dict[str, int] = {}
    for at, token in enumerate(truth):
        places[token] = places.get(token, 0) | 1 << at
    row = full = (1 << len(truth)) - 1
    rows = [row]
    for token in page:
        hit = row & places.get(token, 0)
        row = ((row + hit) | (row - hit)) & full
        rows.append(row)
    taken = [False] * len(page)
    i, j = len(page), len(truth)
    while i and j:
        if rows[i] >> (j - 1) & 1:
            j -= 1
        elif rows[i - 1] >> (j - 1) & 1:
            taken[i - 1] = True
            i, j = i - 1, j - 1
        else:
            i -= 1
    return taken


def content_tokens(texts: Sequence[str], truth: str) -> list[tuple[int, int]]:
    """For each text (a block) its number of tokens, and how many of them are in the truth."""
    cut = [tokens(text) for text in texts]
    taken = iter(matched([token for part in cut for token in part], tokens(truth)))
    return [(len(part), sum(next(taken) for _ in part)) for part in cut]


class Labels(NamedTuple):
    """Of each block the number of its tokens, and how many of them are in the true text; the tokens of that."""

    tokens: Numbers
    hits: Numbers
    truth: int

    @property
    def content(self) -> Bits:
        """A block is content when most of its tokens are in the true text."""
        return 2 * self.hits > self.tokens

    def f1(self, keep: Bits) -> float:
        """Word F1 of the page when these blocks are kept (paper W, step 7)."""
        return float(2 * self.hits[keep].sum() / max(1.0, self.tokens[keep].sum() + self.truth))


def labels(page: Page, truth: str) -> Labels:
    counts = np.array(content_tokens(page.blocks.texts, truth), dtype=np.float64).reshape(-1, 2)
    return Labels(counts[:, 0], counts[:, 1], len(tokens(truth)))


def read(
    work: Callable[[Page, Labels], _R], examples: Sequence[Example], report: Callable[[str], None]
) -> list[tuple[Example, _R]]:
    """``work`` of every page with a true text and a block, by as many processes as there are cores."""
    wanted = [example for example in examples if example.text]
    found = []
    for number, (example, made) in enumerate(zip(wanted, spread(partial(_one, work), wanted), strict=True), 1):
        if made is not None:
            found.append((example, made[0]))
        if number % 100 == 0 or number == len(wanted):
            report(f"pages {number}/{len(wanted)}")
    return found


def _one(work: Callable[[Page, Labels], _R], example: Example) -> tuple[_R] | None:
    page = parsed(example)
    return (work(page, labels(page, example.text)),) if page is not None else None


def known(provenance: dict[str, Any], pages: int, value: float, metric: str = METRIC) -> dict[str, Any]:
    """The provenance with what was learned from and how well."""
    return {**provenance, "pages": pages, "metric": metric, "value": round(float(value), 4)}


def parsed(example: Example) -> Page | None:
    """The page; None where it cannot be read or has no text."""
    try:
        page = parse(example.html, example.url)
    except Fault:
        return None
    return page if page.blocks else None


def profiles_of(examples: Iterable[Example]) -> dict[str, SiteProfile]:
    """The profile of each site in the corpus, by ``Example.site``.

    A page that is judged by a profile it is in counts once, as the page at hand: it rests on the others.
    """
    sites = grouped(examples, lambda example: example.site)
    return {site: learned_from(site, filter(None, map(parsed, ones))) for site, ones in sites.items()}


def others(pages: Sequence[Page], at: int, number: int) -> list[Page]:
    """``number`` pages of a site beside that at ``at``: those after it, and from the start again."""
    return [pages[(at + step) % len(pages)] for step in range(1, min(number, len(pages) - 1) + 1)]


def by_site(examples: Sequence[Example], pages: Sequence[Page | None]) -> Mapping[str, list[int]]:
    """The places of each site's readable pages."""
    readable = (at for at, page in enumerate(pages) if page is not None)
    return grouped(readable, lambda at: examples[at].site)
