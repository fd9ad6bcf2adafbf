"""The adjustment is learned while the host is idle, step by step, and never within a click."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from jingdu.corrections import adjustment, store
from jingdu.corrections.record import SiteCorrections
from jingdu.personal.learning import NEEDED, CorrectedPage
from jingdu.sites import settings

MAX_PAGES: Final = 60
"""Corrected pages that are learned from: the last ones."""
MORE: Final = 5
"""Corrected pages more, or fewer, after which it is learned again."""


def is_due(pages: int) -> bool:
    """Whether the adjustment is to be learned from so many pages."""
    found = adjustment.load()
    known = int(found.provenance.get("corrected", 0)) if found else 0
    return pages >= NEEDED and abs(pages - known) >= MORE and settings.learns(settings.CORRECTIONS)


def when_idle() -> Iterator[None]:
    """Learns it where it is due. Raises ``OSError`` where it cannot be written."""
    yield
    sites = store.files.all()
    corrected = sum(len(site.pages) for site in sites)
    if is_due(corrected) and len(pages := corrected_pages(sites)) >= NEEDED:
        yield
        yield from learn(pages, corrected)


def corrected_pages(sites: Sequence[SiteCorrections]) -> list[CorrectedPage]:
    """The last corrected pages with features of the packaged weights, in an order of their own."""
    from jingdu.personal import rows

    found = []
    for site in sites:
        for page in site.pages:
            try:
                found.append(CorrectedPage(site.site, page.when, rows.unpacked(page.features)))
            except ValueError:
                continue
    found = sorted(found, key=lambda page: page.when)[-MAX_PAGES:]
    return sorted(found, key=lambda page: (page.site, page.rows.tobytes()))


def learn(pages: Sequence[CorrectedPage], corrected: int) -> Iterator[None]:
    """Learns from these pages, of so many that were corrected, and writes what comes of it."""
    from jingdu.personal import learning, sample

    found = yield from learning.learn(pages, sample.load())
    adjustment.write(found._replace(provenance={**found.provenance, "corrected": corrected}))
