"""jingdu restore: articles come back from the trash."""

from __future__ import annotations

import argparse

from jingdu.cli import items
from jingdu.library import repository


def add_arguments(parser: argparse.ArgumentParser) -> None:
    items.add_items(parser)


def run(arguments: argparse.Namespace) -> None:
    found = items.chosen(arguments.items, trashed=True)
    repository.restore([item.id for item in found])
    items.show(found)
