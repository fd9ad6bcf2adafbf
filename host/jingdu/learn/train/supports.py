"""Bins and supports from labelled blocks (paper W, steps 3 and 4)."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.additive import Bins

BINS: Final = 32
"""Bins of a numeric column at the most."""
COMMON: Final = 0.04
"""Share of the blocks from which a single value gets a bin of its own."""
RARE: Final = 50
"""Blocks that must have a word before it gets a bin of its own."""
DOUBT: Final = 50.0
"""Blocks' worth of the prior added to each bin: a bin seldom seen says little."""


def bins_of(column: NDArray[Any]) -> Bins:
    """Equal-depth bins of numbers, with common single values apart; a bin for each common word."""
    if column.dtype.kind == "U":
        common = sorted(word for word, count in Counter(column.tolist()).items() if count >= RARE)
        return Bins(None, {word: at + 1 for at, word in enumerate(common)})
    return Bins(tuple(_edges(column.astype(float))), None)


def _edges(values: NDArray[np.float64]) -> list[float]:
    single, counts = np.unique(values, return_counts=True)
    common = single[counts > COMMON * len(values)]
    rest = values[~np.isin(values, common)]
    depth = max(4, BINS - 2 * len(common))
    inner = np.quantile(rest, np.linspace(0, 1, depth + 1)[1:-1]) if len(rest) > BINS else rest
    above = [single[single > value].min(initial=value + 1) for value in common]
    return sorted({float(f"{edge:.6g}") for edge in (*inner, *common, *above)})


def support(
    bins: NDArray[np.integer[Any]], number: int, content: NDArray[np.bool_], weight: NDArray[np.float64]
) -> NDArray[np.float64]:
    """P(B = S | t) = P(S)·P(t | S) / P(t) for each of ``number`` bins (W, step 4), with ``DOUBT``."""
    prior = float(weight[content].sum() / weight.sum())
    of_content = np.bincount(bins[content], weight[content], number)
    of_all = np.bincount(bins, weight, number)
    share: NDArray[np.float64] = (of_content + DOUBT * prior) / (of_all + DOUBT)
    return share


def log_odds(share: NDArray[np.float64], prior: float) -> NDArray[np.float64]:
    """log P/(1−P) less the same of the prior: 0 says nothing, above 0 speaks for content."""
    share, prior = np.clip(share, 0.001, 0.999), min(0.999, max(0.001, prior))
    odds: NDArray[np.float64] = np.log(share / (1 - share)) - np.log(prior / (1 - prior))
    return odds


STEPS: Final = 8
ENOUGH: Final = 1e-3
"""Largest change of a coefficient at which the search ends."""


def regression(
    matrix: NDArray[np.float32], label: NDArray[np.bool_], weight: NDArray[np.float64], ridge: float
) -> tuple[NDArray[np.float64], float]:
    """Coefficients and intercept that maximise Σ w·log-likelihood / Σ w − ridge·‖c‖²."""
    size = matrix.shape[1]
    share = weight / weight.sum()
    place = np.zeros(size + 1)
    for _ in range(STEPS):
        odds = np.clip(matrix @ place[:-1].astype(np.float32) + place[-1], -15, 15)
        chance = 1 / (1 + np.exp(-odds))
        slope = _with_one(matrix, share * (chance - label))
        slope[:-1] += 2 * ridge * place[:-1]
        step = np.linalg.solve(_curvature(matrix, share * chance * (1 - chance), ridge), slope)
        place -= step
        if np.abs(step).max() < ENOUGH:
            break
    return place[:-1], float(place[-1])


def _with_one(matrix: NDArray[np.float32], factor: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.append(factor.astype(np.float32) @ matrix, factor.sum()).astype(float)


def _curvature(matrix: NDArray[np.float32], factor: NDArray[np.float64], ridge: float) -> NDArray[np.float64]:
    size = matrix.shape[1]
    scaled = matrix * np.sqrt(factor).astype(np.float32)[:, None]
    whole = np.empty((size + 1, size + 1))
    whole[:-1, :-1] = scaled.T @ scaled + 2 * ridge * np.eye(size)
    whole[-1] = whole[:, -1] = _with_one(matrix, factor)
    whole[-1, -1] += 1e-9
    return whole
