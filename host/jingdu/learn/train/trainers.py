"""Who learns the weights of which extractor: what ``jingdu train --extractor NAME`` calls.

A trainer turns labelled pages into files of weights. The same pages and seed give the same
bytes. To add one, write such a function in a module here and name it in ``TRAINERS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Final

import numpy as np

from jingdu.learn.corpus import Example, part
from jingdu.learn.corpus.dataset import Sheet, with_synthetic
from jingdu.learn.train import fused
from jingdu.learn.train.swarm import Swarm
from jingdu.learn.work import Report

Trainer = Callable[[list[Example], int, Report, dict[str, Any]], dict[str, str]]
"""(examples, seed, report, provenance) → name of a weights file → its JSON.

The provenance handed over has version, corpora, split, seed and command; a trainer adds
what it learned from and how well (``pages``, ``metric``, ``value``). A trainer may take, by
these names, ``generations`` (of its swarm or epochs of its network; None: its own default)
and ``stages`` (``jingdu.learn.train.stages.Stages``, where finished work is kept). For ``jingdu
evaluate --folds`` the extractor's module reads the text of the file NAME.json by ``from_json``,
and its ``judge`` takes the result for ``profile``.
"""

DEFAULT: Final = "fused"
TRAINERS: Final[dict[str, str]] = {
    "decay": "jingdu.learn.train.decay:train",
    "entropy": "jingdu.learn.train.entropy:train",
    "fused": "jingdu.learn.train.fused:support_and_fused",
    "keywords": "jingdu.learn.train.keywords:train",
    "network": "jingdu.learn.train.network:train",
    "title": "jingdu.learn.train.title:train",
}
"""Extractor → ``module:function``; modules are imported when asked for."""


def trainer(name: str) -> Trainer:
    """The trainer of that extractor. Raises ``KeyError`` for a name that is not in ``TRAINERS``."""
    module, function = TRAINERS[name].split(":")
    found: Trainer = getattr(import_module(module), function)
    return found


@dataclass
class Folds:
    """What each extractor of ``names`` that is learned learns from all parts of the sites but one.

    So what is measured was never learned from.
    """

    examples: list[Example]
    names: Sequence[str]
    parts: int
    seed: int
    swarm: Swarm
    report: Report

    @cached_property
    def sheet(self) -> Sheet:
        """All pages, read once for every fold."""
        return with_synthetic(self.examples, self.seed, self.report)

    def each(self, examples: Sequence[Example]) -> Iterator[tuple[list[Example], dict[str, dict[str, Any]]]]:
        """The ``examples`` part by part, each with what was learned from the other parts (see `learn`)."""
        for fold in range(self.parts):
            yield [example for example in examples if part(example.site, self.parts) == fold], self.learn(fold)

    def learn(self, fold: int) -> dict[str, dict[str, Any]]:
        """Extractor → what its ``judge`` is to be called with to know nothing of the sites in ``fold``."""
        learned: dict[str, dict[str, Any]] = {}
        if {"support", "fused", "sited"} & set(self.names):
            others = np.array([part(example.site, self.parts) != fold for example in self.sheet.examples])
            learned |= fused.judging(fused.train(self.sheet, others, self.seed, self.report, self.swarm))
        known = [example for example in self.examples if example.text and part(example.site, self.parts) != fold]
        for name in self.names:
            if name in TRAINERS and name not in learned:  # read by its module as its own file is
                files = trainer(name)(known, self.seed, self.report, {})
                weights = import_module(f"jingdu.extractors.{name}").from_json(files[f"{name}.json"])
                learned[name] = {"profile": weights}
        return learned
