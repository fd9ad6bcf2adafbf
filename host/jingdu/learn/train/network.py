"""Paper N's training: squared error by gradient descent, row after row (back-propagation).

    E = ½ (o − t)²,   w ← w − 0.2 ∂E/∂w

until the mean of E over the rows of a pass is at most 0.05. The rows are drawn in a new
order for each pass; the target t of a row is 1 where most of its tokens are in the true text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.network import HIDDEN, INPUTS, Network, as_json, features, rows, windows
from jingdu.learn.corpus import Example
from jingdu.learn.corpus.labelled import Labels, known, read
from jingdu.learn.work import Report
from jingdu.page.model import Page

RATE: Final = 0.2
"""Published."""
TARGET: Final = 0.05
"""Published."""
PASSES: Final = 20
"""After which training ends, target or not."""
SPREAD: Final = 0.5
"""First weights are drawn between minus this and this."""
DIGITS: Final = 6
"""Significant digits of a weight in the file."""
THRESHOLDS: Final = tuple(np.round(np.arange(0.05, 0.96, 0.05), 2).tolist())

Array = NDArray[np.float64]
Sample = tuple[Array, Labels]
"""A page: its rows' four features, unscaled, and its labels."""


def train(
    examples: list[Example], seed: int, report: Report, provenance: dict[str, Any], *, generations: int | None = None
) -> dict[str, str]:
    """A trainer (see ``jingdu.learn.train.trainers``): ``network.json``."""
    pages = [sample for _, sample in read(_sample, examples, report)]
    network, errors = learn(pages, np.random.default_rng(seed), PASSES if generations is None else generations, report)
    network, value = with_threshold(network, pages)
    report(f"threshold {network.threshold:g}: F1 {value:.4f}")
    sources = known(provenance, len(pages), value) | {"rate": RATE, "target": TARGET, "errors": errors}
    return {"network.json": as_json(network, sources)}


def _sample(page: Page, labels: Labels) -> Sample:
    return features(rows(page)), labels


def learn(
    pages: Sequence[Sample], rng: np.random.Generator, passes: int, report: Report
) -> tuple[Network, list[float]]:
    """The network, without its threshold, and the mean error of each pass."""
    everything = np.concatenate([page for page, _ in pages])
    mean, scale = everything.mean(axis=0), everything.std(axis=0)
    scale[scale == 0] = 1.0
    inputs = np.concatenate([windows(page, mean, scale) for page, _ in pages])
    inputs = np.hstack([inputs, np.ones((len(inputs), 1))])  # 1 for the bias
    targets = np.concatenate([labels.content for _, labels in pages]).astype(np.float64)
    hidden = rng.uniform(-SPREAD, SPREAD, (HIDDEN, len(INPUTS) + 1))
    output = rng.uniform(-SPREAD, SPREAD, HIDDEN + 1)
    errors: list[float] = []
    while len(errors) < passes and (not errors or errors[-1] > TARGET):
        error = descend(hidden, output, inputs, targets, rng.permutation(len(inputs)))
        errors.append(round(float(error), DIGITS))
        report(f"passes {len(errors)}/{passes}: mean error {error:.4f}")
    return Network(_short(mean), _short(scale), [_short(unit) for unit in hidden], _short(output), 0.5), errors


def descend(hidden: Array, output: Array, inputs: Array, targets: Array, order: NDArray[np.int64]) -> float:
    """One pass over all rows, the weights changed in place after each; the mean error met on the way."""
    total = 0.0
    for at in order:
        error, hidden_slope, output_slope = gradients(hidden, output, inputs[at], targets[at])
        hidden -= RATE * hidden_slope
        output -= RATE * output_slope
        total += error
    return total / len(order)


def gradients(hidden: Array, output: Array, row: Array, target: float) -> tuple[float, Array, Array]:
    """E of one row, ∂E/∂hidden and ∂E/∂output: the error goes back through the logistic units."""
    inside = np.append(1 / (1 + np.exp(-(hidden @ row))), 1.0)
    out = 1 / (1 + np.exp(-float(output @ inside)))
    delta = (out - target) * out * (1 - out)
    back = delta * output[:-1] * inside[:-1] * (1 - inside[:-1])
    return 0.5 * (out - target) ** 2, np.outer(back, row), delta * inside


def outputs(network: Network, page: Array) -> Array:
    return network.of(windows(page, network.mean, network.scale))


def with_threshold(network: Network, pages: Sequence[Sample]) -> tuple[Network, float]:
    """The network with the threshold of the best mean word F1, and that mean."""
    found = [(outputs(network, page), labels) for page, labels in pages]
    means = {edge: np.mean([labels.f1(out > edge) for out, labels in found]) for edge in THRESHOLDS}
    edge = max(means, key=means.__getitem__)
    return network._replace(threshold=edge), float(means[edge])


def _short(values: Array) -> list[float]:
    return [float(f"{value:.{DIGITS}g}") for value in values]
