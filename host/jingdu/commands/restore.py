"""jingdu restore: articles come back from the trash."""

from __future__ import annotations

import argparse

from jingdu.commands import items
from jingdu.library import store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    items.add_items(parser)


def run(arguments: argparse.Namespace) -> None:
    """Brings them back and prints which they are."""
    found = items.chosen(arguments.items, trashed=True)
    store.restore([item.id for item in found])
    items.tell(found)
