"""The page's kind from labelled pages: trees on the page's means, one set a kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.additive import Bins
from jingdu.extractors.kinds import KINDS, WEIGHTINGS, Kinds
from jingdu.extractors.layout import chances
from jingdu.extractors.trees import Trees
from jingdu.learn.corpus import Example, part
from jingdu.learn.corpus.dataset import Sheet
from jingdu.learn.train import boost
from jingdu.learn.train import look as looks
from jingdu.learn.train.supports import bins_of

OF: Final = {"forum": "thread", "magic-html-forum-dev": "thread", "llm-webkit": ""}
"""Kinds of page in the corpora by another name; a page of no known kind teaches nothing."""
MIXED: Final = frozenset("article documentation service forum product collection listing".split())
"""Kinds that corpora label; a corpus that labels none holds articles."""
BOOST: Final = boost.Boost(trees=30, least=20, ridge=20.0)
PARTS: Final = 3


class Learned(NamedTuple):
    """The kinds' trees; the columns of their chances, of pages learned from by trees that have not seen their sites."""

    kinds: Kinds
    columns: dict[str, NDArray[np.float64]]
    report: str


def kind_of(example: Example) -> str:
    """The kind that a corpus says the page is of; empty where it says nothing."""
    kind = OF.get(example.kind, example.kind)
    return kind if not kind or kind in MIXED or kind in KINDS else "article"


def learn(
    sheet: Sheet, places: Mapping[str, NDArray[np.uint8]], bins: Mapping[str, Bins], odds: NDArray[np.float64],
    pages: NDArray[np.bool_], seed: int,
) -> Learned:  # fmt: skip
    """Trees that tell each of ``KINDS`` from all other pages."""
    means = page_means(sheet, places, bins, odds)
    known = np.array([bool(kind_of(example)) for example in sheet.examples])
    edges = {name: bins_of(column[pages]) for name, column in means.items()}
    features = [(name, 0) for name in means]
    matrix = np.stack([looks.binned(edges[name], means[name]) for name in means], axis=1)
    weight = looks.page_weights(sheet)
    fold = np.array([part("kind" + example.site, PARTS) for example in sheet.examples])
    trees: dict[str, Trees] = {}
    columns: dict[str, NDArray[np.float64]] = {}
    right = []
    for kind in KINDS:
        label = np.array([kind_of(example) == kind for example in sheet.examples])
        chosen = pages & known
        trees[kind] = boost.fit(matrix[chosen], label[chosen], weight[chosen], features, seed, settings=BOOST)
        found = boost.odds(trees[kind], matrix, features)
        for at in range(PARTS):
            seen, own = chosen & (fold != at), pages & (fold == at)
            apart = boost.fit(matrix[seen], label[seen], weight[seen], features, seed, settings=BOOST)
            found[own] = boost.odds(apart, matrix[own], features)
        columns[f"kind_{kind}"] = chances(found)[sheet.page]
        right.append(f"{kind} {np.mean((found > 0)[chosen] == label[chosen]):.3f}")
    used = sorted({name for one in trees.values() for name, _ in one.features})
    return Learned(Kinds({name: edges[name] for name in used}, trees), columns, ", ".join(right))


def page_means(
    sheet: Sheet, places: Mapping[str, NDArray[np.uint8]], bins: Mapping[str, Bins], odds: NDArray[np.float64]
) -> dict[str, NDArray[np.float64]]:
    """``extractors.kinds.page_means`` of every page."""
    count = np.bincount(sheet.page, minlength=len(sheet.starts))
    mass = chances(odds) * sheet.columns["tokens"]
    weights = {"all": 1 / count[sheet.page], "kept": mass / np.add.reduceat(mass, sheet.starts)[sheet.page]}
    numeric = [name for name, one in bins.items() if one.edges is not None]
    return {
        f"{weighting} {name}": np.add.reduceat(weights[weighting] * places[name], sheet.starts)
        for weighting in WEIGHTINGS
        for name in numeric
    }
