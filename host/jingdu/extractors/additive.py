"""The engine of paper W: binned features, a support for each bin, a weight for each feature.

    Score(B) = Σᵢ δᵢ · s(tᵢ) / Σᵢ |δᵢ|,   B is content where Score > ε        (W, step 5)

``s`` is the support of the bin that block B's i-th feature falls into: the published
profile has probabilities P(B = S | t), learned ones log-odds. A feature may look at a
neighbour: ``tag@-1`` is the tag of the block before, ``size@2`` the size of the one after
the next. A profile is one readable JSON file; what is computed from it here is only the
product δᵢ·s for each bin, so that a score is a sum of table look-ups.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from jingdu.faults import Fault
from jingdu.page.features.columns import Column
from jingdu.page.lexicon import Lexicon

FORMAT: Final = 1
"""Version of the JSON of a profile; another one is refused."""
_WEIGHTS: Final = Path(__file__).parent.parent / "weights"
"""Beside the code: ``importlib.resources`` would cost a cold click 9 ms."""


@dataclass(frozen=True, slots=True)
class Bins:
    """How the values of a column fall into bins: by ``edges`` (numbers) or by ``values`` (words).

    Words that were not learned fall into bin 0. The bin after the last, ``outside``, is
    for a neighbour that is not there.
    """

    edges: tuple[float, ...] | None
    values: Mapping[str, int] | None

    @property
    def outside(self) -> int:
        return len(self.edges) + 1 if self.edges is not None else len(self.values or ()) + 1

    def of(self, column: Column) -> list[int]:
        """The bin of each value of the column."""
        if self.edges is not None:
            edges = self.edges
            if 2 * len(distinct := set(column)) > len(column):
                return [bisect_right(edges, value) for value in column]
            places = {value: bisect_right(edges, value) for value in distinct}
            return [places[value] for value in column]
        get = (self.values or {}).get
        return [get(value, 0) for value in column]

    def label(self, at: int) -> str:
        """The bin in words, for explanations."""
        if at >= self.outside:
            return "none"
        if self.edges is None:
            return next((word for word, place in (self.values or {}).items() if place == at), "other")
        low = f"{self.edges[at - 1]:g} ≤ " if at else ""
        return f"{low}x" + (f" < {self.edges[at]:g}" if at < len(self.edges) else "")


class Places:
    """A column in its bins, and for each neighbour looked at the call that picks the blocks' entries of a table."""

    __slots__ = ("_picks", "bins", "places")

    def __init__(self, bins: Bins, column: Column) -> None:
        self.bins = bins
        self.places = bins.of(column)
        self._picks: dict[int, Pick] = {}

    def pick(self, offset: int) -> Pick:
        """Of a table with an entry for each bin: those of the blocks ``offset`` away."""
        if offset not in self._picks:
            places = _shifted(self.places, offset, self.bins.outside)
            self._picks[offset] = itemgetter(*places) if len(places) > 1 else lambda table: (table[places[0]],)
        return self._picks[offset]


Pick = Callable[[Sequence[float]], tuple[float, ...]]
Binned = dict[str, Places]
"""Columns that were binned already, by name."""


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
    def _tables(self) -> dict[str, list[tuple[int, list[float]]]]:
        """For each column its offsets, each with δᵢ·s / Σ|δᵢ| for every bin."""
        tables: dict[str, list[tuple[int, list[float]]]] = {}
        for term in self.terms:
            table = [term.weight * support / self.total for support in term.support]
            tables.setdefault(term.column, []).append((term.offset, table))
        return tables

    def scores(self, columns: Mapping[str, Column], binned: Binned | None = None) -> list[float]:
        """Score(B) for each block. Raises ``Fault`` ``bad_weights`` where a column is missing.

        ``binned`` remembers the bins of columns, for another profile that has the same.
        """
        binned = {} if binned is None else binned
        parts = []
        for name, offsets in self._tables.items():
            if name not in columns:
                raise Fault("bad_weights")
            bins = self.bins[name]
            known = binned.get(name)
            if known is None or known.bins != bins:
                known = binned[name] = Places(bins, columns[name])
            parts += [known.pick(offset)(table) for offset, table in offsets]
        return list(map(sum, zip(*parts, strict=True)))

    def odds(self, columns: Mapping[str, Column], binned: Binned | None = None) -> list[float]:
        """(Score(B) − ε)·Σ|δᵢ|: of a learned profile the log-odds of content, 0 at the threshold."""
        return [(score - self.threshold) * self.total for score in self.scores(columns, binned)]

    def contributions(self, columns: Mapping[str, Column], index: int) -> list[tuple[str, str, float]]:
        """Of one block: each term's name, the bin's label, and what it adds; they sum to the score."""
        rows = []
        for term in self.terms:
            at = index + term.offset
            column = columns[term.column]
            bins = self.bins[term.column]
            place = bins.of(column[at : at + 1])[0] if 0 <= at < len(column) else bins.outside
            rows.append((term.name, bins.label(place), term.weight * term.support[place] / self.total))
        return rows

    def as_json(self) -> str:
        """The profile as its file holds it: one line a term, stable order."""
        head = {
            "format": FORMAT,
            "extractor": self.extractor,
            "threshold": self.threshold,
            "provenance": self.provenance,
        }
        body: dict[str, Mapping[str, Any]] = {
            "bins": {
                name: list(bins.edges) if bins.edges is not None else list(bins.values or ())
                for name, bins in self.bins.items()
            },
            "terms": {term.name: [term.weight, *term.support] for term in self.terms},
            "lexicon": {kind: dict(sorted(getattr(self.lexicon, kind).items())) for kind in ("own", "around", "cues")},
        }
        lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
        for key, rows in body.items():
            inner = ",\n  ".join(f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in rows.items())
            lines.append(f"{json.dumps(key)}: {{\n  {inner}\n}}")
        return "{\n" + ",\n".join(lines) + "\n}\n"


def _shifted(places: list[int], offset: int, outside: int) -> list[int]:
    """``places`` as seen from the block ``offset`` places before."""
    if not offset:
        return places
    pad = [outside] * min(abs(offset), len(places))
    return places[offset:] + pad if offset > 0 else pad + places[:offset]


def from_json(text: str) -> Profile:
    """A profile from its file's text. Raises ``Fault`` ``bad_weights`` where it does not fit."""
    try:
        data = json.loads(text, parse_constant=_no_number)
        if data["format"] != FORMAT:
            raise Fault("bad_weights")
        bins = {name: _bins(rows) for name, rows in data["bins"].items()}
        terms = [_term(name, row, bins) for name, row in data["terms"].items()]
        return Profile(
            data["extractor"], bins, terms, float(data["threshold"]), Lexicon(**data["lexicon"]), data["provenance"]
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Fault("bad_weights") from error


def _no_number(name: str) -> float:
    """Python's JSON takes NaN and Infinity for numbers; a score of either would keep or drop any page."""
    raise ValueError(name)


def _bins(rows: Sequence[Any]) -> Bins:
    if rows and isinstance(rows[0], str):
        return Bins(None, {word: at + 1 for at, word in enumerate(rows)})
    edges = tuple(map(float, rows))
    if list(edges) != sorted(set(edges)):
        raise Fault("bad_weights")
    return Bins(edges, None)


def _term(name: str, row: Sequence[float], bins: Mapping[str, Bins]) -> Term:
    column, _, offset = name.partition("@")
    if len(row) != bins[column].outside + 2:
        raise Fault("bad_weights")
    return Term(column, int(offset or 0), float(row[0]), tuple(map(float, row[1:])))


@cache
def load(name: str) -> Profile:
    """The packaged profile ``weights/<name>.json``. Raises ``Fault`` ``bad_weights``."""
    try:
        return from_json((_WEIGHTS / f"{name}.json").read_text("utf-8"))
    except OSError as error:
        raise Fault("bad_weights") from error
