"""jingdu search: articles of the library, found as in the library page."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from typing import Final

from jingdu.cli import source
from jingdu.cli.parser import count, day_text
from jingdu.i18n import gettext as _
from jingdu.library import indexed, place
from jingdu.library.index import Filters
from jingdu.library.index.rows import day
from jingdu.library.index.searching import Hit
from jingdu.library.index.snippets import Marked

SORTS: Final = ("relevance", "saved", "published", "title", "site")
_BOLD: Final = ("\x1b[1m", "\x1b[22m")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", help='what to search for: words, "a phrase", -without, tag:, site:, title:')
    parser.add_argument("--tag", help="only articles with this tag")
    parser.add_argument("--site", help="only articles from this site")
    parser.add_argument("--lang", help="only articles in this language")
    parser.add_argument(
        "--since", type=day_text, metavar="DATE", help="only articles saved on or after this day, as 2026-01-31"
    )
    parser.add_argument("--until", type=day_text, metavar="DATE", help="only articles saved on or before this day")
    parser.add_argument("--trash", action="store_true", help="search the trash instead")
    parser.add_argument("--sort", choices=SORTS, default="relevance", help="the sort order (default: %(default)s)")
    parser.add_argument("--ascending", action="store_true", help="in ascending order; not for relevance")
    parser.add_argument(
        "--limit", type=count, default=20, metavar="N", help="print at most N articles (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="all fields, as JSON")


def prepare(argument: str) -> str:
    """``-word`` leaves a word out, as in the library page; with a space before it argparse takes it for no option."""
    return f" {argument}" if re.match(r"-[^-]", argument) and argument != "-h" else argument


def run(arguments: argparse.Namespace) -> int:
    """Prints what is found; 1 where nothing is. Raises the faults of the index."""
    index = indexed.opened()
    if place.folder().is_dir():
        for _ in index.repair():
            pass
    found = index.search(
        " ".join(map(_quoted, arguments.query)),
        _filters(arguments),
        sort=arguments.sort,
        ascending=arguments.ascending,
        limit=arguments.limit,
    )
    if arguments.json:
        report = {"total": found.total, "items": [hit.fields | {"snippet": hit.snippet} for hit in found.items]}
        print(source.printable(json.dumps(report, ensure_ascii=False, indent=1)))
    else:
        _print(found.items, found.total)
    return 0 if found.total else 1


def _quoted(argument: str) -> str:
    """The shell took the quotes off a phrase; an argument with spaces was one."""
    argument = argument.strip()
    return f'"{argument}"' if " " in argument and '"' not in argument and ":" not in argument else argument


def _filters(arguments: argparse.Namespace) -> Filters:
    since = day(arguments.since) if arguments.since else None
    until = day(arguments.until, days=1) if arguments.until else None
    return Filters(tag=arguments.tag, site=arguments.site, lang=arguments.lang, since=since, until=until,
                   trashed=arguments.trash)  # fmt: skip


def _print(hits: list[Hit], total: int) -> None:
    bold = _BOLD if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else ("", "")
    for hit in hits:
        about = "  ".join(filter(None, (hit.fields["saved"][:10], hit.fields["site"], hit.fields["id"])))
        print(_marked(hit.title, bold) or source.printable(hit.fields["title"]))
        print(source.printable(f"    {about}"))
        if hit.snippet:
            print(f"    {_marked(hit.snippet, bold)}")
    if total > len(hits):
        print(_("{n} of {total}; use --limit to see more.", n=len(hits), total=total))


def _marked(pieces: Marked, bold: tuple[str, str]) -> str:
    """The pieces, those that match in bold; of control characters only ours reach the terminal."""
    parts = [(source.printable(text), is_match) for text, is_match in pieces]
    return "".join(f"{bold[0]}{text}{bold[1]}" if is_match else text for text, is_match in parts)
