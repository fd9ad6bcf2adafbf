"""jingdu train: from labelled pages to the weights of ``support`` (paper W) and ``fused``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.additive import Profile
from jingdu.extractors.layout import second_columns
from jingdu.learn import look as looks
from jingdu.learn.corpus import part
from jingdu.learn.dataset import Sheet, lexical
from jingdu.learn.look import Look
from jingdu.learn.swarm import Swarm
from jingdu.learn.words import KINDS, Poll
from jingdu.page.lexicon import Lexicon

NEIGHBOURS: Final = (
    "tag parent_tag size link_density stops commas cues cue_low names around_low first last title digits links case "
    "since_heading alike_share landmark inline"
).split()
"""Columns that are also looked at in the blocks around."""
OFFSETS: Final = (-2, -1, 1, 2)
FAINT_WORD: Final = 400
"""Supports (thousandths) under which a word of the lexicon is not worth its place in the file."""
INNER: Final = 3
"""Parts of the training pages for the first look's scores that the second look learns from."""
SWARM: Final = Swarm(particles=40, generations=40, inertia=(0.7, 0.3), own=1.4, shared=1.4)

Columns = dict[str, NDArray[Any]]
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Trained:
    """Both profiles, learned from the same pages."""

    support: Profile
    fused: Profile
    f1: Mapping[str, float]
    """Mean word F1 of each on the pages learned from."""


def train(sheet: Sheet, pages: NDArray[np.bool_], seed: int, report: Report, swarm: Swarm = SWARM) -> Trained:
    """Learns from the chosen pages of the sheet. The same seed gives the same weights."""
    rng = np.random.default_rng(seed)
    sites = {sheet.examples[at].site for at in np.flatnonzero(pages)}
    poll = Poll({site: votes for site, votes in sheet.votes.items() if site in sites})
    columns: Columns = {**sheet.columns, **lexical(sheet, poll)}
    terms = _terms(columns)
    first = looks.fit(sheet, columns, terms, pages)
    report(f"first look: {len(first.terms)} terms, F1 {_f1(sheet, columns, first, pages):.4f}")
    swarmed = looks.optimise(sheet, columns, first, pages, rng, swarm, report)
    odds = _odds(sheet, columns, terms, pages, swarmed)
    both: Columns = {**columns, **_second(sheet, odds)}
    second = looks.fit(sheet, both, _terms(both), pages)
    report(f"second look: {len(second.terms)} terms, F1 {_f1(sheet, both, second, pages):.4f}")
    second = looks.optimise(sheet, both, second, pages, rng, swarm, report)
    lexicon = _shortened(poll.whole)
    value = {"support": _f1(sheet, columns, swarmed, pages), "fused": _f1(sheet, both, second, pages)}
    return Trained(_profile("support", swarmed, lexicon), _profile("fused", second, Lexicon()), value)


def _terms(columns: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Every column, and some of the neighbours'; the first look's odds of three to each side."""
    terms = [(name, 0) for name in columns]
    terms += [(name, offset) for name in NEIGHBOURS for offset in OFFSETS]
    if "first_look" in columns:
        terms += [("first_look", offset) for offset in (-3, -2, -1, 1, 2, 3)]
    return terms


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
    parts = [
        second_columns(odds[start : start + len(layout.sizes)].tolist(), layout)
        for start, layout in zip(sheet.starts, sheet.layouts, strict=True)
    ]
    return {name: np.concatenate([np.array(p[name], dtype=float) for p in parts]) for name in parts[0]}


def _shortened(lexicon: Lexicon) -> Lexicon:
    return Lexicon(*({w: s for w, s in getattr(lexicon, kind).items() if abs(s) >= FAINT_WORD} for kind in KINDS))


def _profile(name: str, look: Look, lexicon: Lexicon) -> Profile:
    """The look as weights: the threshold divided by Σ|δᵢ| as the score is."""
    total = sum(abs(term.weight) for term in look.terms)
    return Profile(name, look.bins, look.terms, float(f"{look.threshold / total:.6g}"), lexicon, {})


def with_provenance(profile: Profile, provenance: Mapping[str, Any]) -> Profile:
    return replace(profile, provenance=dict(provenance))
