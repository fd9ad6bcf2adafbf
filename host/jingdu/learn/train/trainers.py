"""The trainers of ``jingdu train --extractor NAME``, and cross-validation.

A trainer turns labelled pages into files of weights. The same pages and seed give the same bytes. To add one, write a
module here with such a function, ``train``, and name it in ``TRAINERS``.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Final

import numpy as np

from jingdu.learn.corpus import Example, fold_of
from jingdu.learn.corpus.dataset import Dataset, build
from jingdu.learn.train import fused
from jingdu.learn.train.swarm import Swarm
from jingdu.learn.work import Report

Trainer = Callable[[list[Example], int, Report, dict[str, Any]], dict[str, str]]
"""(examples, seed, report, provenance) → file name → JSON.

``provenance`` has version, corpora, split, seed and command; a trainer adds ``pages``, ``metric`` and ``value``.
Optional keyword argument: ``generations`` (of the swarm, or epochs of the network; None is the default). For ``jingdu
evaluate --folds`` the extractor's module has ``from_json`` for NAME.json, and its ``judge`` takes the result as
``profile``.
"""

DEFAULT: Final = "fused"
TRAINERS: Final = ("decay", "entropy", "fused", "keywords", "network", "sample", "title")
"""Names of the modules, imported on demand: extractors, and what else is learned."""


def load_trainer(name: str) -> Trainer:
    """Imports one of ``TRAINERS``."""
    trainer: Trainer = import_module(f"jingdu.learn.train.{name}").train
    return trainer


@dataclass
class Folds:
    """K-fold cross-validation by site of the trainable extractors among ``names``."""

    examples: list[Example]
    names: Sequence[str]
    folds: int
    seed: int
    swarm: Swarm
    report: Report

    @cached_property
    def data(self) -> Dataset:
        """All pages, parsed once for all folds."""
        return build(self.examples, self.seed, self.report)

    def each(self, examples: Sequence[Example]) -> Iterator[tuple[list[Example], dict[str, dict[str, Any]]]]:
        """Yields the ``examples`` of each fold with the weights trained on the other folds (see `train`)."""
        for fold in range(self.folds):
            yield [example for example in examples if fold_of(example.site, self.folds) == fold], self.train(fold)

    def train(self, fold: int) -> dict[str, dict[str, Any]]:
        """Extractor → arguments of its ``judge``, with weights trained without the held-out ``fold``."""
        trained: dict[str, dict[str, Any]] = {}
        if {"support", "fused", "sited"} & set(self.names):
            pages = np.array([fold_of(example.site, self.folds) != fold for example in self.data.examples])
            trained |= fused.judge_arguments(fused.learn(self.data, pages, self.seed, self.report, self.swarm))
        examples = [example for example in self.examples if example.text and fold_of(example.site, self.folds) != fold]
        for name in self.names:
            if name in TRAINERS and name not in trained:
                files = load_trainer(name)(examples, self.seed, self.report, {})
                weights = import_module(f"jingdu.extractors.{name}").from_json(files[f"{name}.json"])
                trained[name] = {"profile": weights}
        return trained
