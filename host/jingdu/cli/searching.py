"""jingdu search, related, duplicates and reindex."""

import argparse
import os
import re
import sys
from collections import deque
from functools import partial
from typing import Final

from jingdu.cli import items, progress, source
from jingdu.cli.parser import count, day_text
from jingdu.i18n import gettext as _, ngettext
from jingdu.library import indexed, location
from jingdu.library.index import Index
from jingdu.library.index.searching import SORTS, Hit
from jingdu.library.index.snippets import Marked
from jingdu.protocol.searching import Filters, Related

_OPERATOR: Final = re.compile(r'[":]|(?<!\S)[-－]\S')
_BOLD: Final = ("\x1b[1m", "\x1b[22m")


def add_search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", help='what to search for: words, "a phrase", -without, tag:, site:, '
                        "title:; an argument with spaces is a phrase")  # fmt: skip
    parser.add_argument("--tag", help="only articles with this tag")
    parser.add_argument("--site", help="only articles from this site")
    parser.add_argument("--lang", help="only articles in this language, such as zh or zh-Hant")
    parser.add_argument("--since", type=day_text, metavar="DATE",
                        help="only articles saved on or after this day, as 2026-01-31")  # fmt: skip
    parser.add_argument("--until", type=day_text, metavar="DATE", help="only articles saved on or before this day")
    parser.add_argument("--trash", action="store_true", help="search the trash instead")
    parser.add_argument("--sort", choices=("relevance", *SORTS), default="relevance",
                        help="the sort order (default: %(default)s)")  # fmt: skip
    parser.add_argument("--ascending", action=argparse.BooleanOptionalAction,
                        help="in ascending order, as title and site are without this option; "
                             "not for relevance")  # fmt: skip
    parser.add_argument("--limit", type=partial(count, low=1), default=20, metavar="N",
                        help="print at most N articles (default: %(default)s)")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="all fields, as JSON")


def prepare_search(argument: str) -> str:
    """Prefixes ``-word``, which excludes a word, with a space, so that argparse does not take it for an option."""
    return f" {argument}" if re.match(r"-[^-]", argument) and argument != "-h" else argument


def run_search(arguments: argparse.Namespace) -> int:
    """Prints matching articles; returns 1 if there are none. Raises like `_index`."""
    filters = {name: getattr(arguments, name) for name in ("tag", "site", "lang", "since", "until")}
    found = _index().search(
        " ".join(map(_quoted, arguments.query)),
        Filters(**filters, trashed=arguments.trash),
        sort=arguments.sort,
        ascending=arguments.sort in ("title", "site") if arguments.ascending is None else arguments.ascending,
        limit=arguments.limit,
    )
    if arguments.json:
        hits = [hit.fields | {"snippet": hit.snippet} for hit in found.items]
        source.print_json({"total": found.total, "loose": found.loose, "items": hits})
    else:
        if not found.total:
            print(_("No article matches."), file=sys.stderr)
        elif found.loose:
            print(_("No article has all of these words; most of them are in:"), file=sys.stderr)
        _print(found.items, found.total)
    return 0 if found.total else 1


def _index() -> Index:
    """The index, compared with the library's files; raises ``library_missing`` and a `Fault` ``index_*``."""
    if location.check():
        deque(indexed.opened().repair(), maxlen=0)
    return indexed.opened()


def _quoted(argument: str) -> str:
    """Quotes an argument with spaces as a phrase, as the shell removed its quotes, unless it has operators."""
    argument = argument.strip()
    return argument if " " not in argument or _OPERATOR.search(argument) else f'"{argument}"'


def _print(hits: list[Hit], total: int) -> None:
    bold = _BOLD if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else ("", "")
    for hit in hits:
        about = "  ".join(filter(None, (hit.fields["saved"][:10], hit.fields["site"], hit.fields["id"])))
        print(_marked(hit.title or [(hit.fields["title"], False)], bold))
        print(source.printable(f"    {about}"))
        if hit.snippet:
            print(f"    {_marked(hit.snippet, bold)}")
    if total > len(hits):
        print(_("{n} of {total}; use --limit to see more.", n=len(hits), total=total))


def _marked(pieces: Marked, bold: tuple[str, str]) -> str:
    """The pieces on one line, with matches in bold; other control characters are removed."""
    parts = [(source.printable(text), is_match) for text, is_match in pieces]
    return " ".join("".join(f"{bold[0]}{text}{bold[1]}" if is_match else text for text, is_match in parts).split())


def add_related(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("item", metavar="ITEM", help="the article's id, or the beginning of it")
    parser.add_argument("--json", action="store_true", help="all fields, as JSON")


def run_related(arguments: argparse.Namespace) -> int:
    """Prints related articles with their similarities, the most similar first; returns 1 if there are none."""
    from jingdu.handlers.searching import related

    (item,) = items.chosen([arguments.item])
    _index()
    found = related(Related(0, item.id)).items
    if arguments.json:
        source.print_json(found)
    else:
        if not found:
            print(_("No article on the same subject was found."), file=sys.stderr)
        for fields in found:
            print(f"{100 * fields.pop('likeness'):3.0f} % {items.line(indexed.item_of(fields))}")
    return 0 if found else 1


def add_duplicates(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="all fields, as JSON")


def run_duplicates(arguments: argparse.Namespace) -> None:
    """Prints groups of near-duplicates with the similarity to the first of the group."""
    from jingdu.library.topics.duplicates import Comparison

    comparing = Comparison(_index())
    deque(comparing.steps(), maxlen=0)
    groups = comparing.groups()
    if arguments.json:
        source.print_json([[item._asdict() | {"likeness": alike} for item, alike in group] for group in groups])
    else:
        if not groups:
            print(_("No articles are nearly the same."), file=sys.stderr)
        for number, group in enumerate(groups, start=1):
            print(f"{number}.")
            for item, similarity in group:
                print(f"  {100 * similarity:3.0f} % {items.line(item)}")


def add_reindex(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quiet", action="store_true", help="show no progress, only what could not be read")


def run_reindex(arguments: argparse.Namespace) -> int:
    """Rebuilds the index; returns 1 if an article could not be read. Raises a `Fault` ``library_*``."""
    state = progress.run_job(lambda state: indexed.work(state, {}), quiet=arguments.quiet)
    for row in state.report:
        source.warn(row["reason"])
    count = state.total - len(state.report)
    if not arguments.quiet:
        print(ngettext("{n} article in the index", "{n} articles in the index", count))
    return 1 if state.report else 0
