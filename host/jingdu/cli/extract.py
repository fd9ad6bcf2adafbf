"""jingdu extract."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jingdu.cli import source
from jingdu.cli.parser import between, clock, count
from jingdu.cli.progress import ProgressLine
from jingdu.faults import InputError
from jingdu.i18n import gettext as _, ngettext

if TYPE_CHECKING:
    from jingdu.crawl.run import Progress as Outcome

_REQUIRED: Final = ("fastwarc", "pyarrow", "zstandard")
_INTERVAL: Final = 10.0
"""Seconds between lines of progress without a terminal."""


def add_extract(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("inputs", nargs="+", metavar="IN",
                        help="WARC or WACZ files, JSON lines, Parquet, folders of HTML, "
                             "or lists of addresses (.txt)")  # fmt: skip
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="the folder to write to")
    parser.add_argument("--format", choices=("parquet", "jsonl"), default="parquet",
                        help="the format of the output (default: %(default)s)")  # fmt: skip
    parser.add_argument("--shard", type=partial(count, low=1), default=10_000, metavar="N",
                        help="records in each output file (default: %(default)s)")  # fmt: skip
    parser.add_argument("--workers", type=partial(count, low=1), default=os.cpu_count() or 1, metavar="N",
                        help="processes that read pages (default: one for each processor)")  # fmt: skip
    parser.add_argument("--html", action="store_true", help="also write the clean HTML")
    parser.add_argument("--no-markdown", dest="markdown", action="store_false", help="do not write Markdown")
    parser.add_argument("--html-field", default="html", metavar="NAME",
                        help="the field of JSON lines and Parquet that holds the HTML "
                             "(default: %(default)s)")  # fmt: skip
    source.add_extractor(parser)
    parser.add_argument("--sample", type=between(0, 1), default=1.0, metavar="SHARE",
                        help="read only this share of the records, such as 0.01")  # fmt: skip
    parser.add_argument("--lang", action="append", default=[], metavar="LANG",
                        help="keep articles of this language only, such as zh or en; may be repeated")  # fmt: skip
    parser.add_argument("--min-words", type=count, default=0, metavar="N", help="keep articles of N words or more")
    parser.add_argument("--dedupe", action="store_true",
                        help="keep only the first of articles that are nearly the same")  # fmt: skip
    parser.add_argument("--delay", type=between(0, 3600), default=1.0, metavar="SECONDS",
                        help="pause between two requests to a host (default: %(default)s)")  # fmt: skip
    source.add_allow_private(parser)


def run_extract(arguments: argparse.Namespace) -> None:
    """Extracts, and prints the number of records by outcome; raises `InputError` and `Fault`."""
    if not all(map(find_spec, _REQUIRED)):
        command = f"{shlex.quote(sys.executable)} -m pip install 'jingdu[crawl]'"
        raise InputError(_("This command needs more packages; install them with: {command}", command=command))
    from jingdu.crawl.records import Options
    from jingdu.crawl.run import Crawl, extract

    options = Options(extractor=arguments.extractor, html=arguments.html, languages=tuple(sorted(arguments.lang)),
                      min_words=arguments.min_words, fingerprints=arguments.dedupe,
                      markdown=arguments.markdown)  # fmt: skip
    crawl = Crawl(arguments.inputs, arguments.out, options, form=arguments.format, shard_size=arguments.shard,
                  workers=arguments.workers, sample=arguments.sample, column=arguments.html_field,
                  delay=arguments.delay, allow_private=arguments.allow_private)  # fmt: skip
    progress, start = ProgressLine(_INTERVAL), time.monotonic()
    try:
        outcome = extract(crawl, lambda state: progress(lambda: _line(state, time.monotonic() - start)))
    except KeyboardInterrupt:
        progress.clear()
        print(_("Interrupted; the same command continues where it was."), file=sys.stderr)
        raise
    progress.clear()
    _print_outcome(outcome)


def _line(progress: Outcome, seconds: float) -> str:
    number = ngettext("{n} record", "{n} records", progress.records)
    rate = _("{number}, {rate} a second", number=number, rate=f"{progress.records / seconds:.1f}")
    read = progress.position - progress.before
    if not progress.total or read <= 0:
        return rate
    left = clock(seconds * (progress.total - progress.position) / read)
    return _("{rate}, {share}, {time} left", rate=rate, share=f"{progress.position / progress.total:.0%}", time=left)


def _print_outcome(progress: Outcome) -> None:
    counts = dict(progress.counts)
    articles = counts.pop("", 0)
    total = ngettext("{n} record", "{n} records", articles + sum(counts.values()))
    print(f"{total}: {ngettext('{n} article', '{n} articles', articles)}")
    for fault, number in sorted(counts.items(), key=lambda row: (-row[1], row[0])):
        print(f"{fault}: {number}")
