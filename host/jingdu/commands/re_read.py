"""jingdu re-read: kept pages read once more, by what the extractor has learned since."""

from __future__ import annotations

import argparse

from jingdu.commands import items
from jingdu.faults import Fault
from jingdu.library import keeping, unreadable
from jingdu.library.model import Item


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("items", nargs="*", metavar="ITEM", help="an article's id, or the beginning of it")
    parser.add_argument("--all", action="store_true", help="every article of the library")
    parser.add_argument(
        "--edited",
        action="store_true",
        help="also articles whose text you chose or edited; the page's text replaces it",
    )
    parser.add_argument("--dry-run", action="store_true", help="tell which would change, and change nothing")


def run(arguments: argparse.Namespace) -> int:
    """Reads again what has its page; 1 where something could not be read, and is left as it was."""
    found, broken = unreadable.listed() if arguments.all else (items.chosen(arguments.items, trashed=False), [])
    failed = len(broken)
    for one in broken:
        print(f"left     {items.unreadable_line(one)}")
    for item in found:
        try:
            changed = keeping.re_read(item, write=not arguments.dry_run, edited=arguments.edited)
        except Fault as fault:
            failed += 1
            print(f"left     {items.line(item)}: {fault.message}")
        else:
            print(f"{_word(item, changed)} {items.line(item)}")
    return 1 if failed else 0


def _word(item: Item, changed: bool | None) -> str:
    return {None: "no page ", False: "the same", True: "changed "}[changed]
