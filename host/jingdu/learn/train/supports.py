"""Bins, supports (paper W, steps 3 and 4) and logistic regression."""

from collections import Counter
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.additive import Bins
from jingdu.faults import InputError
from jingdu.features.columns import Bits, Numbers

BINS: Final = 32
"""Maximum number of bins of a numeric feature."""
COMMON: Final = 0.04
"""Share of the blocks above which a single value has its own bin."""
MIN_COUNT: Final = 50
"""Minimum number of blocks with a categorical value for it to have its own bin."""
PRIOR: Final = 50.0
"""Weight of the prior in each bin, in blocks."""
TOLERANCE: Final = 1e-6
"""The regression stops when no derivative is larger."""


def bins_of(column: NDArray[Any]) -> Bins:
    """Equal-depth bins of a numeric feature, common values separate; a bin per common value of a categorical one."""
    if column.dtype.kind == "U":
        common = sorted(word for word, count in Counter(column.tolist()).items() if count >= MIN_COUNT)
        return Bins(None, {word: at + 1 for at, word in enumerate(common)})
    return Bins(tuple(_edges(column.astype(float))), {})


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
    return (of_content + PRIOR * prior) / (np.bincount(bins, weight, number) + PRIOR)


def log_odds(share: Numbers, prior: float) -> Numbers:
    """log P/(1−P) minus the log-odds of the prior; positive values are evidence for content."""
    share, prior = np.clip(share, 0.001, 0.999), min(0.999, max(0.001, prior))
    odds: Numbers = np.log(share / (1 - share)) - np.log(prior / (1 - prior))
    return odds


def regression(matrix: NDArray[np.float32], label: Bits, weight: Numbers, ridge: float) -> tuple[Numbers, float]:
    """Coefficients c and intercept of a logistic regression.

    They maximise Σ w·log-likelihood / Σ w − ridge·‖c‖².
    """
    model = scikit_learn("linear_model").LogisticRegression(C=0.5 / ridge, solver="newton-cholesky", tol=TOLERANCE)
    model.fit(matrix, label, weight / weight.sum())
    return model.coef_[0], float(model.intercept_[0])


def scikit_learn(module: str) -> Any:
    """A module of scikit-learn; raises ``InputError`` without it."""
    try:
        return import_module(f"sklearn.{module}")
    except ImportError as error:
        raise InputError("Training needs scikit-learn; install it with: pip install 'jingdu[learn]'.") from error
