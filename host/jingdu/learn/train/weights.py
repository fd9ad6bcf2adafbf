"""From labelled pages to the files of weights of ``support`` and ``fused``, which are learned together."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import numpy as np

from jingdu.learn.corpus import Example
from jingdu.learn.corpus.dataset import with_synthetic
from jingdu.learn.train.fused import SWARM, Trained, train, with_provenance
from jingdu.learn.train.stages import Stages
from jingdu.learn.train.trainers import Report


def support_and_fused(
    examples: list[Example],
    seed: int,
    report: Report,
    provenance: dict[str, Any],
    *,
    generations: int | None = None,
    stages: Stages | None = None,
) -> dict[str, str]:
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
        files[f"{name}.json"] = with_provenance(profile, {**known, "value": value}).as_json()
    return files


def judging(trained: Trained) -> dict[str, dict[str, Any]]:
    """What these extractors' ``judge`` is called with, to use what was learned."""
    both = {"profile": trained.fused, "first": trained.support}
    return {"support": {"profile": trained.support}, "fused": both, "sited": both}
