"""Training of paper N's network by stochastic gradient descent (back-propagation).

    E = ½ (o − t)²,   w ← w − 0.2 ∂E/∂w

until the mean of E over an epoch is at most 0.05. Rows are shuffled in each epoch; the target t is 1 if most tokens of
the row are in the true text.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from jingdu.extractors.network import HIDDEN, INPUTS, Network, as_json, features, rows, windows
from jingdu.features.columns import Indexes, Numbers
from jingdu.learn.corpus import Example
from jingdu.learn.corpus.labelled import Labels, map_pages, with_result
from jingdu.learn.work import Report
from jingdu.page.model import Page

RATE: Final = 0.2
"""Learning rate of the paper."""
TARGET: Final = 0.05
"""Mean error of the paper."""
MAX_EPOCHS: Final = 20
MAX_INITIAL: Final = 0.5
"""Bound of the initial weights, which are drawn uniformly."""
DIGITS: Final = 6
"""Significant digits of stored weights."""
THRESHOLDS: Final = tuple(np.round(np.arange(0.05, 0.96, 0.05), 2).tolist())

Sample = tuple[Numbers, Labels]
"""A page: its unscaled features (rows, 4) and its labels."""


def train(
    examples: list[Example], seed: int, report: Report, provenance: dict[str, Any], *, generations: int | None = None
) -> dict[str, str]:
    """A trainer (see ``jingdu.learn.train.trainers``): ``network.json``."""
    pages = map_pages(_sample, examples, report)
    epochs = MAX_EPOCHS if generations is None else generations
    network, errors = fit(pages, np.random.default_rng(seed), epochs, report)
    network, value = with_threshold(network, pages)
    report(f"threshold {network.threshold:g}: F1 {value:.4f}")
    sources = with_result(provenance, len(pages), value) | {"rate": RATE, "target": TARGET, "errors": errors}
    return {"network.json": as_json(network, sources)}


def _sample(page: Page, labels: Labels) -> Sample:
    return features(rows(page)), labels


def fit(pages: Sequence[Sample], rng: np.random.Generator, epochs: int, report: Report) -> tuple[Network, list[float]]:
    """The network with a default threshold, and the mean error of each epoch."""
    unscaled = np.concatenate([page for page, _ in pages])
    mean, scale = unscaled.mean(axis=0), unscaled.std(axis=0)
    scale[scale == 0] = 1.0
    inputs = np.concatenate([windows(page, mean, scale) for page, _ in pages])
    inputs = np.hstack([inputs, np.ones((len(inputs), 1))])  # 1 for the bias
    targets = np.concatenate([labels.content for _, labels in pages]).astype(np.float64)
    hidden = rng.uniform(-MAX_INITIAL, MAX_INITIAL, (HIDDEN, len(INPUTS) + 1))
    output = rng.uniform(-MAX_INITIAL, MAX_INITIAL, HIDDEN + 1)
    errors: list[float] = []
    while len(errors) < epochs and (not errors or errors[-1] > TARGET):
        error = descend(hidden, output, inputs, targets, rng.permutation(len(inputs)))
        errors.append(round(float(error), DIGITS))
        report(f"passes {len(errors)}/{epochs}: mean error {error:.4f}")
    return Network(_round(mean), _round(scale), [_round(unit) for unit in hidden], _round(output), 0.5), errors


def descend(hidden: Numbers, output: Numbers, inputs: Numbers, targets: Numbers, order: Indexes) -> float:
    """Runs an epoch, updating ``hidden`` and ``output`` in place; returns the mean error."""
    total = 0.0
    for at in order:
        error, hidden_gradient, output_gradient = gradients(hidden, output, inputs[at], targets[at])
        hidden -= RATE * hidden_gradient
        output -= RATE * output_gradient
        total += error
    return total / len(order)


def gradients(hidden: Numbers, output: Numbers, row: Numbers, target: float) -> tuple[float, Numbers, Numbers]:
    """E, ∂E/∂hidden and ∂E/∂output of one row; all units are logistic."""
    activation = np.append(1 / (1 + np.exp(-(hidden @ row))), 1.0)
    out = 1 / (1 + np.exp(-float(output @ activation)))
    delta = (out - target) * out * (1 - out)
    hidden_delta = delta * output[:-1] * activation[:-1] * (1 - activation[:-1])
    return 0.5 * (out - target) ** 2, np.outer(hidden_delta, row), delta * activation


def with_threshold(network: Network, pages: Sequence[Sample]) -> tuple[Network, float]:
    """The network with the threshold that maximises mean word F1, and that mean."""
    scored = [(network.of(windows(page, network.mean, network.scale)), labels) for page, labels in pages]
    means = {threshold: np.mean([labels.f1(out > threshold) for out, labels in scored]) for threshold in THRESHOLDS}
    threshold = max(means, key=means.__getitem__)
    return network._replace(threshold=threshold), float(means[threshold])


def _round(values: Numbers) -> list[float]:
    return [float(f"{value:.{DIGITS}g}") for value in values]
