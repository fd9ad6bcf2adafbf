"""Labelled pages, block by block, for the trainers that need no columns of features."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from jingdu.learn.corpus import Example
from jingdu.learn.corpus.align import content_tokens
from jingdu.learn.corpus.sites import parsed
from jingdu.learn.report.metrics import tokens
from jingdu.learn.workers import spread
from jingdu.page.model import Page

METRIC = "mean word F1 by blocks, on the pages learned from"

_R = TypeVar("_R")


class Labels(NamedTuple):
    """Of each block the number of its tokens, and how many of them are in the true text; the tokens of that."""

    tokens: NDArray[np.float64]
    hits: NDArray[np.float64]
    truth: int

    @property
    def content(self) -> NDArray[np.bool_]:
        """A block is content when most of its tokens are in the true text."""
        return 2 * self.hits > self.tokens

    def f1(self, keep: NDArray[np.bool_]) -> float:
        """Word F1 of the page when these blocks are kept (paper W, step 7)."""
        return float(2 * self.hits[keep].sum() / max(1.0, self.tokens[keep].sum() + self.truth))


def labels(page: Page, truth: str) -> Labels:
    counts = np.array(content_tokens(page.blocks.texts, truth), dtype=np.float64).reshape(-1, 2)
    return Labels(counts[:, 0], counts[:, 1], len(tokens(truth)))


def read(
    work: Callable[[Page, Labels], _R], examples: Sequence[Example], report: Callable[[str], None]
) -> list[tuple[Example, _R]]:
    """``work`` of every page with a true text and a block, by as many processes as there are cores."""
    wanted = [example for example in examples if example.text]
    found = []
    for number, (example, made) in enumerate(zip(wanted, spread(partial(_one, work), wanted), strict=True), 1):
        if made is not None:
            found.append((example, made[0]))
        if number % 100 == 0 or number == len(wanted):
            report(f"pages {number}/{len(wanted)}")
    return found


def _one(work: Callable[[Page, Labels], _R], example: Example) -> tuple[_R] | None:
    page = parsed(example)
    return (work(page, labels(page, example.text)),) if page is not None else None


def known(provenance: dict[str, Any], pages: int, value: float) -> dict[str, Any]:
    """The provenance with what was learned from and how well."""
    return {**provenance, "pages": pages, "metric": METRIC, "value": round(float(value), 4)}
