"""Training of ``support`` (paper W) and ``fused``."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Final

import numpy as np
from numpy.random import default_rng  # imported early: np.random ignores Ctrl-C while it is loading

from jingdu.extractors.additive import Profile
from jingdu.extractors.fused import Fused
from jingdu.features.columns import Bits
from jingdu.features.words import Lexicon
from jingdu.learn.corpus import Example, grouped
from jingdu.learn.corpus.dataset import Dataset, build, lexical_columns
from jingdu.learn.corpus.synthetic import SYNTHETIC
from jingdu.learn.corpus.words import TABLES, LexiconEstimator
from jingdu.learn.train import additive, stacked
from jingdu.learn.train.swarm import Swarm
from jingdu.learn.work import Report

MIN_WORD_SUPPORT: Final = 400
"""Minimum absolute support, in thousandths, of a word in the stored lexicon."""
MAX_PAGES: Final = 6
"""Maximum training pages per site."""
MAX_BLOCKS: Final = 1000
"""Maximum blocks of a training page; larger pages are 2 % of the pages and have a tenth of the blocks."""
SYNTHETIC_STEP: Final = 3
"""Training uses every n-th synthetic page."""
SWARM: Final = Swarm(particles=30, generations=20, inertia=(0.7, 0.3), own=1.4, shared=1.4)

Trained = tuple[Profile, Fused, dict[str, float]]
"""Weights of ``support`` and ``fused``, and the mean word F1 of each on the training pages."""


def swarm_settings(generations: int | None) -> Swarm:
    """``SWARM``, or with another number of generations."""
    return SWARM if generations is None else replace(SWARM, generations=generations)


def learn(data: Dataset, pages: Bits, seed: int, report: Report, swarm: Swarm = SWARM) -> Trained:
    """Trains on a sample of these pages (`training_pages`)."""
    sites = {data.examples[at].site for at in np.flatnonzero(pages)}
    estimator = LexiconEstimator({site: shares for site, shares in data.word_shares.items() if site in sites})
    sample = data.subset(pages & training_pages(data))
    report(f"{len(sample.examples)} pages to learn from")
    return fit(sample, {**sample.columns, **lexical_columns(sample, estimator)}, estimator.lexicon, seed, report, swarm)


def training_pages(data: Dataset) -> Bits:
    """A sample without very large pages, balanced by site, with some of the synthetic pages."""
    synthetic = np.array([example.id.endswith(SYNTHETIC) for example in data.examples])
    chosen = (np.bincount(data.page) <= MAX_BLOCKS) & (~synthetic | (np.cumsum(synthetic) % SYNTHETIC_STEP == 0))
    mask = np.zeros(len(data.examples), dtype=bool)
    for indexes in grouped(np.flatnonzero(chosen).tolist(), lambda at: data.examples[at].site).values():
        mask[indexes[:: -(-len(indexes) // MAX_PAGES)]] = True
    return mask


def fit(data: Dataset, columns: stacked.Columns, lexicon: Lexicon, seed: int, report: Report, swarm: Swarm) -> Trained:
    """Fits all stages to all pages of ``data``; ``columns`` include the features of ``lexicon``."""
    pages = np.ones(len(data.examples), dtype=bool)
    terms = _terms(columns)
    binned = additive.BinnedColumns(data.page)
    binned.add(columns, additive.fit_bins({name: columns[name] for name, _ in terms}))
    model = additive.fit(data, binned, terms, pages)
    report(f"first stage: {len(model.terms)} terms")
    model = additive.optimise(data, binned, model, default_rng([seed, 1]), swarm, report)
    odds = additive.decision_function(model, binned) - model.threshold
    value = additive.mean_f1(data, odds > 0, pages)
    for held_out in data.folds("inner"):
        others = additive.fit(data, binned, terms, ~held_out)
        rows = data.rows(held_out)
        odds[rows] = (additive.decision_function(others, binned) - others.threshold)[rows]
    support = _profile(model, lexicon)
    fused, fused_value = stacked.fit(data, columns, odds, support, seed, swarm, report)
    return support, fused, {"support": value, "fused": fused_value}


def _terms(columns: Mapping[str, Any]) -> list[tuple[str, int]]:
    """(feature, offset): all features of the block, and some of its neighbours'."""
    own = [name for name in columns if name != "tokens" and not name.startswith("page_")]
    return [(name, 0) for name in own] + [(name, offset) for name in stacked.NEIGHBOURS for offset in stacked.OFFSETS]


def _profile(model: additive.Model, lexicon: Lexicon) -> Profile:
    """The model as stored; its threshold is divided by Σ|δᵢ|, as scores are, and weak words are dropped."""
    total = sum(abs(term.weight) for term in model.terms)
    tables = (getattr(lexicon, table).items() for table in TABLES)
    strong = Lexicon(*({word: n for word, n in table if abs(n) >= MIN_WORD_SUPPORT} for table in tables))
    return Profile("support", model.bins, model.terms, float(f"{model.threshold / total:.6g}"), strong, {})


def train(
    examples: list[Example], seed: int, report: Report, provenance: dict[str, Any], *, generations: int | None = None
) -> dict[str, str]:
    """A trainer (see ``jingdu.learn.train.trainers``): ``support.json`` and ``fused.json``."""
    swarm = swarm_settings(generations)
    data = build(examples, seed, report)
    support, fused, f1 = learn(data, np.ones(len(data.examples), dtype=bool), seed, report, swarm)
    sources = {
        **provenance,
        "pages": len(data.examples),
        "metric": "mean word F1 of whole pages; of fused, on articles of sites unseen by the trees, with β² = 0.8",
        "swarm": asdict(swarm),
    }
    return {f"{name}.json": replace(profile, provenance={**sources, "value": round(f1[name], 4)}).as_json()
            for name, profile in (("support", support), ("fused", fused))}  # fmt: skip


def judge_arguments(trained: Trained) -> dict[str, dict[str, Any]]:
    """Extractor → arguments of its ``judge``."""
    support, fused, _ = trained
    both = {"profile": fused, "first": support}
    return {"support": {"profile": support}, "fused": both, "sited": both}
