"""Profiles of sites from a corpus' own pages: how papers E and P are measured and learned.

Labels are not used, so a profile of the very site that is measured is no leak: it is what
the reader would have learned from the pages that its user opened before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from jingdu.faults import Fault
from jingdu.learn.corpus import Example
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.sites.learning import learned_from
from jingdu.sites.profile import SiteProfile

BY_SITE: Final = frozenset({"entropy", "sited", "template"})
"""Extractors that take the profile of the page's site."""


def profiles_of(examples: Iterable[Example]) -> dict[str, SiteProfile]:
    """The profile of each site in the corpus, by ``Example.site``.

    A page that is judged by a profile it is in counts once, as the page at hand: it rests on the others.
    """
    by_site: dict[str, list[Page]] = {}
    for example in examples:
        known = by_site.setdefault(example.site, [])
        if page := parsed(example):
            known.append(page)
    return {site: learned_from(site, known) for site, known in by_site.items()}


def parsed(example: Example) -> Page | None:
    """The page; None where it cannot be read or has no text."""
    try:
        page = parse(example.html, example.url)
    except Fault:
        return None
    return page if page.blocks else None


def others(pages: Sequence[Page], at: int, number: int) -> list[Page]:
    """``number`` pages of a site beside that at ``at``: those after it, and from the start again."""
    return [pages[(at + step) % len(pages)] for step in range(1, min(number, len(pages) - 1) + 1)]


def by_site(examples: Sequence[Example], pages: Sequence[Page | None]) -> Mapping[str, list[int]]:
    """The places of each site's readable pages."""
    places: dict[str, list[int]] = {}
    for at, (example, page) in enumerate(zip(examples, pages, strict=True)):
        if page is not None:
            places.setdefault(example.site, []).append(at)
    return places
