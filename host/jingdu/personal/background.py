"""The adjustment is learned while the host is idle, step by step, and never within a click; what is kept, listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from jingdu.corrections import adjustment, record
from jingdu.corrections.record import SiteCorrections
from jingdu.personal.learning import NEEDED, CorrectedPage
from jingdu.protocol.correcting import AdjustmentState, CorrectedSite, CorrectionsResult
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
    sites = record.files.all()
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
    from jingdu.personal import learning, rows

    found = yield from learning.learn(pages, rows.load_sample())
    adjustment.write(found._replace(provenance={**found.provenance, "corrected": corrected}))


def listed() -> CorrectionsResult:
    """All corrected sites, the last corrected first, and the adjustment."""
    sites = [site for site in record.files.all() if site.pages]
    on = settings.learns(settings.CORRECTIONS)
    return CorrectionsResult(on, list(map(_site, sites)), _adjustment(sites), record.files.damaged())


def _site(site: SiteCorrections) -> CorrectedSite:
    blocks = sum(len(page.changed) for page in site.pages)
    return CorrectedSite(site.site, len(site.pages), blocks, max(page.when for page in site.pages))


def _adjustment(sites: list[SiteCorrections]) -> AdjustmentState:
    pages = sum(len(site.pages) for site in sites)
    found = adjustment.load()
    if found is None or found.state == "removed":
        return AdjustmentState("learning" if is_due(pages) else "none", pages, NEEDED, None, 0)
    known = found.provenance
    return AdjustmentState(found.state, int(known["pages"]), NEEDED, str(known["when"]), len(found.terms))


def forget(site: str) -> bool:
    """Removes a site's corrections; whether there were any. With too few pages left the adjustment goes too."""
    found = record.files.forget(site)
    if found and sum(len(one.pages) for one in record.files.all()) < NEEDED:
        adjustment.forget()
    return found


def forget_all() -> int:
    """Removes all corrections and the adjustment; how many sites there were."""
    adjustment.forget()
    return record.files.forget_all()
