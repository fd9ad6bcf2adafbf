"""jingdu list, show, edit, delete and restore."""

import argparse
import sys
from collections import deque
from typing import Final

from jingdu.cli import items, source
from jingdu.cli.parser import count
from jingdu.faults import UsageError
from jingdu.i18n import gettext as _
from jingdu.library import indexed, item_folders, repository
from jingdu.library.index.searching import tagged
from jingdu.protocol.wire import well_formed

_MARKS: Final = {
    "read": "mark as read or unread",
    "favourite": "add to or remove from the favourites",
    "archived": "archive or unarchive",
}


def add_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--trash", action="store_true", help="list the trash instead")
    parser.add_argument("--tag", metavar="TAG", help="only articles with this tag")
    parser.add_argument("--limit", type=count, metavar="N", help="print at most N articles (default: all)")
    parser.add_argument("--json", action="store_true", help="all fields, as JSON")


def run_list(arguments: argparse.Namespace) -> None:
    """Prints a line per article, last saved first, then the unreadable ones."""
    articles, problems = item_folders.listed(trashed=arguments.trash)
    found = indexed.oldest_first(articles)[::-1]
    found = tagged(found, arguments.tag) if arguments.tag else found
    problems = [] if arguments.tag else problems
    items.show(found[: arguments.limit], as_json=arguments.json, problems=problems)
    if not (found or problems or arguments.json):
        empty = _("The trash is empty.") if arguments.trash else _("The library is empty; `jingdu save` adds a page.")
        print(_("No article matches.") if arguments.tag else empty, file=sys.stderr)


def add_show(parser: argparse.ArgumentParser) -> None:
    items.add_items(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--text", action="store_true", help="plain text instead of Markdown")
    form.add_argument("--folder", action="store_true", help="print only the folder of its files")


def run_show(arguments: argparse.Namespace) -> None:
    for item in items.chosen(arguments.items):
        if arguments.folder:
            print(repository.folder_of(item.id))
        else:
            text = repository.text(item.id) if arguments.text else repository.markdown(item.id).lstrip("\n")
            print(source.printable(f"# {item.title}\n\n{text}".rstrip("\n")))


def add_edit(parser: argparse.ArgumentParser) -> None:
    items.add_items(parser)
    parser.add_argument("--title", type=well_formed, help="a new title (of one article)")
    parser.add_argument("--tag", **items.TAGS, help="add a tag (repeatable)")
    parser.add_argument("--untag", **items.TAGS, help="remove a tag (repeatable)")
    for mark, summary in _MARKS.items():
        parser.add_argument(f"--{mark}", action=argparse.BooleanOptionalAction, help=summary)


def run_edit(arguments: argparse.Namespace) -> None:
    """Edits and prints the articles; raises `InputError`, also if no option says what to change, and a `Fault`."""
    if arguments.title is not None and len(arguments.items) > 1:
        raise UsageError(_("--title needs exactly one article."))
    changes = {name: value for name in ("title", *_MARKS) if (value := getattr(arguments, name)) is not None}
    changes |= {"add_tags": arguments.tag, "remove_tags": arguments.untag}
    found = items.chosen(arguments.items, trashed=False)
    if all(value == [] for value in changes.values()):
        message = "Nothing to change; use --title, --tag, --untag, --[no-]read, --[no-]favourite or --[no-]archived."
        raise UsageError(_(message))
    items.show(repository.edit([item.id for item in found], changes))


def add_delete(parser: argparse.ArgumentParser) -> None:
    items.add_items(parser)
    parser.add_argument("--for-good", action="store_true", help="delete permanently instead of moving to the trash")


def run_delete(arguments: argparse.Namespace) -> None:
    found = items.chosen(arguments.items, trashed=None if arguments.for_good else False)
    ids = [item.id for item in found]
    repository.delete(ids) if arguments.for_good else repository.trash(ids)
    items.show(found)
    deque(repository.empty_trash(), maxlen=0)


add_restore = items.add_items


def run_restore(arguments: argparse.Namespace) -> None:
    found = items.chosen(arguments.items, trashed=True)
    repository.restore([item.id for item in found])
    items.show(found)
