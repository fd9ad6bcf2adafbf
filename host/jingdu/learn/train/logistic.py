"""Logistic regression by Newton's method (iteratively reweighted least squares), with a ridge.

It gives the swarm a place to start from. numpy alone; a few hundred columns at the most.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

STEPS: Final = 8
ENOUGH: Final = 1e-3
"""Largest change of a coefficient at which the search ends."""


def fit(
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
