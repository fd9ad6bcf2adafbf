"""Oracle experiments on the steps of ``fused``: ``python -m tests.quality.oracles [--folds K] CORPUS …``.

Each page is extracted unchanged, and with the truth in place of one decision; the difference is the loss due to that
step. Reports mean word F1 by blocks; a block is content as in ``Labels``. ``--folds`` cross-validates by site.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple, cast

import numpy as np

from jingdu.extractors import additive, fused
from jingdu.extractors.kinds import KINDS, Kinds
from jingdu.features import Around
from jingdu.features.columns import Bits, Columns, Numbers
from jingdu.learn.corpus import CORPUS, Example, grouped, load_all
from jingdu.learn.corpus.labelled import Labels, labels, parse_example
from jingdu.learn.train.fused import SWARM
from jingdu.learn.train.kinds import kind_of
from jingdu.learn.train.trainers import cross_validated
from jingdu.learn.work import Progress, parallel_map
from jingdu.page.model import Page

STEPS: Final = ("judged", "kind known", "start known", "end known", "inside known", "rows known", "all known")
WHOLE: Final = 0.9
"""Minimum share of a row's tokens in the truth for the row to count as content; below the complement it is not."""
Scored = tuple[str, dict[str, float]]
"""Corpus and kind of a page, and its word F1 by step."""


class _KnownKind(NamedTuple):
    """An oracle that replaces ``Kinds``."""

    kind: str

    def columns(self, grid: additive.Grid, odds: Numbers, tokens: Numbers) -> Columns:
        return {f"kind_{kind}": np.full(len(odds), float(kind == self.kind)) for kind in KINDS}


def _spans(keep: Bits, content: Bits) -> tuple[Bits, Bits, Bits]:
    """``keep`` without blocks before the first content; without those after the last; with the truth in between."""
    at = np.arange(len(keep))
    indexes = np.flatnonzero(content)
    first, last = (indexes[0], indexes[-1]) if len(indexes) else (0, len(keep) - 1)
    return keep & (at >= first), keep & (at <= last), np.where((at >= first) & (at <= last), content, keep)


def _by_rows(page: Page, keep: Bits, truth: Labels) -> Bits:
    """``keep`` with the truth for innermost rows that are entirely content or entirely not."""
    row = Around.of(page).regions.inner
    of = np.where(row.items > 0, row.of, 0)
    share = np.bincount(of, truth.hits) / np.maximum(np.bincount(of, truth.tokens), 1)
    whole, absent = (row.items > 0) & (share[of] > WHOLE), (row.items > 0) & (share[of] < 1 - WHOLE)
    return (keep | whole) & ~absent


def measured(examples: Sequence[Example], profile: fused.Fused, first: additive.Profile) -> list[Scored]:
    """Scores each page that has a truth and at least one block."""
    scored = parallel_map(_measured, [example for example in examples if example.text], profile, first)
    return [page for page in scored if page]


def _measured(example: Example, weights: fused.Fused, first: additive.Profile) -> Scored | None:
    page = parse_example(example)
    if page is None:
        return None
    truth, kind = labels(page, example.text), kind_of(example)
    known = replace(weights, kinds=cast(Kinds, _KnownKind(kind))) if kind else weights
    keep, kind_known = (np.array(fused.judge(page, model, first).keep, dtype=bool) for model in (weights, known))
    steps = (keep, kind_known, *_spans(keep, truth.content), _by_rows(page, keep, truth), truth.content)
    group = example.corpus if example.kind in ("", example.corpus) else f"{example.corpus}/{example.kind}"
    return group, {name: truth.f1(step) for name, step in zip(STEPS, steps, strict=True)}


def table(scored: Sequence[Scored]) -> Iterator[str]:
    """A Markdown table with a row for each corpus and page kind."""
    groups = grouped(scored, lambda page: page[0].partition("/")[0]) | grouped(scored, lambda page: page[0])
    yield f"| pages | n | {' | '.join(STEPS)} |"
    yield "|---" * (len(STEPS) + 2) + "|"
    for name in sorted(groups):
        pages = groups[name]
        values = " | ".join(f"{fmean(page[step] for _, page in pages):.3f}" for step in STEPS)
        yield f"| {name} | {len(pages)} | {values} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("corpus", nargs="+", type=Path, help=CORPUS)
    parser.add_argument("--folds", type=int, metavar="K", help="cross-validate over K parts of the sites")
    arguments = parser.parse_args()
    examples = load_all(arguments.corpus)
    packaged: dict[str, Any] = {"fused": {"profile": fused.load("fused"), "first": additive.load("support")}}
    folds = cross_validated(examples, examples, ["fused"], arguments.folds, 1, SWARM, Progress())
    parts = folds if arguments.folds else [(examples, packaged)]
    print("\n".join(table([page for test, trained in parts for page in measured(test, **trained["fused"])])))


if __name__ == "__main__":
    main()
