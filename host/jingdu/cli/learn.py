"""jingdu learn."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from jingdu.cli import learn_site, source
from jingdu.corrections import adjustment, record
from jingdu.faults import InputError, UsageError
from jingdu.i18n import gettext as _, ngettext
from jingdu.personal import background, exporting
from jingdu.protocol.correcting import AdjustmentState
from jingdu.sites import settings
from jingdu.storage import atomic
from jingdu.storage.private import DAMAGE


def add_learn(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--status", action="store_true", help="list the corrected sites and what was learned from them")
    which.add_argument("--off", action="store_true", help="neither keep corrections nor use them")
    which.add_argument("--on", action="store_true", help="keep corrections and use them (the default)")
    which.add_argument("--undo", action="store_true", help="remove the adjustment that was learned for all sites")
    which.add_argument("--forget", metavar="SITE", help="forget the corrections of a site")
    which.add_argument("--forget-all", action="store_true", help="forget all corrections")
    which.add_argument("--export", metavar="FILE", type=Path, help="write the corrections, without words of the pages")
    which.add_argument("--import", metavar="FILE", type=Path, dest="import_",
                       help="read corrections that were exported")  # fmt: skip
    parser.add_argument("--with-pages", action="store_true",
                        help="with --export: add the pages that are saved in the library")  # fmt: skip


def run_learn(arguments: argparse.Namespace) -> None:
    if arguments.with_pages and not arguments.export:
        raise UsageError(_("--{option} needs --{other}; add it.", option="with-pages", other="export"))
    for name, action in _ACTIONS.items():
        if getattr(arguments, name) not in (None, False):
            action(arguments)


def _status(_arguments: argparse.Namespace) -> None:
    found = background.listed()
    for site in found.sites:
        pages = ngettext("{n} corrected page", "{n} corrected pages", site.pages)
        print(source.printable(f"{site.site}: {pages}, {site.last}"))
    print(_adjustment(found.adjustment))
    if found.damaged:
        print(_("Damaged files that are no longer used: {n}, in {path}; correct a page of their sites again.",
                n=found.damaged, path=record.files.folder()))  # fmt: skip
    if not found.on:
        print(_("Corrections are neither kept nor used."))


def _adjustment(state: AdjustmentState) -> str:
    if state.state == "active":
        return _("All sites: adjusted from {pages} corrected pages.", pages=state.pages)
    if state.state == "rejected":
        return _("All sites: not adjusted, as the corrected pages do not help other sites.")
    return _("All sites: no adjustment yet; it needs {needed} corrected pages (so far: {pages}).",
             needed=state.needed, pages=state.pages)  # fmt: skip


def _switch(arguments: argparse.Namespace) -> None:
    settings.switch(arguments.on, settings.LEARN_CORRECTIONS)
    print(_("Corrections are kept and used.") if arguments.on else _("Corrections are neither kept nor used."))


def _undo(_arguments: argparse.Namespace) -> None:
    if not adjustment.undo():
        raise InputError(_("There is no adjustment to remove."))
    print(_("The adjustment was removed; the corrections of each site are still used."))


def _forget(arguments: argparse.Namespace) -> None:
    site = learn_site.named_site(arguments.forget)
    if not background.forget(site):
        raise InputError(_("There are no corrections of {site}; --status lists the sites that have some.", site=site))
    print(source.printable(_("{site}: forgotten", site=site)))


def _forget_all(_arguments: argparse.Namespace) -> None:
    print(ngettext("{n} site forgotten", "{n} sites forgotten", background.forget_all()))


def _export(arguments: argparse.Namespace) -> None:
    if arguments.export.exists():
        raise InputError(_("{path} exists and is not replaced; name another file.", path=arguments.export))
    lines = list(exporting.lines(_saved() if arguments.with_pages else ()))
    with source.writable(arguments.export):
        atomic.write_new(arguments.export, "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
    print(ngettext("{n} corrected page", "{n} corrected pages", len(lines)))


def _saved() -> Iterator[tuple[str, str]]:
    """Address and HTML of every page in the library."""
    from jingdu.library import item_files, repository

    for item in repository.items():
        if item.url and (html := repository.read(item.id, item_files.page)):
            yield item.url, html


def _import(arguments: argparse.Namespace) -> None:
    path = arguments.import_
    try:
        with source.readable(path), path.open(encoding="utf-8") as file:
            pages, sites = exporting.import_lines(file)
    except DAMAGE:
        raise InputError(_("{path} has no corrections in it; name a file that --export wrote.", path=path)) from None
    print(_("Corrected pages added: {n} (sites: {sites})", n=pages, sites=sites))


_ACTIONS: Final = {
    "status": _status, "off": _switch, "on": _switch, "undo": _undo, "forget": _forget, "forget_all": _forget_all,
    "export": _export, "import_": _import,
}  # fmt: skip
