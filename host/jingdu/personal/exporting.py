"""Corrections as lines of JSON to share: features and labels without words, and pages only where the user says so.

Each line has ``id``, ``site`` and ``correction``, what `jingdu.corrections.record` keeps of a page, its features
included. With the page it also has ``url``, ``title``, ``html`` and ``text`` and is a line of a corpus as
`jingdu.learn.corpus` documents it, ready for ``jingdu train``; lines without a page are skipped there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from jingdu.corrections import record
from jingdu.corrections.page import page_of
from jingdu.corrections.record import MAX_PAGES, Correction, SiteCorrections
from jingdu.sites import site_of

MAX_LINE = record.LARGEST
"""Characters of a line that is imported."""


def lines(pages: Iterable[tuple[str, str]] = ()) -> Iterator[str]:
    """A line for each corrected page; ``pages`` are addresses and HTML of pages at hand."""
    sites = sorted(record.files.all(), key=lambda site: site.site)
    known = {site.site: site for site in sites}
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for url, html in pages:
        if kept := known.get(site_of(url) or ""):
            for page in kept.pages:
                if page.page == page_of(url, page.salt):
                    found[page.page, page.salt] = _with_page(url, html)
    for site in sites:
        for page in site.pages:
            line = {"id": f"{page.page:08x}{page.salt:08x}", "site": site.site, "correction": record.to_data(page)}
            yield json.dumps({**line, **found.get((page.page, page.salt), {})}, ensure_ascii=False)


def _with_page(url: str, html: str) -> dict[str, Any]:
    from jingdu.faults import Fault
    from jingdu.reading import read

    try:
        article = read(html, url, extractor="sited")
    except Fault:
        return {}
    return {"url": url, "title": article.title, "html": html, "text": article.text}


def take_in(text: Iterable[str]) -> tuple[int, int]:
    """Adds the corrections of these lines: how many were new, of how many sites. Raises `private.DAMAGE`."""
    by_site: dict[str, list[Correction]] = {}
    for line in text:
        if line.strip():
            site, page = _read(line)
            by_site.setdefault(site, []).append(page)
    added = {site: _add(site, pages) for site, pages in by_site.items()}
    return sum(added.values()), sum(map(bool, added.values()))


def _read(line: str) -> tuple[str, Correction]:
    data = json.loads(line) if len(line) <= MAX_LINE else {}
    site = site_of(f"https://{data['site']}/")
    if site is None:
        raise ValueError("no site")
    return site, record.of_data(data["correction"])


def _add(site: str, pages: Iterable[Correction]) -> int:
    """The user's own corrections stay before all others."""
    new: list[Correction] = []

    def add(kept: SiteCorrections) -> bool:
        known = {(page.page, page.salt) for page in kept.pages}
        new.extend({(p.page, p.salt): p for p in pages if (p.page, p.salt) not in known}.values())
        kept.pages = [*new, *kept.pages][-MAX_PAGES:]
        return bool(new)

    record.files.change(site, add)
    return len(new)
