"""The tables of ``jingdu evaluate``, by corpus, page kind and language."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import nan
from operator import attrgetter
from statistics import fmean, median

import numpy as np

from jingdu.learn.corpus import grouped
from jingdu.learn.report.evaluate import Result
from jingdu.learn.report.groups import f1, groups, interval, mean, pages, ratio_interval
from jingdu.learn.report.metrics import FIELDS, output_field
from jingdu.learn.report.structure import GAPS, KINDS


def _lines(
    results: Sequence[Result], head: str, row: Callable[[list[Result]], str], best: Callable[[list[Result]], float]
) -> Iterator[str]:
    """Formats a table with a row for each group and extractor, best first; an empty ``row`` is omitted."""
    yield f"{'pages':36} {'extractor':21} {'n':>5} {head}"
    for name, rows in groups(results):
        for extractor, members in sorted(by_extractor(rows).items(), key=lambda item: (-best(item[1]), item[0])):
            if cells := row(members):
                yield f"{name:36} {extractor:21} {len(members):5} {cells}"


def by_extractor(results: Sequence[Result]) -> dict[str, list[Result]]:
    return grouped(results, attrgetter("extractor"))


def overview_lines(results: Sequence[Result]) -> Iterator[str]:
    """Word F1 of the text alone: a row per group, a column per extractor; the best is starred."""
    with_truth = [result for result in results if result.score]
    widths = {name: max(7, len(name)) for name in by_extractor(with_truth)}
    yield f"{'pages':36} {'n':>5} " + " ".join(name.rjust(width) for name, width in widths.items())
    for group, rows in groups(with_truth):
        means = {name: mean(members, f1) for name, members in by_extractor(rows).items()}
        best = max(means.values())
        shown = {name: f"{means.get(name, nan):.3f}{'*' if means.get(name) == best else ' '}" for name in widths}
        yield f"{group:36} {len(pages(rows)):5} " + " ".join(text.rjust(widths[name]) for name, text in shown.items())


def text_lines(results: Sequence[Result], rng: np.random.Generator) -> Iterator[str]:
    """Word F1, precision and recall of the text alone, and F1 with the title before it."""

    def row(rows: list[Result]) -> str:
        low, high = interval(rows, f1, rng)
        names = ("score.precision", "score.recall", "titled.f1")
        precision, recall, titled = (mean(rows, attrgetter(name)) for name in names)
        return f"{mean(rows, f1):6.3f} {low:6.3f}-{high:.3f} {precision:6.3f} {recall:6.3f} {titled:6.3f}"

    with_truth = [result for result in results if result.score]
    head = f"{'F1':>6} {'95 %':>12} {'P':>6} {'R':>6} {'+title':>6}"
    yield from _lines(with_truth, head, row, lambda rows: mean(rows, f1))
    yield from _empty_lines(results)


def _empty_lines(results: Sequence[Result]) -> Iterator[str]:
    """Counts of empty outputs on pages with an empty truth, for which there is no F1."""
    without = [result for result in results if result.truthless]
    for corpus, rows in grouped(without, attrgetter("corpus")).items():
        counts = [f"{name} {sum(result.empty for result in members)}" for name, members in by_extractor(rows).items()]
        number = f"{corpus}: {len(pages(rows))} more pages have an empty truth and are in no F1 above"
        yield f"{number}; empty outputs: {', '.join(counts)}"


def snippet_lines(results: Sequence[Result], rng: np.random.Generator) -> Iterator[str]:
    """Micro-averaged F1 over the snippets of a group."""

    def row(rows: list[Result]) -> str:
        hit, missed, wrong = _counts(rows)
        parts = [(result.site, 2 * result.hits[0], 2 * result.hits[0] + sum(result.hits[1:3])) for result in rows]
        low, high = ratio_interval(parts, rng)
        precision, recall = hit / ((hit + wrong) or 1), hit / ((hit + missed) or 1)
        return f"{_micro(rows):6.3f} {low:6.3f}-{high:.3f} {precision:6.3f} {recall:6.3f}"

    head = f"{'F1':>6} {'95 %':>12} {'P':>6} {'R':>6}"
    yield from _lines([result for result in results if any(result.hits)], head, row, _micro)


def _counts(rows: Sequence[Result]) -> tuple[int, int, int]:
    """True positives, false negatives and false positives."""
    hit, missed, wrong, _ = map(sum, zip(*(result.hits for result in rows), strict=True))
    return hit, missed, wrong


def _micro(rows: Sequence[Result]) -> float:
    """F1 = 2·TP / (2·TP + FN + FP), as in Trafilatura's own evaluation."""
    hit, missed, wrong = _counts(rows)
    return 2 * hit / ((2 * hit + missed + wrong) or 1)


def field_lines(results: Sequence[Result]) -> Iterator[str]:
    """Accuracy and number of labelled fields; — if the extractor never provides the field."""

    def row(rows: list[Result]) -> str:
        cells = []
        for field in FIELDS:
            given = any(output_field(result.facts, field) for result in rows)
            values = [result.fields[field] for result in rows if given and field in result.fields]
            cells.append(f"{fmean(values):5.3f}/{len(values):<4}" if values else f"{'—':^10}")
        return " ".join(cells) if any("/" in cell for cell in cells) else ""

    labelled = [result for result in results if result.fields]
    head = " ".join(f"{field:10}" for field in FIELDS)
    yield from _lines(labelled, head, row, lambda rows: sum(sum(result.fields.values()) for result in rows))


def share_lines(
    results: Sequence[Result], kinds: Sequence[str], counted: Callable[[Result], dict[str, tuple[int, int]]], sign: int
) -> Iterator[str]:
    """Share and total by kind; ``sign`` is 1 if higher is better, -1 if lower is."""

    def row(rows: list[Result]) -> str:
        cells = []
        for kind in kinds:
            count, total = (sum(counted(result).get(kind, (0, 0))[at] for result in rows) for at in (0, 1))
            cells.append(f"{count / total:5.3f}/{total:<6}" if total else f"{'—':^12}")
        return " ".join(cells)

    def best(rows: list[Result]) -> float:
        return sign * sum(count for result in rows for count, _ in counted(result).values())

    head = " ".join(f"{kind:12}" for kind in kinds)
    yield from _lines([result for result in results if counted(result)], head, row, best)


def speed_lines(results: Sequence[Result]) -> Iterator[str]:
    """Median and p95 of milliseconds per page, and of multiples of ``lxml.html.fromstring`` of the same page."""

    def row(rows: list[Result]) -> str:
        columns = [1000 * result.seconds for result in rows], [result.seconds / result.parse for result in rows]
        return " ".join(f"{median(values):8.1f} {float(np.quantile(values, 0.95)):8.1f}" for values in columns)

    head = f"{'ms':>8} {'ms p95':>8} {'× parse':>8} {'× p95':>8}"
    yield from _lines(results, head, row, lambda rows: -median(result.seconds / result.parse for result in rows))


def all_lines(results: Sequence[Result], tables: Iterable[str], rng: np.random.Generator) -> Iterator[str]:
    """The tables named ``tables`` that have rows, with headings."""
    printed: dict[str, tuple[str, Callable[[], Iterator[str]]]] = {
        "overview": ("Side by side: word F1 of the text alone", lambda: overview_lines(results)),
        "text": ("Word F1, precision and recall of the text alone; +title: F1 with the title before it",
                 lambda: text_lines(results, rng)),
        "snippets": ("Snippets that the output must and must not contain: micro F1, precision, recall",
                     lambda: snippet_lines(results, rng)),
        "fields": ("Right fields of those that are labelled", lambda: field_lines(results)),
        "structure": ("Parts of the page that are of the same kind in the output",
                      lambda: share_lines(results, KINDS, lambda result: result.structure, 1)),
        "completeness": ("Tables, lists and citations that are mostly in the output: the share with a gap",
                         lambda: share_lines(results, GAPS, lambda result: result.gaps, -1)),
        "speed": ("Milliseconds a page, HTML to text; × parse: times lxml.html.fromstring of the page",
                  lambda: speed_lines(results)),
    }  # fmt: skip
    for name in tables:
        heading, lines = printed[name]
        body = list(lines())
        if len(body) > 1:
            yield from (f"\n{heading}", *body)
