"""Layout features from the previous stage's scores: each column against a reference implementation."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp

import numpy as np
import pytest
from hypothesis import given, strategies as st

from jingdu.extractors.layout import layout_columns, stretch
from jingdu.features import Around
from jingdu.features.containers import LEVELS
from jingdu.features.words import Lexicon
from jingdu.page.model import Page
from tests.support.containers import Container, container_of
from tests.support.grown_pages import columns, pages


def mean(values: list[float], weights: list[float] | None = None) -> float:
    return float(np.average(values, weights=weights))


def containers_of(container: Container) -> Iterator[Container]:
    """The container and its ancestors, one for each level; the root repeats."""
    for _ in LEVELS:
        yield container
        container = container.parent or container


def shape_of(container: Container) -> tuple[str, ...]:
    up = container.parent or container
    return (container.tag, container.element.get("class", ""), up.tag, up.element.get("class", ""))


def reference(page: Page, odds: list[float], size: list[float], at: int) -> dict[str, float]:
    """The columns of one block, with every sum recomputed."""
    count = len(odds)
    chance = [1 / (1 + exp(-max(-15.0, min(15.0, one)))) for one in odds]
    mass = [p * n for p, n in zip(chance, size, strict=True)]
    found = {"first_look": odds[at], "below_best": odds[at] - max(odds)}
    for reach in (3, 8, 20):
        a, b = max(0, at - reach), min(count, at + reach + 1)
        found[f"near_{reach}"] = sum(chance[n] for n in range(a, b) if n != at) / (b - a)
        found[f"near_text_{reach}"] = mean(chance[a:b], size[a:b])
        found[f"above_{reach}"] = sum(chance[a:at]) / (at - a + 1)
        found[f"below_{reach}"] = sum(chance[at + 1 : b]) / (b - at)
    for level, container in zip(LEVELS, containers_of(container_of(page.blocks[at])), strict=True):
        inside = slice(container.first, container.last)
        found[f"{level}_odds"] = mean(odds[inside])
        found[f"{level}_text"] = mean(chance[inside], size[inside])
        found[f"{level}_mass"] = sum(mass[inside]) / sum(mass)
    shape = shape_of(container_of(page.blocks[at]))
    alike = [n for n in range(count) if shape_of(container_of(page.blocks[n])) == shape]
    others = [odds[n] for n in alike if n != at]
    found["alike_odds"] = mean([odds[n] for n in alike])
    found["alike_chance"] = mean([chance[n] for n in alike])
    found["alike_others"] = mean(others) if others else 0.0
    found["mass_before"] = sum(mass[:at]) / sum(mass)
    found["mass_after"] = sum(mass[at + 1 :]) / sum(mass)
    return {**found, **region_columns(page, odds, size, mass, at), **stretch_columns(page, chance, size, mass, at)}


def region_columns(page: Page, odds: list[float], size: list[float], mass: list[float], at: int) -> dict[str, float]:
    regions = Around.of(page).regions
    found = {}
    for name, row in (("row", regions.inner), ("outer", regions.outer)):
        whole, item = slice(row.first[at], row.last[at]), slice(row.item_first[at], row.item_last[at])
        inside = row.items[at] > 0
        found[f"{name}_text"] = mean([one / n for one, n in zip(mass[whole], size[whole], strict=True)], size[whole])
        found[f"{name}_item"] = mean([one / n for one, n in zip(mass[item], size[item], strict=True)], size[item])
        found[f"{name}_mass"] = sum(mass[whole]) / sum(mass)
        found.update(dict.fromkeys((f"{name}_text", f"{name}_item", f"{name}_mass"), -1.0) if not inside else {})
    section, heading = slice(regions.section_first[at], regions.section_last[at]), regions.heading[at]
    found["section_text"] = sum(mass[section]) / sum(size[section])
    found["section_mass"] = sum(mass[section]) / sum(mass)
    found["heading_odds"] = odds[heading] if heading >= 0 else 0.0
    return found


def stretch_columns(page: Page, chance: list[float], size: list[float], mass: list[float], at: int) -> dict[str, float]:
    first, last = stretch(np.array([(p - 0.5) * n for p, n in zip(chance, size, strict=True)]))
    inside, text = max(sum(mass[first:last]), 1e-9), max(sum(size[first:last]), 1.0)
    before, after = at < first, at >= last
    blocks = at - first if before else at - last + 1 if after else 0
    away = -sum(size[at:first]) if before else sum(size[last:at]) if after else 0.0
    found = {
        "stretch": after - float(before),
        "stretch_blocks": max(-60, min(60, blocks)),
        "stretch_text": max(-9.0, min(9.0, away / text)),
        "stretch_part": inside / max(sum(mass), 1e-9),
    }
    for level, container in zip(LEVELS, containers_of(container_of(page.blocks[at])), strict=False):
        found[f"{level}_stretch"] = (
            sum(mass[max(container.first, first) : max(container.first, first, min(container.last, last))]) / inside
        )
    return found


@given(pages(), st.integers(0, 10**6), st.sampled_from([0.5, 4.0, 30.0]))
def test_columns_match_the_reference_implementation(page: Page, seed: int, spread: float) -> None:
    if not page.blocks:
        return
    size = columns(page, Lexicon())["size"]
    odds = np.random.default_rng(seed).normal(0, spread, len(page.blocks))
    table = layout_columns(odds, size, Around.of(page))
    for at in range(len(page.blocks)):
        expected = reference(page, odds.tolist(), size.tolist(), at)
        assert set(table) == set(expected)
        assert {name: column[at] for name, column in table.items()} == pytest.approx(expected, abs=1e-9)
