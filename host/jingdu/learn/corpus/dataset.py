"""Labelled pages as arrays: features and labels of each block.

Pages are parsed twice, in parallel: once for labels, word shares and the features that need no lexicon; and once per
fold for the lexical features, which use a lexicon estimated without the page's own site.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jingdu.features import Around, lexical_groups, plain_groups
from jingdu.features.columns import Bits, Column, Columns, Indexes, Numbers
from jingdu.features.evidence import site_columns
from jingdu.learn.corpus import Example, fold_of, grouped
from jingdu.learn.corpus.labelled import Labels, labels, other_pages, parse_example
from jingdu.learn.corpus.synthetic import synthetic_pages
from jingdu.learn.corpus.words import LexiconEstimator, WordShares, word_shares
from jingdu.learn.work import Report, parallel_map
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.sites.learning import learned_from
from jingdu.sites.profile import SiteProfile

OTHER_PAGES: Final = (0, 0, 0, 1, 2, 5, 10)
"""Sizes of site profiles in pages, one drawn for each page: readers have seen few or no other pages of most sites."""
FOLDS: Final = 3
"""Number of folds of the training pages, by site, for out-of-fold scores."""


@dataclass(slots=True)
class Dataset:
    """Labelled pages; each row is a block, and the rows of a page are consecutive."""

    examples: list[Example]
    page: Indexes
    """Index in ``examples`` of each row's page."""
    tokens: Numbers
    hits: Numbers
    """Tokens and aligned tokens of each row, as in ``Labels``."""
    truth: Numbers
    """Tokens of each page's true text."""
    columns: dict[str, NDArray[Any]]
    """Feature → values of all rows."""
    around: list[Around]
    word_shares: dict[str, WordShares] = field(repr=False)
    """Site → word shares."""
    starts: Indexes = field(init=False)
    """First row of each page."""

    def __post_init__(self) -> None:
        self.starts = np.flatnonzero(np.diff(self.page, prepend=-1))

    @property
    def content(self) -> Bits:
        """Whether each row is content, as in ``Labels``."""
        return 2 * self.hits > self.tokens

    def rows(self, pages: Bits) -> Bits:
        """The mask of the rows of these pages."""
        return pages[self.page]

    @property
    def spans(self) -> list[slice]:
        """The rows of each page."""
        return [slice(start, end) for start, end in pairwise([*self.starts.tolist(), len(self.page)])]

    def folds(self, salt: str) -> list[Bits]:
        """The pages of each fold; the partition differs with the ``salt``."""
        fold = np.array([fold_of(salt + example.site, FOLDS) for example in self.examples])
        return [fold == number for number in range(FOLDS)]

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
        return (1 + recall) * hits / np.maximum(kept + recall * self.truth, 1)


class _PageData(NamedTuple):
    number: int
    """Index among the pages of its site."""
    labels: Labels
    columns: Columns
    around: Around


_Pages = list[tuple[Example, _PageData]]


def build(examples: Sequence[Example], seed: int | None = None, report: Report = lambda text: None) -> Dataset:
    """The dataset of all examples with a true text and a block, without lexical features.

    With a ``seed`` it has synthetic pages too, which do not count in the word shares.
    """
    pages, shares = _collect(examples, report)
    if seed is not None:
        synthetic = list(synthetic_pages(examples, seed))
        report(f"{len(synthetic)} synthetic pages")
        pages += _collect(synthetic, report)[0]
    of_pages = [page.labels for _, page in pages]
    return Dataset(
        examples=[example for example, _ in pages],
        page=np.repeat(np.arange(len(pages)), [len(page.tokens) for page in of_pages]),
        tokens=np.concatenate([page.tokens for page in of_pages]),
        hits=np.concatenate([page.hits for page in of_pages]),
        truth=np.array([page.truth for page in of_pages], dtype=float),
        columns=concatenated([page.columns for _, page in pages]),
        around=[page.around for _, page in pages],
        word_shares=shares,
    )


def _collect(examples: Sequence[Example], report: Report) -> tuple[_Pages, dict[str, WordShares]]:
    sites = grouped((example for example in examples if example.text), lambda example: example.site)
    parts = sites.values()
    mapped = list(parallel_map(_read_site, parts, report=report, unit="sites"))
    pages = [(part[page.number], page) for part, (of_part, _) in zip(parts, mapped, strict=True) for page in of_part]
    report(f"{len(pages)} pages of {len(sites)} sites read")
    return pages, dict(zip(sites, (shares for _, shares in mapped), strict=True))


def _read_site(examples: list[Example]) -> tuple[list[_PageData], WordShares]:
    readable = {number: page for number, page in enumerate(map(parse_example, examples)) if page}
    pages = list(readable.values())
    labelled = [labels(page, examples[number].text) for number, page in readable.items()]
    read = []
    for at, (number, page) in enumerate(readable.items()):
        around = Around.of(page)
        table = {name: column for group in plain_groups(page, around) for name, column in group.items()}
        table |= site_columns(page, _profile(examples[number], pages, at))
        read.append(_PageData(number, labelled[at], table, around))
    return read, word_shares(zip(pages, [page.content for page in labelled], strict=True))


def _profile(example: Example, pages: list[Page], at: int) -> SiteProfile | None:
    """A profile learned from some of the site's other pages; their number is drawn by the hash of the page's id."""
    known = other_pages(pages, at, OTHER_PAGES[fold_of(f"known {example.id}", len(OTHER_PAGES))])
    return learned_from(example.site, known) if known else None


def concatenated(pages: Sequence[Mapping[str, Column]]) -> dict[str, NDArray[Any]]:
    """Concatenates the columns of all pages."""
    return {name: np.concatenate([np.asarray(page[name]) for page in pages]) for name in pages[0]}


def lexical_columns(data: Dataset, estimator: LexiconEstimator) -> dict[str, NDArray[Any]]:
    """The lexical features of all rows; the lexicon used for a page leaves out its site."""
    return concatenated(list(parallel_map(_page_lexical_columns, data.examples, estimator)))


def _page_lexical_columns(example: Example, estimator: LexiconEstimator) -> Columns:
    page = parse(example.html, example.url)
    groups = lexical_groups(page, estimator.leave_out(example.site), Around.of(page))
    return {name: column for group in groups for name, column in group.items()}
