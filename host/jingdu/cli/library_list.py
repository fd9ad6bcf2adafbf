"""jingdu list: the articles of the library, the newest first."""

from __future__ import annotations

import argparse

from jingdu.cli import items, options
from jingdu.library import item_folders


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--trash", action="store_true", help="what is in the trash")
    parser.add_argument("--tag", metavar="TAG", help="only those with this tag")
    parser.add_argument("--limit", type=options.count, metavar="N", help="the most articles to print (default: all)")
    parser.add_argument("--json", action="store_true", help="everything that is known of them, as JSON")


def run(arguments: argparse.Namespace) -> None:
    """Prints a line each: id, day, marks, title, site; of those that can't be read file, line and reason."""
    every, broken = item_folders.listed(trashed=arguments.trash)
    every.sort(key=lambda item: item.saved, reverse=True)
    found = [item for item in every if arguments.tag is None or arguments.tag in item.tags]
    items.tell(found[: arguments.limit], as_json=arguments.json, unreadable=broken if arguments.tag is None else ())
