"""jingdu edit: title, tags and marks of kept articles."""

from __future__ import annotations

import argparse
from typing import Any

from jingdu.cli import items
from jingdu.faults import InputError
from jingdu.i18n import gettext as _
from jingdu.library import repository

_MARKS = {
    "read": "mark as read or unread",
    "favourite": "add to or remove from the favourites",
    "archived": "archive or unarchive",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    items.add_items(parser)
    parser.add_argument("--title", help="a new title (of one article)")
    parser.add_argument("--tag", action="append", default=[], metavar="TAG", help="add a tag (repeatable)")
    parser.add_argument("--untag", action="append", default=[], metavar="TAG", help="remove a tag (repeatable)")
    for mark, what in _MARKS.items():
        parser.add_argument(f"--{mark}", action=argparse.BooleanOptionalAction, help=what)


def run(arguments: argparse.Namespace) -> None:
    if arguments.title is not None and len(arguments.items) > 1:
        raise InputError(_("--title needs exactly one article."))
    marks = {mark: getattr(arguments, mark) for mark in _MARKS}
    changes: dict[str, Any] = {mark: value for mark, value in marks.items() if value is not None}
    if arguments.title is not None:
        changes["title"] = arguments.title
    changes |= {"add_tags": arguments.tag, "remove_tags": arguments.untag}
    found = items.chosen(arguments.items, trashed=False)
    items.show(repository.edit([item.id for item in found], changes))
