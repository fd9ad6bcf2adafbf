"""The trainers of ``jingdu train --extractor NAME``, and cross-validation.

A trainer turns labelled pages into files of weights. The same pages and seed give the same bytes. To add one, write a
module here with such a function, ``train``, and name it in ``TRAINERS``.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Final, cast

import numpy as np

from jingdu.learn.corpus import Example, fold_of
from jingdu.learn.corpus.dataset import build
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
"""Names of the modules, which are imported on demand: extractors, keywords, and the packaged sample."""


def load_trainer(name: str) -> Trainer:
    """Imports one of ``TRAINERS``."""
    return cast(Trainer, import_module(f"jingdu.learn.train.{name}").train)


def cross_validated(
    examples: Sequence[Example], training: Sequence[Example], names: Sequence[str], folds: int, seed: int,
    swarm: Swarm, report: Report,
) -> Iterator[tuple[list[Example], dict[str, dict[str, Any]]]]:  # fmt: skip
    """K-fold cross-validation by site of the trainable extractors among ``names``.

    Yields the ``examples`` of each fold, and extractor → arguments of its ``judge``, with weights trained on the
    ``training`` examples of the other folds.
    """
    of_fused = {"support", "fused", "sited"}
    data = build(training, seed, report) if of_fused & set(names) else None  # parsed once for all folds
    trainable = [name for name in names if name in TRAINERS and name not in of_fused]
    for fold in range(folds):
        arguments: dict[str, dict[str, Any]] = {}
        if data:
            pages = np.array([fold_of(example.site, folds) != fold for example in data.examples])
            arguments |= fused.judge_arguments(fused.learn(data, pages, seed, report, swarm))
        others = [example for example in training if example.text and fold_of(example.site, folds) != fold]
        for name in trainable:
            files = load_trainer(name)(others, seed, report, {})
            arguments[name] = {"profile": import_module(f"jingdu.extractors.{name}").from_json(files[f"{name}.json"])}
        yield [example for example in examples if fold_of(example.site, folds) == fold], arguments
