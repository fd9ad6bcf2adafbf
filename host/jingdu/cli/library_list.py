"""jingdu list: the articles of the library, the newest first."""

from __future__ import annotations

import argparse

from jingdu.cli import items, options
from jingdu.library import item_folders


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--trash", action="store_true", help="list the trash instead")
    parser.add_argument("--tag", metavar="TAG", help="only articles with this tag")
    parser.add_argument("--limit", type=options.count, metavar="N", help="print at most N articles (default: all)")
    parser.add_argument("--json", action="store_true", help="all fields, as JSON")


def run(arguments: argparse.Namespace) -> None:
    """Prints a line each: id, day, marks, title, site; of those that can't be read file, line and reason."""
    every, broken = item_folders.listed(trashed=arguments.trash)
    every.sort(key=lambda item: item.saved, reverse=True)
    found = [item for item in every if arguments.tag is None or arguments.tag in item.tags]
    items.show(found[: arguments.limit], as_json=arguments.json, unreadable=broken if arguments.tag is None else ())
