"""jingdu delete: articles into the trash, or for good."""

from __future__ import annotations

import argparse
from collections import deque

from jingdu.cli import items
from jingdu.library import repository


def add_arguments(parser: argparse.ArgumentParser) -> None:
    items.add_items(parser)
    parser.add_argument("--for-good", action="store_true", help="delete permanently instead of moving to the trash")


def run(arguments: argparse.Namespace) -> None:
    found = items.chosen(arguments.items, trashed=None if arguments.for_good else False)
    ids = [item.id for item in found]
    repository.delete(ids) if arguments.for_good else repository.trash(ids)
    items.show(found)
    deque(repository.empty_trash(), maxlen=0)
