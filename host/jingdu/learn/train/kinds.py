"""Training of the page kind classifier: boosted trees on page means, one against the rest for each kind."""

from typing import Final

import numpy as np

from jingdu.extractors.kinds import KINDS, WEIGHTINGS, Kinds
from jingdu.extractors.layout import probabilities
from jingdu.extractors.trees import Trees
from jingdu.features.columns import Numbers
from jingdu.learn.corpus import Example
from jingdu.learn.corpus.dataset import Dataset
from jingdu.learn.train import additive, boost
from jingdu.learn.work import Report

ALIASES: Final = {"forum": "thread", "magic-html-forum-dev": "thread", "llm-webkit": ""}
"""Kind in a corpus → kind; unlabelled pages are not trained on."""
LABELLED: Final = frozenset("article documentation service forum product collection listing".split())
"""Kinds in the corpora; a corpus without labels contains articles."""
BOOST: Final = boost.Boost(max_iter=30, min_samples_leaf=20, l2_regularization=20.0)


def kind_of(example: Example) -> str:
    """The labelled kind; empty if it is unknown."""
    kind = ALIASES.get(example.kind, example.kind)
    return kind if not kind or kind in LABELLED or kind in KINDS else "article"


def fit(
    data: Dataset, binned: additive.BinnedColumns, odds: Numbers, seed: int, report: Report
) -> tuple[Kinds, dict[str, Numbers]]:
    """The classifiers of ``KINDS``, and columns of the out-of-fold probabilities of each kind."""
    means = page_means(data, binned, odds)
    bins = additive.fit_bins(means)
    matrix = np.stack([additive.bin_column(bins[name], means[name]) for name in means], axis=1)
    features = [(name, 0) for name in means]
    labels = np.array([kind_of(example) for example in data.examples])
    weight, labelled, folds = additive.page_weights(data), labels != "", data.folds("kind")
    trees: dict[str, Trees] = {}
    columns: dict[str, Numbers] = {}
    accuracies = []
    for kind in KINDS:
        is_kind = labels == kind
        trees[kind], scores = boost.cross_fit(matrix, is_kind, weight, features, labelled, folds, seed, settings=BOOST)
        columns[f"kind_{kind}"] = probabilities(scores)[data.page]
        accuracies.append(f"{kind} {np.mean((scores > 0)[labelled] == is_kind[labelled]):.3f}")
    used = sorted({name for of_kind in trees.values() for name, _ in of_kind.features})
    report(f"kinds: {', '.join(accuracies)}")
    return Kinds({name: bins[name] for name in used}, trees), columns


def page_means(data: Dataset, binned: additive.BinnedColumns, odds: Numbers) -> dict[str, Numbers]:
    """``extractors.kinds.page_means`` of all pages."""
    count = np.bincount(data.page, minlength=len(data.starts))
    mass = probabilities(odds) * data.columns["tokens"]
    weights = {"all": 1 / count[data.page], "kept": mass / np.add.reduceat(mass, data.starts)[data.page]}
    numeric = [name for name, of_column in binned.bins.items() if of_column.edges is not None]
    return {
        f"{weighting} {name}": np.add.reduceat(weights[weighting] * binned.indexes[name], data.starts)
        for weighting in WEIGHTINGS
        for name in numeric
    }
