"""Who learns the weights of which extractor: what ``jingdu train --extractor NAME`` calls.

A trainer turns labelled pages into files of weights. The same pages and seed give the same
bytes. To add one, write such a function in a module here and name it in ``TRAINERS``.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from jingdu.learn.corpus import Example

Report = Callable[[str], None]
"""Takes a line for the user. ``pages 120/1497`` is how far a stage is: the rest is estimated from it."""
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
