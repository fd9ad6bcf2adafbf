"""Particle swarm optimisation (Kennedy and Eberhart 1995; inertia by Shi and Eberhart 1998).

Paper W, step 6: v ← w(t)·v + c₁r₁(p_h − x) + c₂r₂(p_g − x); x ← x + v, with r₁, r₂ drawn
anew for each particle and dimension and inertia w falling linearly over the generations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float64]
Fitness = Callable[[Vectors], Vectors]
"""(particles, dimensions) → (particles,); higher is better."""


@dataclass(frozen=True, slots=True)
class Swarm:
    """The settings of one search; particles and generations are the published ones."""

    particles: int = 100
    generations: int = 1000
    inertia: tuple[float, float] = (0.9, 0.4)
    own: float = 2.0
    """c₁, the pull of a particle's own best place."""
    shared: float = 2.0
    """c₂, the pull of the swarm's best place."""
    fastest: float = 0.5
    """Largest step in one dimension, as a share of the width of its range."""


@dataclass(frozen=True, slots=True)
class Found:
    """Best place, its fitness, and the best fitness after each generation."""

    place: Vectors
    fitness: float
    history: tuple[float, ...]


def search(
    fitness: Fitness,
    low: Vectors,
    high: Vectors,
    rng: np.random.Generator,
    settings: Swarm = Swarm(),
    start: Vectors | None = None,
    report: Callable[[int, float], None] | None = None,
) -> Found:
    """The best place found in the box from ``low`` to ``high``.

    ``start`` (k, dimensions) takes the place of the first k random particles.
    """
    x = rng.uniform(low, high, (settings.particles, len(low)))
    if start is not None:
        x[: len(start)] = start[: len(x)]
    v = rng.uniform(-1, 1, x.shape) * (high - low) * 0.1
    own, own_fitness = x.copy(), fitness(x)
    history: list[float] = []
    for generation in range(settings.generations):
        leader = own[own_fitness.argmax()]
        v = _velocity(v, x, own, leader, _inertia(settings, generation), settings, rng)
        v = np.clip(v, -settings.fastest * (high - low), settings.fastest * (high - low))
        x, v = _within(x + v, v, low, high)
        now = fitness(x)
        better = now > own_fitness
        own[better], own_fitness[better] = x[better], now[better]
        history.append(float(own_fitness.max()))
        if report:
            report(generation, history[-1])
    best = int(own_fitness.argmax())
    return Found(own[best], float(own_fitness[best]), tuple(history))


def _within(x: Vectors, v: Vectors, low: Vectors, high: Vectors) -> tuple[Vectors, Vectors]:
    """Stops particles at the box's walls and turns them back.

    The paper has no rule; a swarm whose particles go on flying outward gathers on a wall
    and never leaves it, even where the fitness is a plain bowl.
    """
    return np.clip(x, low, high), np.where((x < low) | (x > high), -v, v)


def _inertia(settings: Swarm, generation: int) -> float:
    """w(t): linear from the first to the last value of ``inertia``."""
    first, last = settings.inertia
    return first + (last - first) * generation / max(1, settings.generations - 1)


def _velocity(
    v: Vectors, x: Vectors, own: Vectors, leader: Vectors, inertia: float, settings: Swarm, rng: np.random.Generator
) -> Vectors:
    """W, step 6: w·v + c₁r₁(p_h − x) + c₂r₂(p_g − x)."""
    r1, r2 = rng.random(x.shape), rng.random(x.shape)
    return inertia * v + settings.own * r1 * (own - x) + settings.shared * r2 * (leader - x)
