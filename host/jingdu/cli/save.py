"""jingdu save and re-read."""

import argparse
import sys
from collections import deque
from pathlib import Path

from jingdu.cli import items, source
from jingdu.faults import Fault, InputError, UsageError
from jingdu.handlers.saving import picture_addresses
from jingdu.i18n import gettext as _, language
from jingdu.library import item_folders, jobs, location, page_address, repository, saving
from jingdu.library.importers import SourceError, saved_pages
from jingdu.reading import read


def add_save(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pages", nargs="+", metavar="FILE|URL|-", help="the pages; - is standard input")
    source.add_url(parser)
    parser.add_argument("--everything", action="store_true", help="keep the whole page, not only the article")
    parser.add_argument("--tag", **items.TAGS, help="add a tag (repeatable)")
    parser.add_argument("--no-pictures", action="store_true", help="do not download images")
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--replace", metavar="ID", help="replace an article of the library, keeping its tags and notes")
    either.add_argument("--keep-both", action="store_true", help="save it again, next to the earlier copy")
    source.add_allow_private(parser)


def run_save(arguments: argparse.Namespace) -> int:
    """Saves pages; returns 1 if the library has an article of the address and no option says what to do.

    Near-duplicates are printed. With several pages, a failure is reported on standard error and does not prevent the
    others from being saved.
    """
    repository.check_changes({"add_tags": arguments.tag})
    if len(arguments.pages) == 1:
        return _save(arguments.pages[0], arguments, allow_private=True)
    if arguments.url or arguments.replace:
        raise UsageError(_("--url and --replace take only one page; save the others separately."))
    return max(_report(page, arguments) for page in arguments.pages)


def _report(page: str, arguments: argparse.Namespace) -> int:
    """Saves one of several pages; reports a failure and returns 1."""
    try:
        return _save(page, arguments, allow_private=arguments.allow_private)
    except (InputError, Fault) as error:
        source.warn_unread(page, error)
        return 1


def _save(page: str, arguments: argparse.Namespace, *, allow_private: bool) -> int:
    """Saves a page and prints its article; returns 1 if the library already has an article of the address."""
    from jingdu.library.topics.duplicates import near_duplicates

    replaces = items.chosen([arguments.replace], trashed=False)[0].id if arguments.replace else None
    html, fetched = source.page(page, allow_private=allow_private)
    url = arguments.url or fetched or page_address.address(html)
    beside: dict[str, Path] = {}
    if fetched is None and page != "-":
        html, beside = saved_pages.with_pictures(html, url, Path(page).parent, Path(page).parent)
    article = read(html, url, everything=arguments.everything)
    similar = [] if replaces or arguments.keep_both else near_duplicates(article)
    try:
        addresses = picture_addresses(article)
        stored = saved_pages.read_pictures(beside, addresses)
        item = saving.save(article, html, stored, replaces=replaces, unless_exists=not arguments.keep_both)
    except SourceError as error:
        raise InputError(str(error)) from None
    except saving.AlreadySaved as error:
        print(_("The library already has this article: {article}", article=items.line(error.item)))
        print(_("Use --replace {id} or --keep-both.", id=error.item.id[:8]))
        return 1
    if arguments.tag:
        (item,) = repository.edit([item.id], {"add_tags": arguments.tag})
    missing = [address for address in addresses if address not in stored]
    if missing and not arguments.no_pictures and location.settings().fetch_pictures:
        _fetch(item.id, missing, url)
    print(items.line(item))
    print(repository.folder_of(item.id))
    for duplicate in similar:
        print(_("nearly the same: {article}", article=items.line(duplicate.item)))
    source.warn_truncated(truncated=article.truncated)
    return 0


def _fetch(item: str, addresses: list[str], url: str | None) -> None:
    from jingdu.library import fetching, wording

    state = jobs.State()
    deque(jobs.run(fetching.work, state, {"item": item, "addresses": addresses, "page": url}), maxlen=0)
    for missing in state.report:
        reason = wording.reasons(language())[missing["why"]]
        message = _("Image not saved: {address}: {reason}", address=missing["address"], reason=reason)
        print(source.printable(message), file=sys.stderr)


def add_re_read(parser: argparse.ArgumentParser) -> None:
    items.add_items(parser, "*")
    parser.add_argument("--all", action="store_true", help="all articles of the library")
    parser.add_argument("--edited", action="store_true",
                        help="also replace text that you selected or edited with the page's text")  # fmt: skip
    parser.add_argument("--dry-run", action="store_true", help="show which articles would change, and change nothing")


def run_re_read(arguments: argparse.Namespace) -> int:
    """Extracts saved pages again; returns 1 if an article could not be read."""
    if bool(arguments.items) == arguments.all:
        raise UsageError(_("Name articles, or all of them with --all."))
    articles, problems = item_folders.listed() if arguments.all else (items.chosen(arguments.items, trashed=False), [])
    failed = len(problems)
    for problem in problems:
        print(_("could not be read: {article}", article=items.problem_line(problem)))
    for item in articles:
        article = items.line(item)
        try:
            changed = saving.re_read(item, write=not arguments.dry_run, edited=arguments.edited)
        except Fault as fault:
            failed += 1
            if fault.code == "item_edited":
                print(_("not changed: {article}: {reason}", article=article, reason=fault.sentence))
            else:
                print(_("could not be read: {article}: {reason}", article=article, reason=fault.sentence))
            continue
        if changed is None:
            print(_("has no saved page: {article}", article=article))
        else:
            print(_("changed: {article}", article=article) if changed else _("unchanged: {article}", article=article))
    return 1 if failed else 0
