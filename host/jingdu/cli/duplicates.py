"""jingdu duplicates: articles of the library that are nearly the same."""

from __future__ import annotations

import argparse
import json

from jingdu.cli import items, source
from jingdu.library import indexed
from jingdu.library.topics.duplicates import Comparing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="all fields, as JSON")


def run(arguments: argparse.Namespace) -> None:
    """Prints each group, the newest first, with how much of each is the same as the first."""
    comparing = Comparing(indexed.opened())
    while comparing.done < comparing.total:
        comparing.step()
    groups = comparing.groups()
    if arguments.json:
        report = [[item._asdict() | {"likeness": similarity} for item, similarity in group] for group in groups]
        print(source.printable(json.dumps(report, ensure_ascii=False, indent=2)))
        return
    for number, group in enumerate(groups, start=1):
        print(f"{number}.")
        for item, similarity in group:
            print(f"  {100 * similarity:3.0f} % {items.line(item)}")
