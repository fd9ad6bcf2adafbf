"""The command ``jingdu train``."""

import argparse
from inspect import signature
from pathlib import Path

from jingdu import __version__
from jingdu.cli.source import writable
from jingdu.learn.corpus import CORPUS, digest, load_all, require_labels
from jingdu.learn.stages import Stages, cache_key, default_folder
from jingdu.learn.train.trainers import DEFAULT, TRAINERS, load_trainer
from jingdu.learn.work import Progress


def add_train(train: argparse.ArgumentParser) -> None:
    train.add_argument("corpus", nargs="+", help=CORPUS)
    train.add_argument("--extractor", choices=TRAINERS, default=DEFAULT,
                       help=f"the extractor to train (default: {DEFAULT}, with support)")  # fmt: skip
    train.add_argument("--out", default=".", help="output folder (default: the current one)")
    train.add_argument("--seed", type=int, default=1, help="the same seed gives the same bytes")
    train.add_argument("--generations", type=int, help="generations of the swarm (0: none)")
    train.add_argument("--work", metavar="DIR", type=Path,
                       help="keep finished stages in this folder (default: a private one, emptied at the end); "
                            "after an interruption the same command continues from them")  # fmt: skip


def run_train(arguments: argparse.Namespace) -> None:
    """Trains an extractor and writes its weights. Raises ``InputError``."""
    examples = require_labels(load_all(arguments.corpus))
    paths = list(map(Path, arguments.corpus))
    digests = {path.name: digest(path) for path in paths}
    extractor = None if arguments.extractor == DEFAULT else arguments.extractor
    given = {"extractor": extractor, "seed": arguments.seed, "generations": arguments.generations}
    options = [f"--{name} {value}" for name, value in given.items() if value is not None]
    provenance = {
        "jingdu": __version__,
        "corpora": digests,
        "split": "all pages with a true text",
        "seed": arguments.seed,
        "command": " ".join(["jingdu train", *options, *(path.name for path in paths)]),
    }
    train, report = load_trainer(arguments.extractor), Progress()
    stages = Stages(arguments.work or default_folder(), cache_key(arguments.extractor, *digests.values()), report)
    optional = {"generations": arguments.generations, "stages": stages}
    accepted = {name: value for name, value in optional.items() if name in signature(train).parameters}
    files = train(examples, arguments.seed, report, provenance, **accepted)
    folder = Path(arguments.out)
    with writable(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8")
            print(folder / name)
    if not arguments.work:
        stages.clear()
