"""The command ``jingdu train``."""

import argparse
from inspect import signature
from pathlib import Path

from jingdu import __version__
from jingdu.cli.source import writable
from jingdu.learn.corpus import CORPUS, digest, load_all, require_labels
from jingdu.learn.train.trainers import DEFAULT, TRAINERS, load_trainer
from jingdu.learn.work import Progress


def add_train(train: argparse.ArgumentParser) -> None:
    train.add_argument("corpus", nargs="+", type=Path, help=CORPUS)
    train.add_argument("--extractor", choices=TRAINERS, default=DEFAULT,
                       help=f"the extractor to train (default: {DEFAULT}, with support)")  # fmt: skip
    train.add_argument("--out", type=Path, default=Path(), help="output folder (default: the current one)")
    train.add_argument("--seed", type=int, default=1, help="the same seed gives the same bytes (default: 1)")
    train.add_argument("--generations", type=int, help="generations of the swarm, passes of the network (default: 20)")


def run_train(arguments: argparse.Namespace) -> None:
    """Trains an extractor and writes its weights. Raises ``InputError``."""
    examples = require_labels(load_all(arguments.corpus))
    extractor = None if arguments.extractor == DEFAULT else arguments.extractor
    given = {"extractor": extractor, "seed": arguments.seed, "generations": arguments.generations}
    options = [f"--{name} {value}" for name, value in given.items() if value is not None]
    provenance = {
        "jingdu": __version__,
        "corpora": {path.name: digest(path) for path in arguments.corpus},
        "split": "all pages with a true text",
        "seed": arguments.seed,
        "command": " ".join(["jingdu train", *options, *(path.name for path in arguments.corpus)]),
    }
    train = load_trainer(arguments.extractor)
    optional = {"generations": arguments.generations} if "generations" in signature(train).parameters else {}
    files = train(examples, arguments.seed, Progress(), provenance, **optional)
    with writable(arguments.out):
        arguments.out.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            path = arguments.out / name
            path.write_text(text, "utf-8")
            print(path)
