"""jingdu search, related, duplicates and reindex: articles of the library, found as in the library page."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import deque
from typing import Final

from jingdu.cli import items, source
from jingdu.cli.parser import count, day_text
from jingdu.cli.progress import run_job
from jingdu.i18n import gettext as _
from jingdu.i18n import ngettext
from jingdu.library import indexed, place
from jingdu.library.index import Filters
from jingdu.library.index.searching import Hit
from jingdu.library.index.snippets import Marked

SORTS: Final = ("relevance", "saved", "published", "title", "site")
_BOLD: Final = ("\x1b[1m", "\x1b[22m")


def add_search(parser: argparse.ArgumentParser) -> None:
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


def prepare_search(argument: str) -> str:
    """``-word`` leaves a word out, as in the library page; with a space before it argparse takes it for no option."""
    return f" {argument}" if re.match(r"-[^-]", argument) and argument != "-h" else argument


def run_search(arguments: argparse.Namespace) -> int:
    """Prints what is found; 1 where nothing is. Raises the faults of the index."""
    index = indexed.opened()
    if place.folder().is_dir():
        deque(index.repair(), maxlen=0)
    found = index.search(
        " ".join(map(_quoted, arguments.query)),
        _filters(arguments),
        sort=arguments.sort,
        ascending=arguments.ascending,
        limit=arguments.limit,
    )
    if arguments.json:
        report = {"total": found.total, "items": [hit.fields | {"snippet": hit.snippet} for hit in found.items]}
        source.print_json(report)
    else:
        _print(found.items, found.total)
    return 0 if found.total else 1


def _quoted(argument: str) -> str:
    """The shell took the quotes off a phrase; an argument with spaces was one."""
    argument = argument.strip()
    return f'"{argument}"' if " " in argument and '"' not in argument and ":" not in argument else argument


def _filters(arguments: argparse.Namespace) -> Filters:
    return Filters(tag=arguments.tag, site=arguments.site, lang=arguments.lang, since=arguments.since,
                   until=arguments.until, trashed=arguments.trash)  # fmt: skip


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


def add_related(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("item", metavar="ITEM", help="the article's id, or the beginning of it")
    parser.add_argument("--json", action="store_true", help="all fields, as JSON")


def run_related(arguments: argparse.Namespace) -> int:
    """Prints the most similar first, with the similarity of each; 1 where there is none."""
    from jingdu.handlers.searching import related
    from jingdu.protocol.searching import Related

    (item,) = items.chosen([arguments.item])
    found = related(Related(0, item.id)).items
    if arguments.json:
        source.print_json(found)
    else:
        for fields in found:
            similarity = fields.pop("likeness")
            print(f"{100 * similarity:3.0f} % {items.line(indexed.item_of(fields))}")
    return 0 if found else 1


def add_duplicates(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="all fields, as JSON")


def run_duplicates(arguments: argparse.Namespace) -> None:
    """Prints each group, the newest first, with how much of each is the same as the first."""
    from jingdu.library.topics.duplicates import Comparing

    comparing = Comparing(indexed.opened())
    while comparing.done < comparing.total:
        comparing.step()
    groups = comparing.groups()
    if arguments.json:
        report = [[item._asdict() | {"likeness": similarity} for item, similarity in group] for group in groups]
        source.print_json(report)
    else:
        for number, group in enumerate(groups, start=1):
            print(f"{number}.")
            for item, similarity in group:
                print(f"  {100 * similarity:3.0f} % {items.line(item)}")


def add_reindex(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quiet", action="store_true", help="show no progress, only what could not be read")


def run_reindex(arguments: argparse.Namespace) -> int:
    """Reindexes; 1 where an article could not be read. Raises the faults of the library."""
    state = run_job(lambda state: indexed.work(state, {}), quiet=arguments.quiet)
    for one in state.report:
        print(source.printable(f"jingdu: {one['folder']}: {one['reason']}"), file=sys.stderr)
    read = state.total - len(state.report)
    if not arguments.quiet:
        print(ngettext("{n} article in the index", "{n} articles in the index", read))
    return 1 if state.report else 0
