"""Training of the page kind classifier: boosted trees on page means, one against the rest for each kind."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.additive import Bins
from jingdu.extractors.kinds import KINDS, WEIGHTINGS, Kinds
from jingdu.extractors.layout import chances
from jingdu.extractors.trees import Trees
from jingdu.learn.corpus import Example, fold_of
from jingdu.learn.corpus.dataset import Dataset
from jingdu.learn.train import additive, boost
from jingdu.learn.train.supports import bins_of

ALIASES: Final = {"forum": "thread", "magic-html-forum-dev": "thread", "llm-webkit": ""}
"""Kind in a corpus → kind; unlabelled pages are not trained on."""
LABELLED: Final = frozenset("article documentation service forum product collection listing".split())
"""Kinds in the corpora; a corpus without labels contains articles."""
BOOST: Final = boost.Boost(max_iter=30, min_samples_leaf=20, l2_regularization=20.0)
FOLDS: Final = 3


class FittedKinds(NamedTuple):
    kinds: Kinds
    columns: dict[str, NDArray[np.float64]]
    """Probability of each kind for all rows, out-of-fold for training pages."""
    report: str
    """Accuracies."""


def kind_of(example: Example) -> str:
    """The labelled kind; empty if it is unknown."""
    kind = ALIASES.get(example.kind, example.kind)
    return kind if not kind or kind in LABELLED or kind in KINDS else "article"


def fit(
    data: Dataset, indexes: Mapping[str, NDArray[np.uint8]], bins: Mapping[str, Bins], odds: NDArray[np.float64],
    pages: NDArray[np.bool_], seed: int,
) -> FittedKinds:  # fmt: skip
    """Fits a classifier for each of ``KINDS`` to ``pages``."""
    means = page_means(data, indexes, bins, odds)
    labelled = pages & np.array([bool(kind_of(example)) for example in data.examples])
    edges = {name: bins_of(column[pages]) for name, column in means.items()}
    features = [(name, 0) for name in means]
    matrix = np.stack([additive.bin_column(edges[name], means[name]) for name in means], axis=1)
    weight = additive.page_weights(data)
    fold = np.array([fold_of("kind" + example.site, FOLDS) for example in data.examples])
    trees: dict[str, Trees] = {}
    columns: dict[str, NDArray[np.float64]] = {}
    accuracies = []
    for kind in KINDS:
        label = np.array([kind_of(example) == kind for example in data.examples])
        trees[kind] = boost.fit(matrix[labelled], label[labelled], weight[labelled], features, seed, settings=BOOST)
        scores = boost.decision_function(trees[kind], matrix, features)
        for at in range(FOLDS):
            train, test = labelled & (fold != at), pages & (fold == at)
            held_out = boost.fit(matrix[train], label[train], weight[train], features, seed, settings=BOOST)
            scores[test] = boost.decision_function(held_out, matrix[test], features)
        columns[f"kind_{kind}"] = chances(scores)[data.page]
        accuracies.append(f"{kind} {np.mean((scores > 0)[labelled] == label[labelled]):.3f}")
    used = sorted({name for of_kind in trees.values() for name, _ in of_kind.features})
    return FittedKinds(Kinds({name: edges[name] for name in used}, trees), columns, ", ".join(accuracies))


def page_means(
    data: Dataset, indexes: Mapping[str, NDArray[np.uint8]], bins: Mapping[str, Bins], odds: NDArray[np.float64]
) -> dict[str, NDArray[np.float64]]:
    """``extractors.kinds.page_means`` of all pages."""
    count = np.bincount(data.page, minlength=len(data.starts))
    mass = chances(odds) * data.columns["tokens"]
    weights = {"all": 1 / count[data.page], "kept": mass / np.add.reduceat(mass, data.starts)[data.page]}
    numeric = [name for name, of_column in bins.items() if of_column.edges is not None]
    return {
        f"{weighting} {name}": np.add.reduceat(weights[weighting] * indexes[name], data.starts)
        for weighting in WEIGHTINGS
        for name in numeric
    }
