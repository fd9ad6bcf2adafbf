"""jingdu train: from labelled pages to the weights of ``support`` (paper W) and ``fused``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.random import default_rng  # at once: while np.random loads it swallows a Ctrl-C
from numpy.typing import NDArray

from jingdu.extractors.additive import Profile
from jingdu.extractors.fused import Fused
from jingdu.features.words import Lexicon
from jingdu.learn.corpus import Example
from jingdu.learn.corpus.dataset import Sheet, lexical, with_synthetic
from jingdu.learn.corpus.synthetic import SYNTHETIC
from jingdu.learn.corpus.words import KINDS, Poll
from jingdu.learn.train import look as looks
from jingdu.learn.train.look import Binned, Look
from jingdu.learn.train.stacked import INNER, NEIGHBOURS, OFFSETS, inner, stacked
from jingdu.learn.train.stages import Stages
from jingdu.learn.train.swarm import Swarm
from jingdu.learn.work import Report

FAINT_WORD: Final = 400
"""Supports (thousandths) under which a word of the lexicon is not worth its place in the file."""
MAX_PAGES: Final = 6
"""Pages of a site that are learned from."""
MAX_BLOCKS: Final = 1000
"""Blocks of a page from which it is not learned from: two pages in a hundred, a tenth of all blocks."""
SYNTHETIC_STEP: Final = 3
"""One synthetic page in so many is learned from."""
SWARM: Final = Swarm(particles=30, generations=20, inertia=(0.7, 0.3), own=1.4, shared=1.4)

Columns = dict[str, NDArray[Any]]


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
    few = sheet.subset(pages & few_pages(sheet))
    report(f"{len(few.examples)} pages to learn from")
    return learn(few, {**few.columns, **lexical(few, poll)}, poll.whole, seed, report, swarm)


def few_pages(sheet: Sheet) -> NDArray[np.bool_]:
    """The pages that are learned from: no very large ones, a few of a site, every so many of the synthetic ones."""
    blocks = np.bincount(sheet.page)
    by_site: dict[str, list[int]] = {}
    made = 0
    for at, example in enumerate(sheet.examples):
        synthetic = example.id.endswith(SYNTHETIC)
        made += synthetic
        if blocks[at] <= MAX_BLOCKS and (not synthetic or made % SYNTHETIC_STEP == 0):
            by_site.setdefault(example.site, []).append(at)
    chosen = np.zeros(len(sheet.examples), dtype=bool)
    for places in by_site.values():
        chosen[places[:: -(-len(places) // MAX_PAGES)]] = True
    return chosen


def learn(sheet: Sheet, columns: Columns, lexicon: Lexicon, seed: int, report: Report, swarm: Swarm) -> Trained:
    """The weights of all stages from all pages of a sheet, with the lexicon and its columns."""
    pages = np.ones(len(sheet.examples), dtype=bool)
    terms = _terms(columns)
    known = looks.all_binned(sheet, columns, dict.fromkeys(name for name, _ in terms), pages)
    first = looks.fit(sheet, columns, terms, pages, known)
    report(f"first stage: {len(first.terms)} terms")
    swarmed = looks.optimise(sheet, columns, first, pages, default_rng([seed, 1]), swarm, report)
    support = _profile("support", swarmed, _shortened(lexicon))
    odds = _odds(sheet, columns, terms, pages, swarmed, known)
    value = looks.mean_f1(sheet, looks.sums(sheet, columns, swarmed, known.places) > swarmed.threshold, pages)
    fused, fused_value = stacked(sheet, columns, odds, support, pages, seed, swarm, report)
    return Trained(support, fused, {"support": value, "fused": fused_value})


def _terms(columns: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Every column, and some of the neighbours'."""
    own = [name for name in columns if name != "tokens" and not name.startswith("page_")]
    return [(name, 0) for name in own] + [(name, offset) for name in NEIGHBOURS for offset in OFFSETS]


def _odds(
    sheet: Sheet, columns: Columns, terms: list[tuple[str, int]], pages: NDArray[np.bool_], whole: Look, known: Binned
) -> NDArray[np.float64]:
    """The first stage's odds: of pages learned from, by weights that have not seen their site."""
    fold = inner(sheet)
    odds = looks.sums(sheet, columns, whole, known.places) - whole.threshold
    for at in range(INNER):
        seen = looks.fit(sheet, columns, terms, pages & (fold != at), known)
        rows = sheet.rows(pages & (fold == at))
        odds[rows] = (looks.sums(sheet, columns, seen, known.places) - seen.threshold)[rows]
    return odds


def _shortened(lexicon: Lexicon) -> Lexicon:
    return Lexicon(*({w: s for w, s in getattr(lexicon, kind).items() if abs(s) >= FAINT_WORD} for kind in KINDS))


def _profile(name: str, look: Look, lexicon: Lexicon) -> Profile:
    """The look as weights: the threshold divided by Σ|δᵢ| as the score is."""
    total = sum(abs(term.weight) for term in look.terms)
    return Profile(name, look.bins, look.terms, float(f"{look.threshold / total:.6g}"), lexicon, {})


def support_and_fused(
    examples: list[Example], seed: int, report: Report, provenance: dict[str, Any], *, generations: int | None = None,
    stages: Stages | None = None,
) -> dict[str, str]:  # fmt: skip
    """A trainer (see ``jingdu.learn.train.trainers``): ``support.json`` and ``fused.json``."""
    swarm = SWARM if generations is None else replace(SWARM, generations=generations)
    sheet = with_synthetic(examples, seed, report, stages)
    trained = train(sheet, np.ones(len(sheet.examples), dtype=bool), seed, report, swarm)
    known = {
        **provenance,
        "pages": len(sheet.examples),
        "metric": "mean word F1 of whole pages; of fused, on articles of sites unseen by the trees, with β² = 0.8",
        "swarm": asdict(swarm),
    }
    files = {}
    for name, profile in (("support", trained.support), ("fused", trained.fused)):
        value = round(trained.f1[name], 4)
        files[f"{name}.json"] = replace(profile, provenance={**known, "value": value}).as_json()
    return files


def judging(trained: Trained) -> dict[str, dict[str, Any]]:
    """What these extractors' ``judge`` is called with, to use what was learned."""
    both = {"profile": trained.fused, "first": trained.support}
    return {"support": {"profile": trained.support}, "fused": both, "sited": both}
