"""jingdu learn-site."""

import argparse
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from jingdu.cli import source
from jingdu.faults import Fault, InputError, UsageError
from jingdu.i18n import gettext as _, ngettext
from jingdu.library import page_address
from jingdu.library.importers import saved_pages
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.sites import settings, site_of
from jingdu.sites.codec import profiles
from jingdu.sites.learning import learn


def add_learn_site(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pages", nargs="*", metavar="FILE|URL|FOLDER",
                        help="saved pages, addresses, or folders of saved pages (.html, .htm, .xhtml)")  # fmt: skip
    parser.add_argument("--site", metavar="NAME", help="the site they belong to (default: by each page's address)")
    source.add_allow_private(parser)
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--list", action="store_true", help="list the known sites, the most recently learned first")
    other.add_argument("--forget", metavar="SITE", help="forget everything learned about a site")
    other.add_argument("--forget-all", action="store_true", help="forget everything learned about all sites")
    other.add_argument("--off", action="store_true", help="stop the reader from learning from the pages it shows")
    other.add_argument("--on", action="store_true", help="let the reader learn from the pages it shows (the default)")


def run_learn_site(arguments: argparse.Namespace) -> int:
    """Learns from pages, or runs the action that an option selects; returns 1 if a page could not be read."""
    chosen = [option for option in _OPTIONS if getattr(arguments, option) not in (None, False)]
    if bool(chosen) == bool(arguments.pages):
        raise UsageError(_("Name pages to learn from, or one of --list, --forget, --forget-all, --on and --off."))
    with source.writable(profiles.folder()):
        if not chosen:
            allow_private = arguments.allow_private or len(arguments.pages) == 1
            return _learn(arguments.pages, arguments.site, allow_private=allow_private)
        _OPTIONS[chosen[0]](arguments)
    return 0


def _learn(names: list[str], site_name: str | None, *, allow_private: bool) -> int:
    """Learns from pages; returns 1 if one of several could not be read."""
    added: dict[str, int] = {}
    failed = 0
    names = list(_expand(names))
    for name in names:
        try:
            site, page = _page(name, site_name, allow_private)
            added[site] = added.get(site, 0) + profiles.change(site, partial(learn, page=page))
        except (InputError, Fault) as error:
            if len(names) == 1 and isinstance(error, InputError):
                raise
            failed = 1
            source.warn_unread(name, error)
    for site, number in added.items():
        profile = profiles.load(site)
        known = _pages(profile.count if profile else 0)
        print(source.printable(_("{site}: {added} added, {known} known", site=site, added=_pages(number), known=known)))
    if not added:
        raise InputError(_("Nothing was learned: none of the pages could be read."))
    return failed


def _pages(number: float) -> str:
    return ngettext("{n} page", "{n} pages", round(number))


def _expand(names: list[str]) -> Iterator[str]:
    """The names, with folders replaced by the pages in them."""
    for name in names:
        if not os.path.isdir(name):
            yield name
            continue
        found = sorted(str(path) for path in Path(name).rglob("*") if path.suffix.lower() in saved_pages.SUFFIXES)
        if not found:
            endings = ", ".join(saved_pages.SUFFIXES)
            raise InputError(_("There is no {endings} file in {path}.", endings=endings, path=name))
        yield from found


def _page(name: str, site_name: str | None, allow_private: bool) -> tuple[str, Page]:
    """The site and the page of a file or an address; raises `InputError` and a `Fault` of the page."""
    html, url = source.page(name, allow_private=allow_private)
    page = parse(html, url or page_address.address(html))
    site = named_site(site_name) if site_name else site_of(page.url)
    if site is None:
        raise InputError(_("{path} does not say which site it is from; name it with --site.", path=name))
    return site, page


def named_site(text: str) -> str:
    """A site by its host name or an address; raises `InputError`."""
    name = text.strip().lower()
    site = site_of(name if "://" in name else f"https://{name}")
    if site is None or site.split() != [site]:
        raise InputError(_("{name} is not the name of a site; write it like example.org.", name=text))
    return site


def _list(_arguments: argparse.Namespace) -> None:
    known = profiles.all()
    if not known:
        print(_("Nothing has been learned about any site."))
    for profile in known:
        templates = ngettext("{n} template", "{n} templates", len(profile.clusters))
        print(source.printable(f"{profile.site}: {_pages(profile.count)}, {templates}"))
    if not settings.learns():
        print(_("The reader does not learn from the pages it shows."))


def _forget(arguments: argparse.Namespace) -> None:
    site = named_site(arguments.forget)
    if not profiles.forget(site):
        raise InputError(_("{site} is not known; --list prints the sites that are.", site=site))
    print(source.printable(_("{site}: forgotten", site=site)))


def _forget_all(_arguments: argparse.Namespace) -> None:
    print(ngettext("{n} site forgotten", "{n} sites forgotten", profiles.forget_all()))


def _switch(arguments: argparse.Namespace) -> None:
    settings.switch(on=arguments.on)
    on, off = _("The reader learns from the pages it shows."), _("The reader no longer learns from the pages it shows.")
    print(on if arguments.on else off)
    if settings.learns() != arguments.on:
        name, value = settings.VARIABLE, os.environ[settings.VARIABLE]
        print(_("The environment variable {name} is {value} and takes precedence.", name=name, value=value))


_OPTIONS: Final = {"list": _list, "forget": _forget, "forget_all": _forget_all, "off": _switch, "on": _switch}
