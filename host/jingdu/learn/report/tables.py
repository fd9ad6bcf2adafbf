"""The tables of ``jingdu evaluate``: what was measured, by corpus, kind of page and language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median

import numpy as np

from jingdu.learn.corpus import grouped
from jingdu.learn.report.evaluate import Measured
from jingdu.learn.report.groups import drawn_interval, f1, groups, interval, mean, pages
from jingdu.learn.report.metrics import FIELDS, given
from jingdu.learn.report.structure import GAPS, KINDS

Counts = dict[str, tuple[int, int]]
"""Kind → how many, of how many."""


def _lines(
    found: Sequence[Measured], head: str, row: Callable[[list[Measured]], str], best: Callable[[list[Measured]], float]
) -> Iterator[str]:
    """A table: ``head``, and for each group its extractors, best first."""
    yield f"{'pages':36} {'extractor':21} {'n':>5} {head}"
    for name, ones in groups(found):
        mine = grouped(ones, lambda one: one.extractor)
        for extractor in sorted(mine, key=lambda key: (-best(mine[key]), key)):
            if cells := row(mine[extractor]):
                yield f"{name:36} {extractor:21} {len(mine[extractor]):5} {cells}"


def overview_lines(found: Sequence[Measured]) -> Iterator[str]:
    """Word F1 of the text alone, a line for each group and a column for each extractor, the best with a star."""
    with_truth = [one for one in found if one.score]
    names = list(dict.fromkeys(one.extractor for one in with_truth))
    widths = {name: max(7, len(name)) for name in names}
    yield f"{'pages':36} {'n':>5} " + " ".join(f"{name:>{widths[name]}}" for name in names)
    for group, ones in groups(with_truth):
        means = {name: mean(mine, f1) for name, mine in grouped(ones, lambda one: one.extractor).items()}
        best = max(means.values())
        cells = [
            f"{means.get(name, float('nan')):.3f}{'*' if means.get(name) == best else ' '}".rjust(widths[name])
            for name in names
        ]
        yield f"{group:36} {len(pages(ones)):5} " + " ".join(cells)


def text_lines(found: Sequence[Measured], rng: np.random.Generator) -> Iterator[str]:
    """Word F1, precision and recall of the text alone, and F1 with the title before it."""

    def row(ones: list[Measured]) -> str:
        low, high = interval(ones, f1, rng)
        precision = mean(ones, lambda one: one.score.precision if one.score else None)
        recall = mean(ones, lambda one: one.score.recall if one.score else None)
        titled = mean(ones, lambda one: one.titled.f1 if one.titled else None)
        return f"{mean(ones, f1):6.3f} {low:6.3f}-{high:.3f} {precision:6.3f} {recall:6.3f} {titled:6.3f}"

    with_truth = [one for one in found if one.score]
    yield from _lines(
        with_truth, f"{'F1':>6} {'95 %':>12} {'P':>6} {'R':>6} {'+title':>6}", row, lambda ones: mean(ones, f1)
    )
    yield from _empty_lines(found)


def _empty_lines(found: Sequence[Measured]) -> Iterator[str]:
    """What the table above leaves out: pages of which nothing is to come out."""
    without = [one for one in found if one.truthless]
    for corpus, ones in grouped(without, lambda one: one.corpus).items():
        mine = grouped(ones, lambda one: one.extractor)
        counts = ", ".join(f"{name} {sum(one.empty for one in found)}" for name, found in mine.items())
        yield (
            f"{corpus}: {len(pages(ones))} more pages have an empty truth and are in no F1 above; "
            f"nothing came out of: {counts}"
        )


def snippet_lines(found: Sequence[Measured], rng: np.random.Generator) -> Iterator[str]:
    """Micro F1 over the snippets that must and must not come out, all pages of a group together."""

    def row(ones: list[Measured]) -> str:
        hit, missed, wrong = _counts(ones)
        low, high = drawn_interval(
            [(one.site, 2 * one.hits[0], 2 * one.hits[0] + sum(one.hits[1:3])) for one in ones], rng
        )
        precision, recall = hit / ((hit + wrong) or 1), hit / ((hit + missed) or 1)
        return f"{_micro(ones):6.3f} {low:6.3f}-{high:.3f} {precision:6.3f} {recall:6.3f}"

    head = f"{'F1':>6} {'95 %':>12} {'P':>6} {'R':>6}"
    yield from _lines([one for one in found if any(one.hits)], head, row, _micro)


def _counts(ones: Sequence[Measured]) -> tuple[int, int, int]:
    """Snippets that came out as they must, that did not, and that came out though they must not."""
    hit, missed, wrong, _ = map(sum, zip(*(one.hits for one in ones), strict=True))
    return hit, missed, wrong


def _micro(ones: Sequence[Measured]) -> float:
    """F1 = 2·TP / (2·TP + FN + FP), as Trafilatura's own evaluation counts it."""
    hit, missed, wrong = _counts(ones)
    return 2 * hit / ((2 * hit + missed + wrong) or 1)


def field_lines(found: Sequence[Measured]) -> Iterator[str]:
    """Share of the labelled fields that are right; how many are labelled is behind (— where none are given)."""

    def row(ones: list[Measured]) -> str:
        cells = []
        for field in FIELDS:
            silent = not any(given(one.facts, field) for one in ones)
            values = [] if silent else [one.fields[field] for one in ones if field in one.fields]
            cells.append(f"{sum(values) / len(values):5.3f}/{len(values):<4}" if values else f"{'—':^10}")
        return " ".join(cells) if any("/" in cell for cell in cells) else ""

    labelled = [one for one in found if one.fields]
    head = " ".join(f"{field:10}" for field in FIELDS)
    yield from _lines(labelled, head, row, lambda ones: sum(sum(one.fields.values()) for one in ones))


def share_lines(
    found: Sequence[Measured],
    kinds: Sequence[str],
    counted: Callable[[Measured], dict[str, tuple[int, int]]],
    good: int,
) -> Iterator[str]:
    """For each kind the share, and of how many; ``good``: 1 where many of them are good, -1 where few are."""

    def row(ones: list[Measured]) -> str:
        cells = []
        for kind in kinds:
            some, of = (sum(counted(one).get(kind, (0, 0))[at] for one in ones) for at in (0, 1))
            cells.append(f"{some / of:5.3f}/{of:<6}" if of else f"{'—':^12}")
        return " ".join(cells)

    def best(ones: list[Measured]) -> float:
        return good * sum(some for one in ones for some, _ in counted(one).values())

    yield from _lines([one for one in found if counted(one)], " ".join(f"{kind:12}" for kind in kinds), row, best)


def speed_lines(found: Sequence[Measured]) -> Iterator[str]:
    """Milliseconds a page, and how many times those of ``lxml.html.fromstring``, each page by itself."""

    def row(ones: list[Measured]) -> str:
        both = [1000 * one.seconds for one in ones], [one.seconds / one.parse for one in ones]
        return " ".join(f"{median(values):8.1f} {float(np.quantile(values, 0.95)):8.1f}" for values in both)

    head = f"{'ms':>8} {'ms p95':>8} {'× parse':>8} {'× p95':>8}"
    yield from _lines(found, head, row, lambda ones: -median(one.seconds / one.parse for one in ones))


def all_lines(found: Sequence[Measured], tables: Iterable[str], rng: np.random.Generator) -> Iterator[str]:
    """Every table that was asked for and has a line, each under its heading."""
    printed: dict[str, tuple[str, Callable[[], Iterator[str]]]] = {
        "overview": ("Side by side: word F1 of the text alone", lambda: overview_lines(found)),
        "text": ("Word F1, precision and recall of the text alone; +title: F1 with the title before it",
                 lambda: text_lines(found, rng)),
        "snippets": ("Snippets that must and must not come out: micro F1, precision, recall",
                     lambda: snippet_lines(found, rng)),
        "fields": ("Right fields of those that are labelled", lambda: field_lines(found)),
        "structure": ("Parts of the page that came out as what they were",
                      lambda: share_lines(found, KINDS, lambda one: one.structure, 1)),
        "completeness": ("Tables, lists and citations most of which came out: the share with a gap",
                         lambda: share_lines(found, GAPS, lambda one: one.gaps, -1)),
        "speed": ("Milliseconds a page, HTML to text; × parse: times lxml.html.fromstring of the page",
                  lambda: speed_lines(found)),
    }  # fmt: skip
    for name in tables:
        heading, lines = printed[name]
        body = list(lines())
        if len(body) > 1:
            yield from (f"\n{heading}", *body)
