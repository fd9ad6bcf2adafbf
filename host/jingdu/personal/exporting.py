"""Exports and imports corrections as JSON lines, which contain no words unless the user adds the pages.

Each line has ``id``, ``site`` and ``correction``, a record of `jingdu.corrections.record` with features. If its page
is added, it also has ``url``, ``title``, ``html`` and ``text``; then it is a line of a corpus (`jingdu.learn.corpus`)
for ``jingdu train``, which skips the other lines.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from jingdu.corrections import record
from jingdu.corrections.page import page_of
from jingdu.corrections.record import MAX_PAGES, Correction, SiteCorrections
from jingdu.faults import Fault
from jingdu.sites import site_of


def lines(pages: Iterable[tuple[str, str]] = ()) -> Iterator[str]:
    """Yields a line for each corrected page; ``pages`` are the addresses and HTML of pages to add."""
    sites = sorted(record.files.all(), key=lambda site: site.site)
    by_name = {site.site: site for site in sites}
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for url, html in pages:
        if site := by_name.get(site_of(url) or ""):
            for page in site.pages:
                if page.page == page_of(url, page.salt):
                    found[page.page, page.salt] = _page_fields(url, html)
    for site in sites:
        for page in site.pages:
            line = {"id": f"{page.page:08x}{page.salt:08x}", "site": site.site, "correction": record.to_data(page)}
            yield json.dumps({**line, **found.get((page.page, page.salt), {})}, ensure_ascii=False)


def _page_fields(url: str, html: str) -> dict[str, Any]:
    from jingdu.reading import read

    try:
        article = read(html, url, extractor="sited")
    except Fault:
        return {}
    return {"url": url, "title": article.title, "html": html, "text": article.text}


def import_lines(text: Iterable[str]) -> tuple[int, int]:
    """Imports corrections; returns the number of new ones and of their sites. Raises `private.DAMAGE`."""
    by_site: dict[str, list[Correction]] = {}
    for line in text:
        if line.strip():
            data = json.loads(line) if len(line) <= record.MAX_SIZE else {}
            site = site_of(f"https://{data['site']}/")
            if site is None:
                raise ValueError("no site")
            by_site.setdefault(site, []).append(record.of_data(data["correction"]))
    added = {site: _add(site, pages) for site, pages in by_site.items()}
    return sum(added.values()), sum(map(bool, added.values()))


def _add(site: str, pages: Iterable[Correction]) -> int:
    """Adds corrections as the oldest of their site, so that the user's own are dropped last; returns their number."""
    new: list[Correction] = []

    def add(corrections: SiteCorrections) -> bool:
        known = {(page.page, page.salt) for page in corrections.pages}
        new.extend({(p.page, p.salt): p for p in pages if (p.page, p.salt) not in known}.values())
        corrections.pages = [*new, *corrections.pages][-MAX_PAGES:]
        return bool(new)

    record.files.change(site, add)
    return len(new)
