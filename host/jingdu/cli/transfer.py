"""jingdu export and import."""

import argparse
import os
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from jingdu.cli import items, progress
from jingdu.cli.source import readable, warn, writable
from jingdu.faults import COMMAND_LINE, InputError
from jingdu.i18n import gettext as _
from jingdu.library import indexed, jobs, repository
from jingdu.library.exporters import FORMATS, work as exporting
from jingdu.library.importers import SourceError, work as importing
from jingdu.library.index.searching import tagged


def _report(state: jobs.State) -> int:
    """Prints failures; returns 1 if there are any."""
    for row in state.report:
        sentence = COMMAND_LINE.get(row.get("code", ""))
        place = f"{row['title']}:{row['line']}" if row.get("line") else row["title"]
        warn(f"{place} – {_(sentence) if sentence else row['why']}")
    return 1 if state.report else 0


def add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("items", nargs="*", metavar="ITEM",
                        help="ids of articles, or their beginnings (default: the whole library)")  # fmt: skip
    parser.add_argument("--format", choices=FORMATS, default="markdown", help="the format (default: markdown)")
    parser.add_argument("--out", metavar="FOLDER", help="the output folder (default: next to the library)")
    parser.add_argument("--tag", help="only articles with this tag")
    parser.add_argument("--vertical", action="store_true", help="vertical text, for Chinese and Japanese e-books")


def run_export(arguments: argparse.Namespace) -> int:
    """Exports, and prints the path; returns 1 if an article could not be exported."""
    chosen = items.chosen(arguments.items) if arguments.items else []
    if arguments.tag:
        chosen = tagged(chosen or indexed.oldest_first(repository.items()), arguments.tag)
        if not chosen:
            raise InputError(_("No article has the tag {tag}.", tag=arguments.tag))
    folder = Path(arguments.out) if arguments.out else exporting.default_folder()
    with writable(folder) if arguments.out else nullcontext():
        state = progress.run_job(partial(exporting.export, form=arguments.format, ids=[item.id for item in chosen],
                                         folder=folder, vertical=arguments.vertical))  # fmt: skip
    failed = _report(state)
    if state.path is None:
        raise InputError(_("There is no article to export."))
    print(state.path)
    return failed


def add_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sources", nargs="+", metavar="FILE|FOLDER",
                        help="an export of Jingdu, bookmarks saved as HTML, a list exported from Pocket, Instapaper, "
                             "Raindrop, wallabag or Omnivore, a list of addresses, or saved HTML pages")  # fmt: skip


def run_import(arguments: argparse.Namespace) -> int:
    """Imports each source, and prints the results; returns 1 if something could not be imported.

    Raises `InputError`, for a missing source before anything is imported, and a `Fault` ``library_*``.
    """
    for source in arguments.sources:
        with readable(source):
            os.lstat(source)
    failed = 0
    for source in arguments.sources:
        try:
            state = progress.run_job(partial(importing.import_from, source=Path(source)))
        except SourceError as error:
            raise InputError(str(error)) from None
        failed |= _report(state)
        print(_("{source}: {result}.", source=source, result=state.message or _("nothing to import")))
    return failed
