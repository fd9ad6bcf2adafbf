"""jingdu related: articles of the library about the same as one of them."""

from __future__ import annotations

import argparse
import json

from jingdu.cli import items, source
from jingdu.handlers import searching
from jingdu.library import indexed
from jingdu.protocol.searching import Related


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("item", metavar="ITEM", help="the article's id, or the beginning of it")
    parser.add_argument("--json", action="store_true", help="all fields, as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Prints the most similar first, with the similarity of each; 1 where there is none."""
    (item,) = items.chosen([arguments.item])
    found = searching.related(Related(0, item.id)).items
    if arguments.json:
        print(source.printable(json.dumps(found, ensure_ascii=False, indent=2)))
        return 0 if found else 1
    for fields in found:
        similarity = fields.pop("likeness")
        print(f"{100 * similarity:3.0f} % {items.line(indexed.item_of(fields))}")
    return 0 if found else 1
