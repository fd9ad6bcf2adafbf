"""jingdu re-read: kept pages read once more, by what the extractor has learned since."""

from __future__ import annotations

import argparse
from typing import Final

from jingdu.cli import items
from jingdu.faults import Fault
from jingdu.i18n import gettext as _
from jingdu.library import item_folders, saving

_WORDS: Final = {None: "has no saved page: {article}", False: "unchanged: {article}", True: "changed: {article}"}
"""By what reading again came to."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("items", nargs="*", metavar="ITEM", help="an article's id, or the beginning of it")
    parser.add_argument("--all", action="store_true", help="all articles of the library")
    parser.add_argument(
        "--edited",
        action="store_true",
        help="also replace text that you selected or edited with the page's text",
    )
    parser.add_argument("--dry-run", action="store_true", help="show which articles would change, and change nothing")


def run(arguments: argparse.Namespace) -> int:
    """Reads again what has its page; 1 where something could not be read, and is left as it was."""
    found, broken = item_folders.listed() if arguments.all else (items.chosen(arguments.items, trashed=False), [])
    failed = len(broken)
    for one in broken:
        print(_("could not be read: {article}", article=items.unreadable_line(one)))
    for item in found:
        try:
            changed = saving.re_read(item, write=not arguments.dry_run, edited=arguments.edited)
        except Fault as fault:
            failed += 1
            print(_("could not be read: {article}: {reason}", article=items.line(item), reason=fault.message))
        else:
            print(_(_WORDS[changed], article=items.line(item)))
    return 1 if failed else 0
