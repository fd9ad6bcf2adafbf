"""The engine of paper W: binned features, a support for each bin, a weight for each feature.

    Score(B) = Σᵢ δᵢ · s(tᵢ) / Σᵢ |δᵢ|,   B is content where Score > ε        (W, step 5)

``s`` is the support of the bin that block B's i-th feature falls into: the published
profile has probabilities P(B = S | t), learned ones log-odds. A feature may look at a
neighbour: ``tag@-1`` is the tag of the block before, ``size@2`` the size of the one after
the next. A profile is one readable JSON file; what is computed from it here is only the
product δᵢ·s for each bin, so that a score is a sum of table look-ups.

All blocks are scored at once: a ``Grid`` has a row for each column, a cell for each block's
bin, and cells beyond both ends of the page for the neighbours that are not there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from itertools import repeat
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.weight_files import as_lines, fields, fitting, read
from jingdu.faults import Fault
from jingdu.features.columns import Column, Columns, Numbers
from jingdu.features.words import Lexicon
from jingdu.page.model import Reason

FORMAT: Final = 1
"""Version of the JSON of a profile; another one is refused."""
REACH: Final = 3
"""Blocks to each side that a term may look at."""
AT_ONCE: Final = 512
"""Blocks that sums are made for at a time: what is looked up for them stays in the processor's cache."""
MAX_BINS: Final = 250
"""Bins of a column at the most, so that a bin fits a byte."""


@dataclass(frozen=True)
class Bins:
    """How the values of a column fall into bins: by ``edges`` (numbers) or by ``values`` (words).

    Words that were not learned fall into bin 0. The bin after the last, ``outside``, is
    for a neighbour that is not there.
    """

    edges: tuple[float, ...] | None
    values: Mapping[str, int] | None

    @cached_property
    def outside(self) -> int:
        return len(self.edges) + 1 if self.edges is not None else len(self.values or ()) + 1

    @cached_property
    def of(self) -> Callable[[Column], NDArray[Any]]:
        """The bin of each value of a column."""
        if self.edges is not None:
            edges: Any = np.array(self.edges)
            return lambda column: edges.searchsorted(column, "right")
        place = dict(self.values or {}).get
        return lambda column: np.frombuffer(bytes(map(place, column, repeat(0))), dtype=np.uint8)

    def as_json(self) -> list[Any]:
        """Edges or words, as a file of weights holds them."""
        return list(self.edges) if self.edges is not None else list(self.values or ())

    def label(self, at: int) -> str:
        """The bin in words, for explanations."""
        if at >= self.outside:
            return "none"
        if self.edges is None:
            return next((word for word, place in (self.values or {}).items() if place == at), "other")
        low = f"{self.edges[at - 1]:g} ≤ " if at else ""
        return f"{low}x" + (f" < {self.edges[at]:g}" if at < len(self.edges) else "")


class Grid:
    """The bins of a page's blocks: ``rows`` has the row of a column in ``cells``.

    ``cells`` is (columns, blocks + 2·REACH); block i of the page stands at ``REACH + i``.
    """

    __slots__ = ("bins", "blocks", "cells", "filled", "rows")

    def __init__(self, bins: Mapping[str, Bins], blocks: int) -> None:
        self.bins = bins
        self.blocks = blocks
        self.rows = {name: row for row, name in enumerate(bins)}
        self.filled: set[str] = set()
        """The columns that are entered."""
        self.cells = np.empty((len(bins), blocks + 2 * REACH), dtype=np.uint8)
        self.cells[:] = np.fromiter((b.outside for b in bins.values()), np.uint8, len(bins))[:, None]

    def fill(self, groups: Iterable[Columns]) -> None:
        """Enters the columns that there are bins for."""
        rows, bins, cells = self.rows, self.bins, self.cells[:, REACH:-REACH]
        for group in groups:
            names = rows.keys() & group.keys()
            for name in names:
                cells[rows[name]] = bins[name].of(group[name])
            self.filled |= names
            del group  # of a large page: before the next one is made

    def require(self, names: Iterable[str]) -> None:
        """Raises ``Fault`` ``bad_weights`` where one of these columns was never filled."""
        if not self.filled.issuperset(names):
            raise Fault("bad_weights")

    def seen(
        self, rows: NDArray[np.intp], offsets: int | NDArray[np.intp], blocks: slice = slice(None)
    ) -> NDArray[np.uint8]:
        """(rows, blocks): the bins of those rows, of the blocks that many away."""
        columns, width = self.cells.shape
        shape = columns, 2 * REACH + 1, self.blocks
        windows: NDArray[np.uint8] = np.ndarray(shape, np.uint8, self.cells.data, strides=(width, 1, 1))
        return windows[rows, offsets + REACH, blocks]

    def parts(self) -> Iterator[slice]:
        """The blocks, ``AT_ONCE`` at a time."""
        return (slice(start, start + AT_ONCE) for start in range(0, self.blocks, AT_ONCE))

    def bin(self, column: str, offset: int, index: int) -> int:
        """One block's bin; that of a neighbour out of reach is ``outside``."""
        return int(self.cells[self.rows[column], REACH + index + offset])


@dataclass(frozen=True, slots=True)
class Term:
    """One feature of the sum: its column, the neighbour it looks at, its weight and supports."""

    column: str
    offset: int
    weight: float
    support: tuple[float, ...]

    @property
    def name(self) -> str:
        return f"{self.column}@{self.offset}" if self.offset else self.column


class _Tables(NamedTuple):
    """A profile's terms, by offset: the column and offset that each looks at, the terms of one offset, and where
    in ``products`` a term's δᵢ·s / Σ|δᵢ| for its first bin is."""

    columns: list[str]
    offsets: NDArray[np.intp]
    groups: list[slice]
    starts: NDArray[np.intp]
    products: Numbers


@dataclass(frozen=True)
class Profile:
    """Learned or published weights: bins, terms, threshold ε, lexicon, and where they come from."""

    extractor: str
    bins: Mapping[str, Bins]
    terms: Sequence[Term]
    threshold: float
    lexicon: Lexicon
    provenance: Mapping[str, Any]

    @cached_property
    def total(self) -> float:
        """Σ |δᵢ|."""
        return sum(abs(term.weight) for term in self.terms) or 1.0

    @cached_property
    def _tables(self) -> _Tables:
        ordered = sorted(self.terms, key=lambda term: term.offset)
        width = max((len(term.support) for term in ordered), default=1)
        tables = np.zeros((len(ordered), width))
        for table, term in zip(tables, ordered, strict=True):
            table[: len(term.support)] = np.array(term.support) * (term.weight / self.total)
        offsets = [term.offset for term in ordered]
        return _Tables(
            [term.column for term in ordered],
            np.array(offsets, dtype=np.intp),
            [slice(offsets.index(offset), offsets.index(offset) + n) for offset, n in Counter(offsets).items()],
            np.arange(0, tables.size, width)[:, None],
            tables.ravel(),
        )

    def grid(self, groups: Iterable[Columns], blocks: int, later: Mapping[str, Bins] = MappingProxyType({})) -> Grid:
        """The bins of the columns that the profile uses, and of those of ``later`` that are there already.

        Raises ``Fault`` ``bad_weights`` where one of the profile's is missing.
        """
        grid = Grid({**later, **self.bins}, blocks)
        grid.fill(groups)
        grid.require(self.bins)
        return grid

    def scores(self, grid: Grid) -> Numbers:
        """Score(B) for each block."""
        columns, offsets, groups, starts, products = self._tables
        rows = np.array([grid.rows[column] for column in columns], dtype=np.intp)
        scores = np.zeros(grid.blocks)
        for blocks in grid.parts():
            said = products.take(starts + grid.seen(rows, offsets, blocks))
            for group in groups:
                scores[blocks] += np.add.reduce(said[group], axis=0)
        return scores

    def added(self, grid: Grid, terms: Mapping[str, Mapping[str, float]]) -> Numbers:
        """What ``terms`` add to each block: column → label of a bin → support."""
        total = np.zeros(grid.blocks)
        for column, supports in terms.items():
            if column in self.bins:
                bins = self.bins[column]
                table = np.array([supports.get(bins.label(at), 0.0) for at in range(bins.outside + 1)])
                total += table[grid.cells[grid.rows[column], REACH:-REACH]]
        return total

    def odds(self, scores: Numbers) -> Numbers:
        """(Score(B) − ε)·Σ|δᵢ|: of a learned profile the log-odds of content, 0 at the threshold."""
        return (scores - self.threshold) * self.total

    def reasons(self, grid: Grid, index: int) -> list[Reason]:
        """Of one block: what each term adds, the weightiest first; they sum to the score."""
        rows = []
        for term in self.terms:
            place = grid.bin(term.column, term.offset, index)
            rows.append(
                Reason(term.name, self.bins[term.column].label(place), term.weight * term.support[place] / self.total)
            )
        return sorted(rows, key=lambda reason: -abs(reason.contribution))

    @cached_property
    def digest(self) -> str:
        """A checksum of bins, terms and threshold."""
        bins = [[name, one.as_json()] for name, one in self.bins.items()]
        terms = [[term.name, term.weight, *term.support] for term in self.terms]
        return sha256(json.dumps([bins, terms, self.threshold]).encode()).hexdigest()[:16]

    def as_json(self) -> str:
        """The profile as its file holds it: one line a term, stable order."""
        return as_lines(
            {
                "format": FORMAT,
                "extractor": self.extractor,
                "threshold": self.threshold,
                "provenance": self.provenance,
            },
            {
                "bins": {name: bins.as_json() for name, bins in self.bins.items()},
                "terms": {term.name: [term.weight, *term.support] for term in self.terms},
                "lexicon": {k: dict(sorted(getattr(self.lexicon, k).items())) for k in ("own", "around", "cues")},
            },
        )


def from_json(text: str) -> Profile:
    """A profile from its file's text. Raises ``Fault`` ``bad_weights`` where it does not fit."""
    with fitting():
        data = fields(text, FORMAT)
        bins = {name: bins_of_json(rows) for name, rows in data["bins"].items()}
        terms = [_term(name, row, bins) for name, row in data["terms"].items()]
        return Profile(
            data["extractor"], bins, terms, float(data["threshold"]), Lexicon(**data["lexicon"]), data["provenance"]
        )


def bins_of_json(rows: Sequence[Any]) -> Bins:
    """Bins from a file of weights. Raises ``Fault`` ``bad_weights`` where edges do not rise, or are too many."""
    if len(rows) > MAX_BINS:
        raise Fault("bad_weights")
    if rows and isinstance(rows[0], str):
        return Bins(None, {word: at + 1 for at, word in enumerate(rows)})
    edges = tuple(map(float, rows))
    if list(edges) != sorted(set(edges)):
        raise Fault("bad_weights")
    return Bins(edges, None)


def _term(name: str, row: Sequence[float], bins: Mapping[str, Bins]) -> Term:
    column, _, offset = name.partition("@")
    if len(row) != bins[column].outside + 2 or abs(int(offset or 0)) > REACH:
        raise Fault("bad_weights")
    return Term(column, int(offset or 0), float(row[0]), tuple(map(float, row[1:])))


@cache
def load(name: str) -> Profile:
    """The packaged profile ``weights/<name>.json``. Raises ``Fault`` ``bad_weights``."""
    return from_json(read(name))
