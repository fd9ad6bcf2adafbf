"""Bins, supports (paper W, steps 3 and 4) and logistic regression."""

from collections import Counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.additive import Bins
from jingdu.features.columns import Bits, Numbers

BINS: Final = 32
"""Maximum number of bins of a numeric feature."""
COMMON: Final = 0.04
"""Share of the blocks above which a single value has its own bin."""
MIN_COUNT: Final = 50
"""Blocks with a value of a categorical feature that has its own bin."""
PRIOR: Final = 50.0
"""Weight of the prior in each bin, in blocks."""
STEPS: Final = 8
TOLERANCE: Final = 1e-3
"""Newton's method stops when no coefficient changes more than this, or after ``STEPS``."""


def bins_of(column: NDArray[Any]) -> Bins:
    """Equal-depth bins of a numeric feature, common values separate; a bin per common value of a categorical one."""
    if column.dtype.kind == "U":
        common = sorted(word for word, count in Counter(column.tolist()).items() if count >= MIN_COUNT)
        return Bins(None, {word: at + 1 for at, word in enumerate(common)})
    return Bins(tuple(_edges(column.astype(float))), None)


def _edges(values: Numbers) -> list[float]:
    single, counts = np.unique(values, return_counts=True)
    common = single[counts > COMMON * len(values)]
    rest = values[~np.isin(values, common)]
    depth = max(4, BINS - 2 * len(common))
    inner = np.quantile(rest, np.linspace(0, 1, depth + 1)[1:-1]) if len(rest) > BINS else rest
    above = [single[single > value].min(initial=value + 1) for value in common]
    return sorted({float(f"{edge:.6g}") for edge in (*inner, *common, *above)})


def support(bins: NDArray[np.integer[Any]], number: int, content: Bits, weight: Numbers) -> Numbers:
    """P(B = S | t) = P(S)·P(t | S) / P(t) of each of ``number`` bins (W, step 4), smoothed by ``PRIOR``."""
    prior = float(weight[content].sum() / weight.sum())
    of_content = np.bincount(bins[content], weight[content], number)
    of_all = np.bincount(bins, weight, number)
    return (of_content + PRIOR * prior) / (of_all + PRIOR)


def log_odds(share: Numbers, prior: float) -> Numbers:
    """log P/(1−P) less that of the prior; positive values are evidence for content."""
    share, prior = np.clip(share, 0.001, 0.999), min(0.999, max(0.001, prior))
    odds: Numbers = np.log(share / (1 - share)) - np.log(prior / (1 - prior))
    return odds


def regression(matrix: NDArray[np.float32], label: Bits, weight: Numbers, ridge: float) -> tuple[Numbers, float]:
    """Coefficients c and intercept of a logistic regression, by Newton's method.

    They maximise Σ w·log-likelihood / Σ w − ridge·‖c‖².
    """
    share = weight / weight.sum()
    parameters = np.zeros(matrix.shape[1] + 1)
    for _ in range(STEPS):
        odds = np.clip(matrix @ parameters[:-1].astype(np.float32) + parameters[-1], -15, 15)
        probability = 1 / (1 + np.exp(-odds))
        gradient = _column_sums(matrix, share * (probability - label))
        gradient[:-1] += 2 * ridge * parameters[:-1]
        step = np.linalg.solve(_hessian(matrix, share * probability * (1 - probability), ridge), gradient)
        parameters -= step
        if np.abs(step).max() < TOLERANCE:
            break
    return parameters[:-1], float(parameters[-1])


def _column_sums(matrix: NDArray[np.float32], weight: Numbers) -> Numbers:
    """Weighted sums of the columns of ``matrix`` and of the intercept's column of ones."""
    return np.append(weight.astype(np.float32) @ matrix, weight.sum()).astype(float)


def _hessian(matrix: NDArray[np.float32], weight: Numbers, ridge: float) -> Numbers:
    size = matrix.shape[1]
    scaled = matrix * np.sqrt(weight).astype(np.float32)[:, None]
    hessian = np.empty((size + 1, size + 1))
    hessian[:-1, :-1] = scaled.T @ scaled + 2 * ridge * np.eye(size)
    hessian[-1] = hessian[:, -1] = _column_sums(matrix, weight)
    hessian[-1, -1] += 1e-9
    return hessian
