"""What the library's commands share: which articles are meant, and an article in a line."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any

from jingdu.cli.source import print_json, printable
from jingdu.faults import InputError
from jingdu.i18n import gettext as _
from jingdu.library import place, repository
from jingdu.library.item_files import Problem
from jingdu.protocol.items import Item
from jingdu.storage.lock import locked


def add_items(parser: argparse.ArgumentParser, number: str = "+") -> None:
    """Articles, one or more by default, by id, or by what only one id begins with."""
    parser.add_argument("items", nargs=number, metavar="ITEM", help="an article's id, or the beginning of it")


def chosen(beginnings: Sequence[str], *, trashed: bool | None = None) -> list[Item]:
    """The articles whose ids begin so; raises `InputError` where none or several do."""
    found = _beginning(beginnings, trashed)
    if not all(found):
        with locked(place.folder()):  # another writer may be moving it right now
            found = _beginning(beginnings, trashed)
    return [_only(beginning, items) for beginning, items in zip(beginnings, found, strict=True)]


def _beginning(beginnings: Sequence[str], trashed: bool | None) -> list[list[Item]]:
    """The articles that begin with each; one that is moved meanwhile is listed once."""
    where = (False, True) if trashed is None else (trashed,)
    every = {item.id: item for is_in in where for item in repository.items(trashed=is_in)}.values()
    return [[item for item in every if item.id.startswith(beginning)] for beginning in beginnings]


def _only(beginning: str, found: Sequence[Item]) -> Item:
    if not found:
        raise InputError(_("There is no article {id}; `jingdu list` prints the ids.", id=beginning))
    if len(found) > 1:
        raise InputError(
            _("{n} articles have ids that begin with {id}; type more of the id.", n=len(found), id=beginning)
        )
    return found[0]


def line(item: Item) -> str:
    """An article in a line: id, day, title, site."""
    marks = "".join(sign for sign, is_so in (("★", item.favourite), ("✓", item.read), ("⧉", item.later)) if is_so)
    parts = [item.id[:8], item.saved[:10], marks, item.title, f"({item.site})" if item.site else ""]
    return printable(" ".join(part for part in parts if part))


def unreadable_line(one: Problem) -> str:
    """An article that can't be read in a line: file, line, why."""
    return printable(f"unreadable {one.where}: {one.reason}")


def show(items: Iterable[Item], *, as_json: bool = False, unreadable: Sequence[Problem] = ()) -> None:
    """Prints articles, a line each or as JSON; those that can't be read come last."""
    if as_json:
        rows = [item._asdict() for item in items] + list(map(_as_item, unreadable))
        print_json(rows)
    else:
        for text in (*map(line, items), *map(unreadable_line, unreadable)):
            print(text)


def _as_item(one: Problem) -> dict[str, Any]:
    """The fields of an `Item` of which only the folder is known, and ``unreadable``."""
    name = one.folder.rpartition("/")[2]
    return Item(id="", folder=name, title=name, saved="")._asdict() | {"unreadable": one.as_dict()}
