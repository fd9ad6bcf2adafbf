"""Labels of blocks by alignment with the true text, and site profiles of a corpus.

Site profiles are learned from the corpus itself. They do not use labels, so a profile of the evaluated site is no leak:
the reader learns the same from the pages that its user has opened.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from jingdu.faults import Fault
from jingdu.features.columns import Bits, Numbers
from jingdu.learn.corpus import Example, grouped
from jingdu.learn.work import Report, parallel_map
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.sites.learning import learned_from
from jingdu.sites.profile import SiteProfile
from jingdu.text.subsequence import lcs_rows

TOKEN: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
SITE_EXTRACTORS: Final = frozenset({"entropy", "sited", "template"})
"""Extractors that use the profile of the page's site."""
MAX_CELLS: Final = 4_000_000_000
"""Maximum bits of the stored LCS rows (500 MB); longer true texts are truncated."""
METRIC: Final = "mean word F1 by blocks, on the pages learned from"
_R = TypeVar("_R")


def tokens(text: str) -> list[str]:
    """Lower-cased words (``\\w+``); every Chinese or Japanese character is a token."""
    return TOKEN.findall(text.lower())


def lcs_mask(page: Sequence[str], truth: Sequence[str]) -> list[bool]:
    """Marks the tokens of ``page`` that are in a longest common subsequence with ``truth``.

    Ties go to the earlier token of the page.
    """
    truth = truth[: max(1, MAX_CELLS // (len(page) or 1))]
    rows = list(lcs_rows(page, truth))
    mask = [False] * len(page)
    i, j = len(page), len(truth)
    while i and j:
        if rows[i] >> (j - 1) & 1:
            j -= 1
        elif rows[i - 1] >> (j - 1) & 1:
            mask[i - 1] = True
            i, j = i - 1, j - 1
        else:
            i -= 1
    return mask


class Labels(NamedTuple):
    """Labels of a page's blocks."""

    tokens: Numbers
    """Tokens of each block."""
    hits: Numbers
    """Tokens of each block that are aligned with the true text."""
    truth: int
    """Tokens of the true text."""

    @property
    def content(self) -> Bits:
        """Whether most of a block's tokens are aligned with the true text."""
        return 2 * self.hits > self.tokens

    def f1(self, keep: Bits) -> float:
        """Word F1 of the page if it keeps these blocks (paper W, step 7)."""
        return float(2 * self.hits[keep].sum() / max(1.0, self.tokens[keep].sum() + self.truth))


def labels(page: Page, truth: str) -> Labels:
    """Labels the blocks by alignment with the true text."""
    blocks, true_tokens = list(map(tokens, page.blocks.texts)), tokens(truth)
    mask = iter(lcs_mask(list(chain.from_iterable(blocks)), true_tokens))
    hits = [sum(islice(mask, len(block))) for block in blocks]
    return Labels(np.array(list(map(len, blocks)), float), np.array(hits, float), len(true_tokens))


def map_pages(work: Callable[[Page, Labels], _R | None], examples: Sequence[Example], report: Report) -> list[_R]:
    """Applies ``work`` in parallel to each page that has a true text and a block; drops ``None``."""
    examples = [example for example in examples if example.text]
    return [result for result in parallel_map(_apply, examples, work, report=report) if result is not None]


def _apply(example: Example, work: Callable[[Page, Labels], _R | None]) -> _R | None:
    page = parse_example(example)
    return None if page is None else work(page, labels(page, example.text))


def with_result(provenance: dict[str, Any], pages: int, value: float, metric: str = METRIC) -> dict[str, Any]:
    """Adds the number of training pages and the value of the metric to the provenance."""
    return {**provenance, "pages": pages, "metric": metric, "value": round(float(value), 4)}


def parse_example(example: Example) -> Page | None:
    """Parses the page; None if it has no block or parsing fails."""
    try:
        page = parse(example.html, example.url)
    except Fault:
        return None
    return page if page.blocks else None


def site_profiles(examples: Iterable[Example]) -> dict[str, SiteProfile]:
    """``Example.site`` → profile learned from its pages.

    A page that is in the profile by which it is judged counts only once.
    """
    sites = grouped(examples, lambda example: example.site)
    return {site: learned_from(site, filter(None, map(parse_example, of_site))) for site, of_site in sites.items()}


def other_pages(pages: Sequence[Page], at: int, number: int) -> list[Page]:
    """Up to ``number`` pages of the same site that follow page ``at``, cyclically."""
    return [pages[(at + step) % len(pages)] for step in range(1, min(number, len(pages) - 1) + 1)]
