"""The command ``jingdu evaluate``."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from jingdu.cli.source import writable
from jingdu.faults import InputError, UsageError
from jingdu.learn.corpus import CORPUS, Example, grouped, load_all, require_labels
from jingdu.learn.report import corrections, evaluate, groups, metrics, peers, tables as printed
from jingdu.learn.train import fused
from jingdu.learn.train.trainers import cross_validated
from jingdu.learn.work import Progress


def add_evaluate(parser: argparse.ArgumentParser) -> None:
    names = evaluate.available()
    parser.add_argument("corpus", nargs="*", type=Path, help=CORPUS)
    parser.add_argument("--all", action="store_true", help="measure every corpus in --corpora")
    parser.add_argument("--corpora", metavar="DIR", type=Path, default=Path("../shared/corpora"),
                        help="folder of corpora for --all (default: %(default)s)")  # fmt: skip
    parser.add_argument("--extractor", action="append", metavar="NAME", choices=names,
                        help="measure this extractor (repeatable; default: all that are installed)")  # fmt: skip
    parser.add_argument("--table", action="append", choices=evaluate.TABLES, help="print only this table (repeatable)")
    parser.add_argument("--wrong", choices=metrics.FIELDS, help="list the pages where this field is wrong")
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), choices=names,
                        help="list the pages on which two extractors differ most")  # fmt: skip
    parser.add_argument("--show", metavar="ID", help="with --compare: the extra and missing words of this page")
    parser.add_argument("--corrections", type=int, metavar="N",
                        help="simulate users who correct N pages of a site, and measure its other pages")  # fmt: skip
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all measurements as JSON lines")
    parser.add_argument("--sample", type=int, metavar="N", help="measure N pages of each corpus, evenly spaced")
    parser.add_argument("--folds", type=int, metavar="K", help="cross-validate with K folds of the sites")
    parser.add_argument("--learn-also", action="append", type=Path, default=[], metavar="CORPUS",
                        help="with --folds: also train on this corpus, without the measured sites")  # fmt: skip
    parser.add_argument("--generations", type=int, help="with --folds: generations of the swarm (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the intervals, and of --folds (default: 1)")


def run_evaluate(arguments: argparse.Namespace) -> None:
    only = "text" if arguments.compare else "fields" if arguments.wrong else None
    names, tables = _names(arguments), [only] if only else arguments.table or list(evaluate.TABLES)
    examples = _sampled(load_all(_paths(arguments)), arguments.sample)
    if arguments.show:
        lines = _shown([example for example in examples if example.id == arguments.show], arguments)
    elif arguments.corrections:
        lines = _corrected(examples, arguments)
    else:
        results = _measured(examples, names, tables, arguments)
        if arguments.json:
            with writable(arguments.json), arguments.json.open("w", encoding="utf-8") as file:
                file.writelines(json.dumps(asdict(result), ensure_ascii=False) + "\n" for result in results)
        rng = np.random.default_rng(arguments.seed)
        if arguments.wrong:
            lines = groups.wrong_lines(results, arguments.wrong, examples)
        elif arguments.compare:
            lines = groups.difference_lines(results, arguments.compare[0], arguments.compare[1], rng)
        else:
            lines = printed.all_lines(results, tables, rng)
    for line in lines:
        print(line)


def _names(arguments: argparse.Namespace) -> list[str]:
    return list(dict.fromkeys(arguments.compare or arguments.extractor or evaluate.available(variants=False)))


def _paths(arguments: argparse.Namespace) -> list[Path]:
    if not arguments.all:
        if not arguments.corpus:
            raise UsageError("No corpus is named; name one or more, or use --all.")
        return list(arguments.corpus)
    paths = sorted([*arguments.corpora.glob("*.jsonl.xz"), *arguments.corpora.glob("*.jsonl")])
    if not paths:
        raise InputError(f"There is no corpus in {arguments.corpora}; name their folder with --corpora.")
    return [*arguments.corpus, *paths]


def _sampled(examples: list[Example], number: int | None) -> list[Example]:
    """At most ``number`` pages of each corpus, evenly spaced; all pages if it is None."""
    if not number:
        return examples
    corpora = grouped(examples, lambda example: example.corpus).values()
    return [page for pages in corpora for page in pages[:: max(1, len(pages) // number)][:number]]


def _measured(
    examples: list[Example], names: list[str], tables: list[str], arguments: argparse.Namespace
) -> list[evaluate.Result]:
    """Measures all pages; variants of peers only on pages that have snippets and no true text."""
    if arguments.folds:
        folds = _folds(examples, names, arguments)
        parts = (evaluate.measure(test, names, trained, tables, Progress()) for test, trained in folds)
        return list(chain.from_iterable(parts))
    by_default = not (arguments.extractor or arguments.compare) and "snippets" in tables
    variants = [name for name in peers.installed() if peers.PEERS[name].variant and by_default]
    parted = grouped(examples, lambda example: bool(variants and example.must and not example.text))
    measure = partial(evaluate.measure, tables=tables, report=Progress())
    return measure(parted[False], names) + measure(parted[True], [*names, *variants])


def _corrected(examples: list[Example], arguments: argparse.Namespace) -> Iterator[str]:
    """The table of simulated corrections; with ``--folds``, pages are judged by weights trained without their site."""
    as_packaged = iter([(examples, {"sited": dict[str, Any]()})])
    parts = _folds(examples, ["sited"], arguments) if arguments.folds else as_packaged
    pages = [page for test, trained in parts for page in corrections.read(test, trained["sited"])]
    simulations = list(corrections.simulate(pages, arguments.corrections, np.random.default_rng(arguments.seed)))
    if not simulations:
        raise InputError("No site there has enough pages; name a corpus with three pages or more of a site.")
    yield from corrections.lines(simulations)


def _folds(
    examples: list[Example], names: list[str], arguments: argparse.Namespace
) -> Iterator[tuple[list[Example], dict[str, dict[str, Any]]]]:
    training = require_labels([*examples, *load_all(arguments.learn_also)])
    swarm = fused.swarm_settings(arguments.generations)
    return cross_validated(examples, training, names, arguments.folds, arguments.seed, swarm, Progress())


def _shown(examples: list[Example], arguments: argparse.Namespace) -> Iterator[str]:
    if not examples:
        raise InputError(f"No page there has the id {arguments.show}.")
    for example in examples:
        yield f"{example.corpus} {example.id} {example.kind} {example.url or ''}"
        for name in _names(arguments):
            yield from groups.against_truth(name, evaluate.output(name, example).text, example)
