"""What each step of ``fused`` costs: ``python -m jingdu.learn.report.oracles [--folds K] CORPUS …``.

Each page is judged as it is, and then with the truth in place of one decision, all else as judged. A step whose
oracle is much better than the verdict is where pages are lost. Word F1 by blocks, mean over pages; a block is content
as in ``Labels``. With ``--folds`` the weights are learned anew for each of K parts of the sites, from the other parts.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Final, NamedTuple, cast

import numpy as np

from jingdu.extractors import additive, fused
from jingdu.extractors.kinds import KINDS, Kinds
from jingdu.features import Around
from jingdu.features.columns import Columns, Numbers
from jingdu.learn.cli import CORPUS, load_all
from jingdu.learn.corpus import Example, grouped, part
from jingdu.learn.corpus.labelled import Bits, Labels, labels, parsed
from jingdu.learn.train.fused import SWARM
from jingdu.learn.train.kinds import kind_of
from jingdu.learn.train.trainers import Folds
from jingdu.learn.work import Progress, spread
from jingdu.page.model import Page

STEPS: Final = ("judged", "kind known", "start known", "end known", "inside known", "rows known", "all known")
WHOLE: Final = 0.9
"""Share of a row's tokens in the truth from which the truth has the row as a whole."""
Scored = tuple[str, dict[str, float]]
"""The page's corpus and kind, and its word F1 by step."""


class _Known(NamedTuple):
    """Stands in for ``Kinds``: the kind is known."""

    kind: str

    def columns(self, grid: additive.Grid, odds: Numbers, tokens: Numbers) -> Columns:
        return {f"kind_{kind}": np.full(len(odds), float(kind == self.kind)) for kind in KINDS}


def scores(page: Page, truth: Labels, kind: str, weights: fused.Fused, first: additive.Profile) -> dict[str, float]:
    """Of each of ``STEPS`` the word F1 of the page."""
    known = replace(weights, kinds=cast(Kinds, _Known(kind))) if kind else weights
    keep, informed = (np.array(fused.judge(page, one, first).keep, dtype=bool) for one in (weights, known))
    steps = (keep, informed, *_spans(keep, truth.content), _by_rows(page, keep, truth), truth.content)
    return {name: truth.f1(step) for name, step in zip(STEPS, steps, strict=True)}


def _spans(keep: Bits, content: Bits) -> tuple[Bits, Bits, Bits]:
    """``keep`` without what is before the first block of content, without what is after the last, and with the truth
    between the two."""
    at = np.arange(len(keep))
    found = np.flatnonzero(content)
    first, last = (found[0], found[-1]) if len(found) else (0, len(keep) - 1)
    return keep & (at >= first), keep & (at <= last), np.where((at >= first) & (at <= last), content, keep)


def _by_rows(page: Page, keep: Bits, truth: Labels) -> Bits:
    """Each innermost row that the truth has as a whole or not at all is kept or dropped so; the rest as judged."""
    row = Around.of(page).regions.inner
    of = np.where(row.items > 0, row.of, 0)
    share = np.bincount(of, truth.hits) / np.maximum(np.bincount(of, truth.tokens), 1)
    whole, absent = (row.items > 0) & (share[of] > WHOLE), (row.items > 0) & (share[of] < 1 - WHOLE)
    return (keep | whole) & ~absent


def measured(examples: Sequence[Example], weights: fused.Fused, first: additive.Profile) -> list[Scored]:
    """Every page with a true text and a block."""
    found = spread(_measured, [example for example in examples if example.text], weights, first)
    return [one for one in found if one]


def _measured(example: Example, weights: fused.Fused, first: additive.Profile) -> Scored | None:
    page = parsed(example)
    if page is None:
        return None
    group = example.corpus if example.kind in ("", example.corpus) else f"{example.corpus}/{example.kind}"
    return group, scores(page, labels(page, example.text), kind_of(example), weights, first)


def table(found: Sequence[Scored]) -> Iterator[str]:
    """A row for each corpus and for each kind of its pages."""
    groups = grouped(found, lambda one: one[0].partition("/")[0]) | grouped(found, lambda one: one[0])
    yield f"| pages | n | {' | '.join(STEPS)} |"
    yield "|---" * (len(STEPS) + 2) + "|"
    for name in sorted(groups):
        pages = groups[name]
        values = " | ".join(f"{fmean(page[step] for _, page in pages):.3f}" for step in STEPS)
        yield f"| {name} | {len(pages)} | {values} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("corpus", nargs="+", help=CORPUS)
    parser.add_argument("--folds", type=int, metavar="K", help="train anew for each of K parts of the sites")
    given = parser.parse_args()
    examples = load_all(given.corpus)
    if not given.folds:
        found = measured(examples, fused.load("fused"), additive.load("support"))
    else:
        folds, found = Folds(examples, ["fused"], given.folds, 1, SWARM, Progress()), []
        for fold in range(given.folds):
            learned = folds.learn(fold)["fused"]
            here = [example for example in examples if part(example.site, given.folds) == fold]
            found += measured(here, learned["profile"], learned["first"])
    print("\n".join(table(found)))


if __name__ == "__main__":
    main()
