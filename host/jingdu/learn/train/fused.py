"""jingdu train: from labelled pages to the weights of ``support`` (paper W) and ``fused``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.random import default_rng  # at once: while np.random loads it swallows a Ctrl-C
from numpy.typing import NDArray

from jingdu.extractors.additive import Profile
from jingdu.extractors.fused import Fused
from jingdu.extractors.layout import second_columns
from jingdu.features.lexicon import Lexicon
from jingdu.learn.corpus import part
from jingdu.learn.corpus.dataset import Sheet, lexical
from jingdu.learn.corpus.words import KINDS, Poll
from jingdu.learn.train import look as looks
from jingdu.learn.train.look import Look
from jingdu.learn.train.second import NEIGHBOURS, OFFSETS, second_look
from jingdu.learn.train.swarm import Swarm

FAINT_WORD: Final = 400
"""Supports (thousandths) under which a word of the lexicon is not worth its place in the file."""
INNER: Final = 3
"""Parts of the training pages for the first look's scores that the second look learns from."""
SWARM: Final = Swarm(particles=40, generations=40, inertia=(0.7, 0.3), own=1.4, shared=1.4)

Columns = dict[str, NDArray[Any]]
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Trained:
    """Both looks' weights, learned from the same pages."""

    support: Profile
    fused: Fused
    f1: Mapping[str, float]
    """Mean word F1 of each on the pages learned from."""


def train(sheet: Sheet, pages: NDArray[np.bool_], seed: int, report: Report, swarm: Swarm = SWARM) -> Trained:
    """Learns from the chosen pages of the sheet. The same seed gives the same weights."""
    sites = {sheet.examples[at].site for at in np.flatnonzero(pages)}
    poll = Poll({site: votes for site, votes in sheet.votes.items() if site in sites})
    columns: Columns = {**sheet.columns, **lexical(sheet, poll)}
    terms = _terms(columns)
    first = looks.fit(sheet, columns, terms, pages)
    report(f"first look: {len(first.terms)} terms, F1 {_f1(sheet, columns, first, pages):.4f}")
    swarmed = looks.optimise(sheet, columns, first, pages, default_rng([seed, 1]), swarm, report)
    support = _profile("support", swarmed, _shortened(poll.whole))
    odds = _odds(sheet, columns, terms, pages, swarmed)
    again = {name: column for name, column in {**columns, **_second(sheet, odds)}.items() if name not in columns}
    fused, value = second_look(sheet, {**columns, **again}, list(again), support, pages, seed, swarm, report)
    report(f"second look: {len(fused.trees.leaves)} trees, F1 {value:.4f}")
    return Trained(support, fused, {"support": _f1(sheet, columns, swarmed, pages), "fused": value})


def _terms(columns: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Every column, and some of the neighbours'."""
    return [(name, 0) for name in columns if name != "tokens"] + [
        (name, offset) for name in NEIGHBOURS for offset in OFFSETS
    ]


def _f1(sheet: Sheet, columns: Columns, look: Look, pages: NDArray[np.bool_]) -> float:
    return looks.mean_f1(sheet, looks.sums(sheet, columns, look) > look.threshold, pages)


def _odds(
    sheet: Sheet, columns: Columns, terms: list[tuple[str, int]], pages: NDArray[np.bool_], whole: Look
) -> NDArray[np.float64]:
    """First-look odds: of pages learned from, by a look that has not seen their site."""
    fold = np.array([part("inner" + example.site, INNER) for example in sheet.examples])
    odds = looks.sums(sheet, columns, whole) - whole.threshold
    for at in range(INNER):
        seen = looks.fit(sheet, columns, terms, pages & (fold != at))
        rows = sheet.rows(pages & (fold == at))
        odds[rows] = (looks.sums(sheet, columns, seen) - seen.threshold)[rows]
    return odds


def _second(sheet: Sheet, odds: NDArray[np.float64]) -> Columns:
    """``second_columns`` of every page, joined."""
    ends = np.append(sheet.starts[1:], len(odds))
    parts = [
        second_columns(odds[start:end], sheet.columns["size"][start:end], around)
        for start, end, around in zip(sheet.starts, ends, sheet.around, strict=True)
    ]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _shortened(lexicon: Lexicon) -> Lexicon:
    return Lexicon(*({w: s for w, s in getattr(lexicon, kind).items() if abs(s) >= FAINT_WORD} for kind in KINDS))


def _profile(name: str, look: Look, lexicon: Lexicon) -> Profile:
    """The look as weights: the threshold divided by Σ|δᵢ| as the score is."""
    total = sum(abs(term.weight) for term in look.terms)
    return Profile(name, look.bins, look.terms, float(f"{look.threshold / total:.6g}"), lexicon, {})


def with_provenance(weights: Profile | Fused, provenance: Mapping[str, Any]) -> Profile | Fused:
    return replace(weights, provenance=dict(provenance))
