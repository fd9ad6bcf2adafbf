"""jingdu reindex: the library's index, made anew from its files."""

from __future__ import annotations

import argparse
import sys

from jingdu.cli import source
from jingdu.i18n import gettext as _
from jingdu.i18n import ngettext
from jingdu.library import jobs
from jingdu.library.index import job


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quiet", action="store_true", help="show no progress, only what could not be read")


def run(arguments: argparse.Namespace) -> int:
    """Reindexes; 1 where an article could not be read. Raises the faults of the library."""
    state = jobs.State()
    shown = sys.stderr.isatty() and not arguments.quiet
    for _step in job.work(state, {}):
        if shown and state.total:
            progress = _("{done} of {total} articles", done=state.done, total=state.total)
            print(f"\r{progress}", end="", file=sys.stderr, flush=True)
    if shown and state.total:
        print(file=sys.stderr)
    for one in state.report:
        print(source.printable(f"jingdu: {one['folder']}: {one['reason']}"), file=sys.stderr)
    read = state.total - len(state.report)
    if not arguments.quiet:
        print(ngettext("{n} article in the index", "{n} articles in the index", read))
    return 1 if state.report else 0
