"""Labelled pages as arrays: features and labels of each block.

Pages are parsed twice, in parallel: once for labels, word shares and the features that need no lexicon; and once per
fold for the lexical features, which use a lexicon estimated without the page's own site.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jingdu.features import Around, lexical_groups, plain_groups
from jingdu.features.columns import Column, Columns, Indexes, Numbers
from jingdu.features.containers import Regions, Row
from jingdu.features.evidence import site_columns
from jingdu.learn.corpus import Example, grouped
from jingdu.learn.corpus.labelled import Bits, count_tokens, other_pages, parse_example
from jingdu.learn.corpus.synthetic import synthetic_pages
from jingdu.learn.corpus.words import LexiconEstimator, WordShares, word_shares
from jingdu.learn.report.metrics import tokens
from jingdu.learn.train.stages import Stages
from jingdu.learn.work import Report, parallel_map
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.sites.learning import learned_from
from jingdu.sites.profile import SiteProfile

OTHER_PAGES: Final = (0, 0, 0, 1, 2, 5, 10)
"""Sizes of site profiles in pages, one drawn for each page: readers have seen few or no other pages of most sites."""


@dataclass(slots=True)
class Dataset:
    """Labelled pages; each row is a block, and the rows of a page are consecutive."""

    examples: list[Example]
    page: Indexes
    """Of each row, the index of its page in ``examples``."""
    tokens: Numbers
    hits: Numbers
    """Of each row, as in ``Labels``."""
    truth: Numbers
    """Tokens of each page's true text."""
    columns: dict[str, NDArray[Any]]
    """Feature → values of all rows."""
    around: list[Around]
    word_shares: dict[str, WordShares] = field(repr=False)
    """By site."""
    starts: Indexes = field(init=False)
    """First row of each page."""

    def __post_init__(self) -> None:
        self.starts = np.flatnonzero(np.diff(self.page, prepend=-1))

    @property
    def content(self) -> Bits:
        """As in ``Labels``."""
        return 2 * self.hits > self.tokens

    def rows(self, pages: Bits) -> Bits:
        """The mask of the rows of these pages."""
        return pages[self.page]

    def subset(self, pages: Bits) -> Dataset:
        """The dataset of these pages; word shares of all sites are kept."""
        at, rows = np.flatnonzero(pages), self.rows(pages)
        return Dataset(
            [self.examples[index] for index in at],
            np.cumsum(pages)[self.page[rows]] - 1,
            self.tokens[rows],
            self.hits[rows],
            self.truth[at],
            {name: column[rows] for name, column in self.columns.items()},
            [self.around[index] for index in at],
            self.word_shares,
        )

    def f1(self, keep: Bits, recall: float = 1.0) -> Numbers:
        """Word F-score of each page if it keeps these rows (W, step 7); ``recall`` is β², the weight of recall."""
        kept = np.add.reduceat(self.tokens * keep, self.starts)
        hits = np.add.reduceat(self.hits * keep, self.starts)
        score: Numbers = (1 + recall) * hits / np.maximum(kept + recall * self.truth, 1)
        return score


class _PageData(NamedTuple):
    number: int
    """Index among the pages of its site."""
    label: list[tuple[int, int]]
    """Tokens and hits of each block."""
    columns: Columns
    around: Around


def build(examples: Sequence[Example], report: Report = lambda text: None, stages: Stages | None = None) -> Dataset:
    """The dataset of all examples with a true text and a block, without lexical features.

    ``stages`` caches the parsed pages.
    """
    return _dataset(*_collect(examples, report, stages, "sites"))


def build_with_synthetic(
    examples: Sequence[Example], seed: int, report: Report = lambda text: None, stages: Stages | None = None
) -> Dataset:
    """The dataset of the examples and of synthetic pages, which do not count in the word shares."""
    pages, shares = _collect(examples, report, stages, "sites")
    synthetic = list(synthetic_pages(examples, seed))
    report(f"{len(synthetic)} synthetic pages")
    return _dataset(pages + _collect(synthetic, report, stages, "synthetic")[0], shares)


def _collect(
    examples: Sequence[Example], report: Report, stages: Stages | None, name: str
) -> tuple[list[tuple[Example, _PageData]], dict[str, WordShares]]:
    sites = grouped((example for example in examples if example.text), lambda example: example.site)
    classes = (_PageData, Around, Regions, Row, WordShares)
    mapped = (
        stages.map(name, classes, list(sites.values()), lambda part: parallel_map(_read_site, part))
        if stages
        else parallel_map(_read_site, sites.values())
    )
    pages: list[tuple[Example, _PageData]] = []
    shares: dict[str, WordShares] = {}
    for site, (read, shares_of_site) in zip(sites, mapped, strict=True):
        pages += [(sites[site][page.number], page) for page in read]
        shares[site] = shares_of_site
    report(f"{len(pages)} pages of {len(sites)} sites read")
    return pages, shares


def _read_site(examples: list[Example]) -> tuple[list[_PageData], WordShares]:
    readable = [(number, page) for number, page in enumerate(map(parse_example, examples)) if page]
    pages = [page for _, page in readable]
    labels = [count_tokens([block.text for block in page.blocks], examples[at].text) for at, page in readable]
    content = ([2 * hits > count for count, hits in label] for label in labels)
    shares = word_shares(zip(pages, content, strict=True))
    read = []
    for at, ((number, page), label) in enumerate(zip(readable, labels, strict=True)):
        around = Around.of(page)
        table = {name: column for group in plain_groups(page, around) for name, column in group.items()}
        table |= site_columns(page, _profile(examples[number], pages, at))
        read.append(_PageData(number, label, table, around))
    return read, shares


def _profile(example: Example, pages: list[Page], at: int) -> SiteProfile | None:
    """A profile learned from a random number of the site's other pages, by the hash of the page's id."""
    draw = int.from_bytes(sha256(f"known {example.id}".encode()).digest()[:4])
    known = other_pages(pages, at, OTHER_PAGES[draw % len(OTHER_PAGES)])
    return learned_from(example.site, known) if known else None


def _dataset(pages: list[tuple[Example, _PageData]], shares: dict[str, WordShares]) -> Dataset:
    examples, read = [example for example, _ in pages], [page for _, page in pages]
    label = np.array([pair for page in read for pair in page.label], dtype=float)
    page = np.repeat(np.arange(len(read)), [len(page.label) for page in read])
    truth = np.array([len(tokens(example.text)) for example in examples], dtype=float)
    columns, around = _concatenate([page.columns for page in read]), [page.around for page in read]
    return Dataset(examples, page, label[:, 0], label[:, 1], truth, columns, around, shares)


def _concatenate(pages: Sequence[Mapping[str, Column]]) -> dict[str, NDArray[Any]]:
    return {name: np.concatenate([np.asarray(page[name]) for page in pages]) for name in pages[0]}


def lexical_columns(data: Dataset, estimator: LexiconEstimator) -> dict[str, NDArray[Any]]:
    """The lexical features of all rows, each page's by a lexicon that leaves out its site."""
    return _concatenate(list(parallel_map(_page_lexical_columns, data.examples, estimator)))


def _page_lexical_columns(example: Example, estimator: LexiconEstimator) -> Columns:
    page = parse(example.html, example.url)
    groups = lexical_groups(page, estimator.leave_out(example.site), Around.of(page))
    return {name: column for group in groups for name, column in group.items()}
