"""jingdu export: articles of the library as a Markdown folder, one HTML file, an e-book or JSON."""

from __future__ import annotations

import argparse
from pathlib import Path

from jingdu.cli import items
from jingdu.cli.progress import run_job
from jingdu.faults import InputError
from jingdu.i18n import gettext as _
from jingdu.library.exporters import FORMATS, work


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "items", nargs="*", metavar="ITEM", help="ids of articles, or their beginnings (default: the whole library)"
    )
    parser.add_argument("--format", choices=FORMATS, default="markdown", help="the format (default: markdown)")
    parser.add_argument("--out", metavar="FOLDER", help="the output folder (default: next to the library)")
    parser.add_argument("--tag", help="only articles with this tag")
    parser.add_argument("--vertical", action="store_true", help="vertical text, for Chinese and Japanese e-books")


def run(arguments: argparse.Namespace) -> int:
    """Writes the export and prints where it is; 1 where an article could not be exported.

    Raises `InputError` and the faults of the library.
    """
    wanted = [item.id for item in items.chosen(arguments.items)] if arguments.items else []
    if arguments.tag:
        tagged = work.tagged(arguments.tag)
        wanted = [item for item in tagged if not wanted or item in wanted]
        if not wanted:
            raise InputError(_("No article has the tag {tag}.", tag=arguments.tag))
    folder = Path(arguments.out) if arguments.out else work.default_folder()
    state = run_job(lambda state: work.export(state, arguments.format, wanted, folder, vertical=arguments.vertical))
    print(state.path)
    return 1 if state.report else 0
