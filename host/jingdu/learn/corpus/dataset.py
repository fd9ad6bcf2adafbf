"""Labelled pages as arrays: what every block is like, and how much of it is content.

Pages are parsed twice, by as many processes as there are cores: once for labels, the votes
for the lexicon and the columns that need no lexicon, once (for each split) for the columns
that do. A page's own site never votes on the words that the page is learned with.
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
from jingdu.learn.corpus.labelled import Bits, content_tokens, others, parsed
from jingdu.learn.corpus.synthetic import synthetic_pages
from jingdu.learn.corpus.words import Poll, Votes, votes
from jingdu.learn.report.metrics import tokens
from jingdu.learn.train.stages import Stages
from jingdu.learn.work import Report, spread
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.sites.learning import learned_from
from jingdu.sites.profile import SiteProfile

KNOWN: Final = (0, 0, 0, 1, 2, 5, 10)
"""Other pages of its site that a page is read with, drawn for each page: most readers know none or few."""


@dataclass(slots=True)
class Sheet:
    """Labelled pages, one row a block, pages one after the other.

    ``page`` is the row's page (an index into ``examples``), ``tokens`` and ``hits`` its
    tokens and how many of them are in the truth, ``truth`` the tokens of each page's true
    text, ``starts`` each page's first row.
    """

    examples: list[Example]
    page: Indexes
    tokens: Numbers
    hits: Numbers
    truth: Numbers
    columns: dict[str, NDArray[Any]]
    around: list[Around]
    votes: dict[str, Votes] = field(repr=False)
    starts: Indexes = field(init=False)

    def __post_init__(self) -> None:
        self.starts = np.flatnonzero(np.diff(self.page, prepend=-1))

    @property
    def content(self) -> Bits:
        """A block is content when most of its tokens are aligned with the true text."""
        return 2 * self.hits > self.tokens

    def rows(self, pages: Bits) -> Bits:
        return pages[self.page]

    def subset(self, pages: Bits) -> Sheet:
        """The chosen pages alone, with all votes."""
        at, rows = np.flatnonzero(pages), self.rows(pages)
        columns = {name: column[rows] for name, column in self.columns.items()}
        examples, around = [self.examples[one] for one in at], [self.around[one] for one in at]
        page = np.cumsum(pages)[self.page[rows]] - 1
        return Sheet(examples, page, self.tokens[rows], self.hits[rows], self.truth[at], columns, around, self.votes)

    def f1(self, keep: Bits, recall: float = 1.0) -> Numbers:
        """Word F1 of each page when the chosen rows are kept (W, step 7); ``recall`` is β², its weight."""
        found = np.add.reduceat(self.tokens * keep, self.starts)
        right = np.add.reduceat(self.hits * keep, self.starts)
        both: Numbers = (1 + recall) * right / np.maximum(found + recall * self.truth, 1)
        return both


class _Read(NamedTuple):
    """A page that was read, by its number among those of its site: tokens and hits of each block, and columns."""

    number: int
    label: list[tuple[int, int]]
    columns: Columns
    around: Around


def prepare(examples: Sequence[Example], report: Report = lambda text: None, stages: Stages | None = None) -> Sheet:
    """The sheet of all examples with a true text whose page has a block; without the lexicon's columns.

    With ``stages``, what was read of each site is kept there at once.
    """
    return _sheet(*_collected(examples, report, stages, "sites"))


def with_synthetic(
    examples: Sequence[Example], seed: int, report: Report = lambda text: None, stages: Stages | None = None
) -> Sheet:
    """``prepare`` of the examples, and of the synthetic pages made of them, which have no votes."""
    pages, votes = _collected(examples, report, stages, "sites")
    made = list(synthetic_pages(examples, seed))
    report(f"{len(made)} synthetic pages")
    return _sheet(pages + _collected(made, report, stages, "synthetic")[0], votes)


def _collected(
    examples: Sequence[Example], report: Report, stages: Stages | None, name: str
) -> tuple[list[tuple[Example, _Read]], dict[str, Votes]]:
    sites = grouped((example for example in examples if example.text), lambda example: example.site)
    classes = (_Read, Around, Regions, Row, Votes)
    found = (
        stages.each(name, classes, list(sites.values()), lambda part: spread(_read_site, part))
        if stages
        else spread(_read_site, sites.values())
    )
    pages: list[tuple[Example, _Read]] = []
    votes: dict[str, Votes] = {}
    for site, (read, voted) in zip(sites, found, strict=True):
        pages += [(sites[site][one.number], one) for one in read]
        votes[site] = voted
    report(f"{len(pages)} pages of {len(sites)} sites read")
    return pages, votes


def _read_site(examples: list[Example]) -> tuple[list[_Read], Votes]:
    readable = [(number, page) for number, page in enumerate(map(parsed, examples)) if page]
    pages = [page for _, page in readable]
    labels = [content_tokens([block.text for block in page.blocks], examples[at].text) for at, page in readable]
    voted = votes((page, [2 * hit > count for count, hit in label]) for page, label in zip(pages, labels, strict=True))
    read = []
    for at, ((number, page), label) in enumerate(zip(readable, labels, strict=True)):
        around = Around.of(page)
        table = {name: column for group in plain_groups(page, around) for name, column in group.items()}
        table |= site_columns(page, _profile(examples[number], pages, at))
        read.append(_Read(number, label, table, around))
    return read, voted


def _profile(example: Example, pages: list[Page], at: int) -> SiteProfile | None:
    """What some of the site's other pages would have taught the reader: of none, one, a few, by chance of the page."""
    draw = int.from_bytes(sha256(f"known {example.id}".encode()).digest()[:4])
    known = others(pages, at, KNOWN[draw % len(KNOWN)])
    return learned_from(example.site, known) if known else None


def _sheet(pages: list[tuple[Example, _Read]], votes: dict[str, Votes]) -> Sheet:
    examples, read = [example for example, _ in pages], [page for _, page in pages]
    label = np.array([pair for page in read for pair in page.label], dtype=float)
    page = np.repeat(np.arange(len(read)), [len(page.label) for page in read])
    truth = np.array([len(tokens(example.text)) for example in examples], dtype=float)
    columns, around = _joined([page.columns for page in read]), [page.around for page in read]
    return Sheet(examples, page, label[:, 0], label[:, 1], truth, columns, around, votes)


def _joined(pages: Sequence[Mapping[str, Column]]) -> dict[str, NDArray[Any]]:
    return {name: np.concatenate([np.asarray(page[name]) for page in pages]) for name in pages[0]}


def lexical(sheet: Sheet, poll: Poll) -> dict[str, NDArray[Any]]:
    """The columns that need the lexicon, each page's read without its own site's votes."""
    return _joined(list(spread(_lexical, sheet.examples, poll)))


def _lexical(example: Example, poll: Poll) -> Columns:
    page = parse(example.html, example.url)
    groups = lexical_groups(page, poll.without(example.site), Around.of(page))
    return {name: column for group in groups for name, column in group.items()}
