"""Learning anew for each part of the sites, so that what is measured was never learned from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from jingdu.learn.corpus import Example, part
from jingdu.learn.corpus.dataset import Sheet, with_synthetic
from jingdu.learn.train.fused import judging, train
from jingdu.learn.train.swarm import Swarm
from jingdu.learn.train.trainers import TRAINERS, Report, trainer


class Folds:
    """What each extractor of ``names`` that is learned learns from all parts but one."""

    def __init__(
        self, examples: list[Example], names: Sequence[str], parts: int, seed: int, swarm: Swarm, report: Report
    ) -> None:
        self.examples = examples
        self.names = names
        self.parts = parts
        self.seed = seed
        self.swarm = swarm
        self.report = report

    @cached_property
    def sheet(self) -> Sheet:
        """All pages, read once for every fold."""
        return with_synthetic(self.examples, self.seed, self.report)

    def learn(self, fold: int) -> dict[str, dict[str, Any]]:
        """Extractor → what its ``judge`` is to be called with to know nothing of the sites in ``fold``."""
        learned: dict[str, dict[str, Any]] = {}
        if {"support", "fused", "sited"} & set(self.names):
            others = np.array([part(example.site, self.parts) != fold for example in self.sheet.examples])
            learned |= judging(train(self.sheet, others, self.seed, self.report, self.swarm))
        for name in self.names:
            if name in TRAINERS and name not in learned:
                learned[name] = {"profile": self._profile(name, fold)}
        return learned

    def _profile(self, name: str, fold: int) -> Any:
        """By the extractor's trainer, and read by its module as its own file is."""
        known = [example for example in self.examples if example.text and part(example.site, self.parts) != fold]
        files = trainer(name)(known, self.seed, self.report, {})
        return import_module(f"jingdu.extractors.{name}").from_json(files[f"{name}.json"])
