"""The commands that learn and measure: ``jingdu train`` and ``jingdu evaluate``."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from jingdu.commands import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from jingdu.learn.corpus import Example
    from jingdu.learn.evaluate import Measured
    from jingdu.learn.swarm import Swarm
    from jingdu.learn.train import Trained

_CORPUS = "a corpus: JSON lines, plain or .xz, in the form that jingdu.learn.corpus documents"


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds both commands to the command line."""
    from jingdu.learn.trainers import DEFAULT, TRAINERS

    train = commands.add_parser("train", help="learn the weights of an extractor from labelled pages")
    train.add_argument("corpus", nargs="+", help=_CORPUS)
    train.add_argument("--extractor", choices=sorted(TRAINERS), default=DEFAULT,
                       help=f"whose weights to learn (default: {DEFAULT}, with support)")  # fmt: skip
    train.add_argument("--out", default=".", help="folder for the files of weights (default: here)")
    train.add_argument("--seed", type=int, default=1, help="the same seed gives the same bytes")
    train.add_argument("--generations", type=int, help="generations of the swarm (0: none)")
    train.set_defaults(func=_train)
    evaluate = commands.add_parser("evaluate", help="measure extractors, and installed peers, on labelled pages")
    evaluate.add_argument("corpus", nargs="+", help=_CORPUS)
    evaluate.add_argument("--extractor", action="append", metavar="NAME", help="only this one (repeatable)")
    evaluate.add_argument("--folds", type=int, metavar="K", help="train anew for each of K parts of the sites")
    evaluate.add_argument("--learn-also", action="append", default=[], metavar="CORPUS",
                          help="with --folds: learn from these as well, less the sites that are measured")  # fmt: skip
    evaluate.add_argument("--sample", type=int, metavar="N", help="only every so many pages, N in all")
    evaluate.add_argument("--seed", type=int, default=1)
    evaluate.add_argument("--generations", type=int, help="with --folds: generations of the swarm")
    evaluate.set_defaults(func=_evaluate)


def _paths(names: list[str]) -> list[Path]:
    from pathlib import Path

    paths = [Path(name) for name in names]
    for path in paths:
        if not path.is_file():
            raise InputError(f"There is no corpus at {path}; name a .jsonl or .jsonl.xz file.")
    return paths


def _load(paths: list[Path]) -> list[Example]:
    from jingdu.learn.corpus import load

    examples = []
    for path in paths:
        try:
            examples += load(path)
        except (ValueError, KeyError, OSError, EOFError) as error:
            raise InputError(f"{path} is not a corpus in the documented form ({error}).") from error
    return examples


def _labelled(examples: list[Example]) -> list[Example]:
    if not any(example.text for example in examples):
        raise InputError("No page there has a true text to learn from.")
    return examples


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _swarm(arguments: argparse.Namespace) -> Swarm:
    from dataclasses import replace

    from jingdu.learn.train import SWARM

    given = arguments.generations
    return SWARM if given is None else replace(SWARM, generations=given)


def _train(arguments: argparse.Namespace) -> None:
    from inspect import signature
    from pathlib import Path

    from jingdu import __version__
    from jingdu.learn.corpus import digest
    from jingdu.learn.trainers import trainer

    learn = trainer(arguments.extractor)
    given = {name: getattr(arguments, name) for name in ("generations",) if name in signature(learn).parameters}
    paths = _paths(arguments.corpus)
    provenance = {
        "jingdu": __version__,
        "corpora": {path.name: digest(path) for path in paths},
        "split": "all pages with a true text",
        "seed": arguments.seed,
        "command": " ".join(["jingdu train", *_options(arguments), *(path.name for path in paths)]),
    }
    files = learn(_labelled(_load(paths)), arguments.seed, _say, provenance, **given)
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (out / name).write_text(text, "utf-8")
        print(out / name)


def _options(arguments: argparse.Namespace) -> list[str]:
    """What the user gave that the weights depend on, as it is written."""
    from jingdu.learn.trainers import DEFAULT

    extractor = [] if arguments.extractor == DEFAULT else [f"--extractor {arguments.extractor}"]
    given = arguments.generations
    return [*extractor, f"--seed {arguments.seed}", *([] if given is None else [f"--generations {given}"])]


def _evaluate(arguments: argparse.Namespace) -> None:
    import numpy as np

    from jingdu.learn import evaluate

    names = arguments.extractor or evaluate.known()
    if unknown := set(names) - set(evaluate.known()):
        raise InputError(f"{', '.join(sorted(unknown))} is not here; choose from {', '.join(evaluate.known())}.")
    examples = _load(_paths(arguments.corpus))
    if arguments.sample and arguments.sample < len(examples):
        examples = examples[:: len(examples) // arguments.sample][: arguments.sample]
    found = _in_folds(examples, names, arguments) if arguments.folds else evaluate.measure(examples, names)
    for line in evaluate.lines(evaluate.table(found, np.random.default_rng(arguments.seed))):
        print(line)


def _in_folds(examples: list[Example], names: list[str], arguments: argparse.Namespace) -> list[Measured]:
    import numpy as np

    from jingdu.learn.corpus import part
    from jingdu.learn.dataset import prepare
    from jingdu.learn.evaluate import in_folds
    from jingdu.learn.train import train

    sheet = prepare(_labelled([*examples, *_load(_paths(arguments.learn_also))]), _say)
    parts = np.array([part(example.site, arguments.folds) for example in sheet.examples])
    swarm = _swarm(arguments)

    def learn(fold: int) -> Trained:
        return train(sheet, parts != fold, arguments.seed, _say, swarm)

    return in_folds(examples, names, arguments.folds, learn)
