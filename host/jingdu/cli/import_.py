"""jingdu import: what other programs, or this one, have written comes into the library."""

from __future__ import annotations

import argparse
import errno
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from jingdu.cli.progress import run_job
from jingdu.faults import InputError
from jingdu.i18n import gettext as _
from jingdu.library.importers import Unreadable, work
from jingdu.library.jobs import State


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="+",
        metavar="FILE|FOLDER",
        help="an export of Jingdu (JSON), bookmarks saved as HTML, a CSV list of Pocket or Instapaper, "
        "or a folder of saved HTML pages",
    )


def run(arguments: argparse.Namespace) -> int:
    """Imports each source in turn and prints what came of it; 1 where something in it could not be imported.

    Raises `InputError`, before anything is imported where a source is missing, and the faults of the library.
    """
    for source in arguments.sources:
        if not os.path.lexists(source):
            raise InputError(_("{path} could not be read: {reason}.", path=source, reason=os.strerror(errno.ENOENT)))
    failed = False
    for source in arguments.sources:
        state = run_job(partial(_bring, Path(source)))
        print(f"{source}: {state.message or _('nothing to import')}.")
        failed = failed or bool(state.report)
    return 1 if failed else 0


def _bring(source: Path, state: State) -> Iterator[None]:
    try:
        yield from work.bring_in(state, source)
    except Unreadable as error:
        raise InputError(str(error)) from None
