"""The additive scoring model of paper W: binned features, a support for each bin, a weight for each feature.

    Score(B) = Σᵢ δᵢ · s(tᵢ) / Σᵢ |δᵢ|,   B is content where Score > ε        (W, step 5)

``s`` is the support of the bin of block B's i-th feature: a probability P(B = S | t) in the published profile, log-odds
in learned ones. A feature may belong to a neighbouring block: ``tag@-1`` is the tag of the previous block, ``size@2``
the size of the next but one.

All blocks are scored at once, by table look-up. A ``Grid`` has a row for each column, with the bin of each block; both
ends of a row are padded with the bin of missing neighbours.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import repeat
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.weight_files import as_lines, bad_weights, fields, loaded
from jingdu.faults import Fault
from jingdu.features.columns import Cells, Column, Columns, Indexes, Numbers
from jingdu.features.words import Lexicon
from jingdu.page.model import Reason

FORMAT: Final = 1
"""Version of the JSON; others are rejected."""
REACH: Final = 3
"""Maximum distance of a neighbour, in blocks."""
BATCH: Final = 512
"""Blocks scored at a time, so that the intermediate arrays fit the CPU's cache."""
MAX_BINS: Final = 250
"""Maximum number of bins of a column, so that a bin fits a byte."""


@dataclass(frozen=True)
class Bins:
    """The bins of a column, by ``edges`` (numeric) or ``values`` (categorical: value → bin).

    Unknown values fall into bin 0; missing neighbours have a bin of their own, ``outside``, after the last one.
    """

    edges: tuple[float, ...] | None
    values: Mapping[str, int]

    @cached_property
    def outside(self) -> int:
        return len(self.values if self.edges is None else self.edges) + 1

    @cached_property
    def of(self) -> Callable[[Column], NDArray[Any]]:
        """Maps a column to the bins of its values."""
        if self.edges is not None:
            edges: Any = np.array(self.edges)
            return lambda column: edges.searchsorted(column, "right")
        return lambda column: np.frombuffer(bytes(map(self.values.get, column, repeat(0))), dtype=np.uint8)

    def as_json(self) -> list[Any]:
        """Edges or values, as the JSON has them."""
        return list(self.values if self.edges is None else self.edges)

    def label(self, at: int) -> str:
        """The bin in words."""
        if at >= self.outside:
            return "none"
        if self.edges is None:
            return next((value for value, number in self.values.items() if number == at), "other")
        low = f"{self.edges[at - 1]:g} ≤ " if at else ""
        return f"{low}x" + (f" < {self.edges[at]:g}" if at < len(self.edges) else "")


class Grid:
    """The bins of a page's blocks.

    ``cells`` is (columns, blocks + 2·REACH), with block i at ``REACH + i``; ``rows`` maps the name of a column to its
    row, and ``filled`` has the names of the columns filled so far.
    """

    def __init__(self, bins: Mapping[str, Bins], blocks: int) -> None:
        self.bins = bins
        self.blocks = blocks
        self.rows = {name: row for row, name in enumerate(bins)}
        self.filled: set[str] = set()
        self.cells = np.empty((len(bins), blocks + 2 * REACH), dtype=np.uint8)
        self.cells[:] = np.fromiter((b.outside for b in bins.values()), np.uint8, len(bins))[:, None]

    def fill(self, groups: Iterable[Columns]) -> None:
        """Bins the columns of all groups; columns for which the grid has no bins are ignored."""
        rows, bins, cells = self.rows, self.bins, self.cells[:, REACH:-REACH]
        for group in groups:
            names = rows.keys() & group.keys()
            for name in names:
                cells[rows[name]] = bins[name].of(group[name])
            self.filled |= names
            del group  # frees its memory before the next one is computed

    def require(self, names: Iterable[str]) -> None:
        """Raises ``Fault`` ``bad_weights`` if one of these columns is not filled."""
        if not self.filled.issuperset(names):
            raise Fault("bad_weights")

    def take(self, rows: Indexes, offsets: Indexes, blocks: slice) -> Cells:
        """The bins of ``rows`` for ``blocks``, each row shifted by its offset; (rows, blocks)."""
        columns, width = self.cells.shape
        shape = columns, 2 * REACH + 1, self.blocks
        windows: Cells = np.ndarray(shape, np.uint8, self.cells.data, strides=(width, 1, 1))
        return windows[rows, offsets + REACH, blocks]

    def batches(self) -> Iterator[slice]:
        """All blocks as slices of at most ``BATCH``."""
        return (slice(start, start + BATCH) for start in range(0, self.blocks, BATCH))

    def bin(self, column: str, offset: int, index: int) -> int:
        """The bin of a column for block ``index + offset``."""
        return int(self.cells[self.rows[column], REACH + index + offset])


@dataclass(frozen=True, slots=True)
class Term:
    """A feature: column, offset of the neighbour, weight δ, and the support of each bin."""

    column: str
    offset: int
    weight: float
    support: tuple[float, ...]

    @property
    def name(self) -> str:
        return f"{self.column}@{self.offset}" if self.offset else self.column


class _Tables(NamedTuple):
    """A profile's terms, sorted by offset."""

    columns: list[str]
    offsets: Indexes
    groups: list[slice]
    """The terms of each offset."""
    starts: Indexes
    """The index in ``products`` of each term's first bin, (terms, 1)."""
    products: Numbers
    """δᵢ·s / Σ|δᵢ| for each bin of each term."""


@dataclass(frozen=True)
class Profile:
    """Learned or published weights; ``threshold`` is ε."""

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

    def grid(self, groups: Iterable[Columns], blocks: int, extra: Mapping[str, Bins] = MappingProxyType({})) -> Grid:
        """A grid of the profile's columns and those of ``extra``, filled from ``groups``.

        Later stages fill the missing columns of ``extra``; raises ``Fault`` ``bad_weights`` if one of the profile's is
        missing.
        """
        grid = Grid({**extra, **self.bins}, blocks)
        grid.fill(groups)
        grid.require(self.bins)
        return grid

    def scores(self, grid: Grid) -> Numbers:
        """Score(B) of each block."""
        columns, offsets, groups, starts, products = self._tables
        rows = np.array([grid.rows[column] for column in columns], dtype=np.intp)
        scores = np.zeros(grid.blocks)
        for blocks in grid.batches():
            summands = products.take(starts + grid.take(rows, offsets, blocks))
            for group in groups:
                scores[blocks] += np.add.reduce(summands[group], axis=0)
        return scores

    def adjustment(self, grid: Grid, terms: Mapping[str, Mapping[str, float]]) -> Numbers:
        """The sum of the supports of further ``terms`` (column → bin label → support) for each block."""
        total = np.zeros(grid.blocks)
        for column, supports in terms.items():
            if column in self.bins:
                bins = self.bins[column]
                table = np.array([supports.get(bins.label(at), 0.0) for at in range(bins.outside + 1)])
                total += table[grid.cells[grid.rows[column], REACH:-REACH]]
        return total

    def odds(self, scores: Numbers) -> Numbers:
        """(Score(B) − ε)·Σ|δᵢ|: in learned profiles the log-odds of content, relative to the threshold."""
        return (scores - self.threshold) * self.total

    def reasons(self, grid: Grid, index: int) -> list[Reason]:
        """The terms' contributions to the score of a block, the largest first."""
        reasons = []
        for term in self.terms:
            at = grid.bin(term.column, term.offset, index)
            contribution = term.weight * term.support[at] / self.total
            reasons.append(Reason(term.name, self.bins[term.column].label(at), contribution))
        return sorted(reasons, key=lambda reason: -abs(reason.contribution))

    @cached_property
    def digest(self) -> str:
        """Checksum of bins, terms and threshold, by which later stages recognise the profile."""
        bins = [[name, bins.as_json()] for name, bins in self.bins.items()]
        terms = [[term.name, term.weight, *term.support] for term in self.terms]
        return sha256(json.dumps([bins, terms, self.threshold]).encode()).hexdigest()[:16]

    def as_json(self) -> str:
        """The profile as JSON, one line per term."""
        return as_lines(
            {"format": FORMAT, "extractor": self.extractor, "threshold": self.threshold, "provenance": self.provenance},
            {
                "bins": {name: bins.as_json() for name, bins in self.bins.items()},
                "terms": {term.name: [term.weight, *term.support] for term in self.terms},
                "lexicon": {k: dict(sorted(getattr(self.lexicon, k).items())) for k in ("own", "around", "cues")},
            },
        )


def from_json(text: str) -> Profile:
    """Parses a profile; raises ``Fault`` ``bad_weights``."""
    with bad_weights():
        data = fields(text, FORMAT)
        bins = {name: bins_of_json(rows) for name, rows in data["bins"].items()}
        terms = [_term(name, row, bins) for name, row in data["terms"].items()]
        threshold, lexicon = float(data["threshold"]), Lexicon(**data["lexicon"])
        return Profile(data["extractor"], bins, terms, threshold, lexicon, data["provenance"])


def bins_of_json(rows: Sequence[Any]) -> Bins:
    """Parses bins; raises ``Fault`` ``bad_weights`` if there are too many or their edges are not ascending."""
    if len(rows) > MAX_BINS:
        raise Fault("bad_weights")
    if rows and isinstance(rows[0], str):
        return Bins(None, {word: at + 1 for at, word in enumerate(rows)})
    edges = tuple(map(float, rows))
    if list(edges) != sorted(set(edges)):
        raise Fault("bad_weights")
    return Bins(edges, {})


def _term(name: str, row: Sequence[float], bins: Mapping[str, Bins]) -> Term:
    column, _, offset = name.partition("@")
    if len(row) != bins[column].outside + 2 or abs(int(offset or 0)) > REACH:
        raise Fault("bad_weights")
    return Term(column, int(offset or 0), float(row[0]), tuple(map(float, row[1:])))


def load(profile: str | Profile) -> Profile:
    """``profile``, or the packaged ``weights/<profile>.json``. Raises ``Fault`` ``bad_weights``."""
    return loaded(profile, from_json)
