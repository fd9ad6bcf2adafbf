"""Labelled pages as arrays: what every block is like, and how much of it is content.

Pages are parsed twice, by as many processes as there are cores: once for labels, the votes
for the lexicon and the columns that need no lexicon, once (for each split) for the columns
that do. A page's own site never votes on the words that the page is learned with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.features import Around, lexical_groups, plain_groups
from jingdu.features.columns import Column, Columns
from jingdu.features.regions import Regions, Row
from jingdu.features.site import site_columns
from jingdu.learn.corpus import Example
from jingdu.learn.corpus.align import content_tokens
from jingdu.learn.corpus.sites import others, parsed
from jingdu.learn.corpus.synthetic import synthetic_pages
from jingdu.learn.corpus.words import Poll, Votes, votes
from jingdu.learn.report.metrics import tokens
from jingdu.learn.train.stages import Stages
from jingdu.learn.workers import spread
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.sites.learning import learned_from
from jingdu.sites.profile import SiteProfile

KNOWN: Final = (0, 0, 0, 1, 2, 5, 10)
"""Other pages of its site that a page is read with, drawn for each page: most readers know none or few."""
_HELD: dict[str, Poll] = {}
"""The poll that a worker process reads pages with; handed over once, when it starts."""


@dataclass(slots=True)
class Sheet:
    """Labelled pages, one row a block, pages one after the other.

    ``page`` is the row's page (an index into ``examples``), ``tokens`` and ``hits`` its
    tokens and how many of them are in the truth, ``truth`` the tokens of each page's true
    text, ``starts`` each page's first row.
    """

    examples: list[Example]
    page: NDArray[np.int64]
    tokens: NDArray[np.float64]
    hits: NDArray[np.float64]
    truth: NDArray[np.float64]
    starts: NDArray[np.int64]
    columns: dict[str, NDArray[Any]]
    around: list[Around]
    """Of each page, without the attributes of its boxes."""
    votes: dict[str, Votes] = field(repr=False)

    @property
    def content(self) -> NDArray[np.bool_]:
        """A block is content when most of its tokens are aligned with the true text."""
        return 2 * self.hits > self.tokens

    def rows(self, pages: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return pages[self.page]

    def subset(self, pages: NDArray[np.bool_]) -> Sheet:
        """The chosen pages alone, with all votes."""
        at, rows = np.flatnonzero(pages), self.rows(pages)
        page = np.cumsum(pages)[self.page[rows]] - 1
        return Sheet(
            [self.examples[one] for one in at],
            page,
            self.tokens[rows],
            self.hits[rows],
            self.truth[at],
            np.flatnonzero(np.diff(page, prepend=-1)),
            {name: column[rows] for name, column in self.columns.items()},
            [self.around[one] for one in at],
            self.votes,
        )

    def f1(self, keep: NDArray[np.bool_], recall: float = 1.0) -> NDArray[np.float64]:
        """Word F1 of each page when the chosen rows are kept (W, step 7); ``recall`` is β², its weight."""
        found = np.add.reduceat(self.tokens * keep, self.starts)
        right = np.add.reduceat(self.hits * keep, self.starts)
        both: NDArray[np.float64] = (1 + recall) * right / np.maximum(found + recall * self.truth, 1)
        return both


@dataclass(frozen=True, slots=True)
class _Read:
    label: list[tuple[int, int]]
    columns: Columns
    around: Around


def prepare(
    examples: Sequence[Example],
    report: Callable[[str], None] = lambda text: None,
    stages: Stages | None = None,
    name: str = "sites",
) -> Sheet:
    """The sheet of all examples with a true text whose page has a block; without the lexicon's columns.

    With ``stages``, what was read of each site is kept there at once, in stages of that ``name``.
    """
    by_site: dict[str, list[Example]] = {}
    for example in examples:
        if example.text:
            by_site.setdefault(example.site, []).append(example)
    kept: list[Example] = []
    read: list[_Read] = []
    polled: dict[str, Votes] = {}
    for site, (pages, voted) in zip(by_site, _read_sites(list(by_site.values()), stages, name), strict=True):
        polled[site] = voted
        for example, page in zip(by_site[site], pages, strict=True):
            if page is not None:
                kept.append(example)
                read.append(page)
    report(f"{len(kept)} pages of {len(by_site)} sites read")
    return _sheet(kept, read, polled)


def joined(sheet: Sheet, other: Sheet) -> Sheet:
    """The pages of both, with the votes of the first alone."""
    columns = {name: np.concatenate((column, other.columns[name])) for name, column in sheet.columns.items()}
    return Sheet(
        examples=sheet.examples + other.examples,
        page=np.concatenate((sheet.page, other.page + len(sheet.examples))),
        tokens=np.concatenate((sheet.tokens, other.tokens)),
        hits=np.concatenate((sheet.hits, other.hits)),
        truth=np.concatenate((sheet.truth, other.truth)),
        starts=np.concatenate((sheet.starts, other.starts + len(sheet.page))),
        columns=columns,
        around=sheet.around + other.around,
        votes=sheet.votes,
    )


def with_synthetic(
    examples: Sequence[Example],
    seed: int,
    report: Callable[[str], None] = lambda text: None,
    stages: Stages | None = None,
) -> Sheet:
    """``prepare`` of the examples, and of the synthetic pages made of them."""
    sheet = prepare(examples, report, stages)
    made = list(synthetic_pages(examples, seed))
    report(f"{len(made)} synthetic pages")
    return joined(sheet, prepare(made, report, stages, "synthetic")) if made else sheet


def _read_sites(
    sites: Sequence[list[Example]], stages: Stages | None, name: str
) -> Iterable[tuple[list[_Read | None], Votes]]:
    if stages is None:
        return spread(_read_site, sites)
    return stages.each(name, (_Read, Around, Regions, Row, Votes), sites, lambda part: spread(_read_site, part))


def _hold(poll: Poll) -> None:
    _HELD["poll"] = poll


def _read_site(examples: list[Example]) -> tuple[list[_Read | None], Votes]:
    pages = [parsed(example) for example in examples]
    labels = [
        content_tokens([block.text for block in page.blocks], example.text) if page else []
        for page, example in zip(pages, examples, strict=True)
    ]
    voted = votes(
        (page, [2 * hit > count for count, hit in label]) for page, label in zip(pages, labels, strict=True) if page
    )
    whole = [page for page in pages if page]
    places = accumulate((page is not None for page in pages), initial=0)
    return [
        _read(page, label, _profile(example, whole, place)) if page else None
        for page, label, example, place in zip(pages, labels, examples, places, strict=False)
    ], voted


def _profile(example: Example, pages: list[Page], at: int) -> SiteProfile | None:
    """What some of the site's other pages would have taught the reader: of none, one, a few, by chance of the page."""
    draw = int.from_bytes(sha256(f"known {example.id}".encode()).digest()[:4])
    known = others(pages, at, KNOWN[draw % len(KNOWN)])
    return learned_from(example.site, known) if known else None


def _read(page: Page, label: list[tuple[int, int]], profile: SiteProfile | None) -> _Read:
    around = Around.of(page)
    table = {name: column for group in plain_groups(page, around) for name, column in group.items()}
    table |= site_columns(page, profile)
    return _Read(label, table, around._replace(attributes=[]))


def _sheet(examples: list[Example], read: list[_Read], polled: dict[str, Votes]) -> Sheet:
    sizes = [len(page.label) for page in read]
    label = np.array([pair for page in read for pair in page.label], dtype=float)
    return Sheet(
        examples=examples,
        page=np.repeat(np.arange(len(read)), sizes),
        tokens=label[:, 0],
        hits=label[:, 1],
        truth=np.array([len(tokens(example.text)) for example in examples], dtype=float),
        starts=np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(int),
        columns=_joined([page.columns for page in read]),
        around=[page.around for page in read],
        votes=polled,
    )


def _joined(pages: Sequence[Mapping[str, Column]]) -> dict[str, NDArray[Any]]:
    return {name: np.concatenate([np.asarray(page[name]) for page in pages]) for name in pages[0]}


def lexical(sheet: Sheet, poll: Poll) -> dict[str, NDArray[Any]]:
    """The columns that need the lexicon, each page's read without its own site's votes."""
    return _joined(list(spread(_lexical, sheet.examples, _hold, (poll,))))


def _lexical(example: Example) -> Columns:
    page = parse(example.html, example.url)
    groups = lexical_groups(page, _HELD["poll"].without(example.site), Around.of(page))
    return {name: column for group in groups for name, column in group.items()}
