"""jingdu show: a kept article, as Markdown or text, or where its files are."""

from __future__ import annotations

import argparse

from jingdu.cli import items, source
from jingdu.library import repository


def add_arguments(parser: argparse.ArgumentParser) -> None:
    items.add_items(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--text", action="store_true", help="plain text instead of Markdown")
    form.add_argument("--folder", action="store_true", help="print only the folder of its files")


def run(arguments: argparse.Namespace) -> None:
    for item in items.chosen(arguments.items):
        if arguments.folder:
            print(repository.folder_of(item.id))
        else:
            written = repository.text(item.id) if arguments.text else repository.markdown(item.id).lstrip("\n")
            print(source.printable(f"# {item.title}\n\n{written}".rstrip("\n")))
