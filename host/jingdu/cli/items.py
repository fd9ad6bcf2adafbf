"""Arguments and output shared by commands of the library."""

import argparse
from collections.abc import Iterable, Sequence
from typing import Any, Final

from jingdu.cli.source import print_json, printable
from jingdu.faults import Fault, InputError
from jingdu.i18n import gettext as _
from jingdu.library import indexed, location, repository
from jingdu.library.item_files import Problem
from jingdu.protocol.items import Item
from jingdu.protocol.wire import well_formed
from jingdu.storage.lock import locked

TAGS: Final[dict[str, Any]] = {"action": "append", "default": [], "metavar": "TAG", "type": well_formed}
"""Keyword arguments of an option for tags, which need not be UTF-8 on the command line."""


def add_items(parser: argparse.ArgumentParser, number: str = "+") -> None:
    """Adds an argument of articles' ids or unique prefixes of ids, by default one or more."""
    parser.add_argument("items", nargs=number, metavar="ITEM", help="an article's id, or the beginning of it")


def chosen(prefixes: Sequence[str], *, trashed: bool | None = None) -> list[Item]:
    """The articles with these prefixes of ids, each once; raises `InputError` if one is unknown or ambiguous."""
    found = _matching(prefixes, trashed)
    if not all(found):
        with locked(location.folder()):  # another process may be moving it
            found = _matching(prefixes, trashed)
    for prefix, ids in zip(prefixes, found, strict=True):
        if not ids:
            raise InputError(_missing(prefix, trashed))
        if (n := len(ids)) > 1:
            raise InputError(_("{n} articles have ids that begin with {id}; type more of the id.", n=n, id=prefix))
    return [repository.load(identity) for identity in dict.fromkeys(identity for (identity,) in found)]


def _missing(prefix: str, trashed: bool | None) -> str:
    """The message if no article has an id with this prefix."""
    if trashed:
        return _("There is no article {id} in the trash; `jingdu list --trash` prints the ids.", id=prefix)
    if trashed is False and any(_matching([prefix], True)):
        return _("The article {id} is in the trash; restore it first: jingdu restore {id}", id=prefix)
    return _("There is no article {id}; `jingdu list` prints the ids.", id=prefix)


def _matching(prefixes: Sequence[str], trashed: bool | None) -> list[list[str]]:
    """The ids that begin with each prefix, of articles in the library, in its trash or in both (None)."""
    both = (False, True) if trashed is None else (trashed,)
    try:
        index = indexed.opened()
        indexed.compare(index)
        rows = index.select("SELECT id, trashed FROM item")
    except Fault:  # without an index all files are read
        rows = [(item.id, is_trashed) for is_trashed in both for item in repository.items(trashed=is_trashed)]
    ids = {identity for identity, is_trashed in rows if is_trashed in both}
    return [[identity for identity in ids if prefix and identity.startswith(prefix)] for prefix in prefixes]


def line(item: Item) -> str:
    """An article on one line: id, date, marks, title, site."""
    marks = "".join(mark for mark, is_set in (("★", item.favourite), ("✓", item.read), ("⧉", item.later)) if is_set)
    parts = [item.id[:8], item.saved[:10], marks, item.title, f"({item.site})" if item.site else ""]
    return " ".join(printable(" ".join(parts)).split())


def problem_line(problem: Problem) -> str:
    """An unreadable article on one line: file, line number, reason."""
    return printable(_("unreadable {where}: {reason}", where=problem.where, reason=problem.reason))


def show(items: Iterable[Item], *, as_json: bool = False, problems: Sequence[Problem] = ()) -> None:
    if as_json:
        rows = [item._asdict() for item in items]
        for problem in problems:  # of the item only the folder is known
            name = problem.folder.rpartition("/")[2]
            unreadable = {"unreadable": {**problem._asdict(), "reason": problem.reason}}
            rows.append(Item(id="", folder=name, title=name, saved="")._asdict() | unreadable)
        print_json(rows)
    else:
        for text in (*map(line, items), *map(problem_line, problems)):
            print(text)
