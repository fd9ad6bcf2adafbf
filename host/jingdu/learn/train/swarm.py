"""Particle swarm optimisation (Kennedy and Eberhart 1995; inertia by Shi and Eberhart 1998).

Paper W, step 6: v ← w(t)·v + c₁r₁(p_h − x) + c₂r₂(p_g − x); x ← x + v. r₁ and r₂ are drawn for each particle and
dimension; the inertia w decreases linearly over the generations. The paper has no rule for the bounds: here particles
stop at them and reverse their velocity, since a swarm can otherwise collapse on a bound even if the fitness is
quadratic.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float64]
Fitness = Callable[[Vectors], Vectors]
"""(particles, dimensions) → (particles,); higher is better."""


@dataclass(frozen=True, slots=True)
class Swarm:
    """Hyperparameters; particles and generations are the paper's."""

    particles: int = 100
    generations: int = 1000
    inertia: tuple[float, float] = (0.9, 0.4)
    """w(t) of the first and of the last generation."""
    own: float = 2.0
    """c₁, the attraction of a particle's best position."""
    shared: float = 2.0
    """c₂, the attraction of the swarm's best position."""
    fastest: float = 0.5
    """Maximum velocity in a dimension, relative to the width of its range."""


def search(
    fitness: Fitness, low: Vectors, high: Vectors, rng: np.random.Generator, settings: Swarm = Swarm(),
    start: Vectors | None = None, report: Callable[[int, float], None] = lambda generation, fitness: None,
) -> Vectors:  # fmt: skip
    """The position between ``low`` and ``high`` with the highest ``fitness`` that was found.

    ``start`` (k, dimensions) replaces the first k random positions; ``report`` is called with each generation and its
    best fitness.
    """
    x = rng.uniform(low, high, (settings.particles, len(low)))
    if start is not None:
        x[: len(start)] = start[: len(x)]
    v = rng.uniform(-1, 1, x.shape) * (high - low) * 0.1
    own, own_fitness = x.copy(), fitness(x)
    first, last = settings.inertia
    for generation in range(settings.generations):
        leader = own[own_fitness.argmax()]
        r1, r2 = rng.random(x.shape), rng.random(x.shape)
        inertia = first + (last - first) * generation / max(1, settings.generations - 1)
        v = inertia * v + settings.own * r1 * (own - x) + settings.shared * r2 * (leader - x)
        v = np.clip(v, -settings.fastest * (high - low), settings.fastest * (high - low))
        x += v
        v = np.where((x < low) | (x > high), -v, v)
        x = np.clip(x, low, high)
        now = fitness(x)
        better = now > own_fitness
        own[better], own_fitness[better] = x[better], now[better]
        report(generation, float(own_fitness.max()))
    best: Vectors = own[own_fitness.argmax()]
    return best
