"""jingdu explain: why each block of a page was kept or not, as text, JSON, or a page to look at."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

from jingdu import extractors
from jingdu.cli import source
from jingdu.explain.phrases import as_data, lines
from jingdu.faults import InputError
from jingdu.i18n import gettext as _
from jingdu.page.parse import parse

MAX_REASONS: Final = 4
"""Reasons shown for a block, where not all are asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", metavar="FILE|URL|-", help="the page; - is standard input")
    parser.add_argument("--all", action="store_true", help="all reasons for each block, and their sum")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--html", metavar="OUT.html", type=Path, help="write a page: the original with its blocks coloured"
    )
    form.add_argument("--json", action="store_true", help="all fields, as JSON")
    parser.add_argument("--extractor", choices=extractors.names(), default=extractors.DEFAULT,
                        help="the extractor to explain (default: %(default)s)")  # fmt: skip
    parser.add_argument("--url", help="the page's address, by which some extractors recognize the site")


def run(arguments: argparse.Namespace) -> None:
    """Prints or writes the explanation. Raises ``InputError`` and ``Fault``."""
    html, found_at = source.page(arguments.page)
    page = parse(html, arguments.url or found_at)
    source.warn_truncated(page)
    verdict = extractors.get(arguments.extractor)(page)
    if arguments.html:
        from jingdu.explain.document import document

        _write(arguments.html, document(page, verdict))
    elif arguments.json:
        print(source.printable(json.dumps(as_data(page, verdict), ensure_ascii=False, indent=1)))
    else:
        for line in lines(page, verdict, None if arguments.all else MAX_REASONS):
            print(source.printable(line))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise InputError(_("{path} could not be written: {reason}.", path=path, reason=error.strerror)) from None
    print(path)
