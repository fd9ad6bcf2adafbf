"""What is kept, for the options and the command line."""

from __future__ import annotations

from jingdu.corrections import store
from jingdu.corrections.record import SiteCorrections
from jingdu.protocol.correcting import AdjustmentState, CorrectedSite, CorrectionsResult
from jingdu.sites import settings

NEEDED = 20


def listed() -> CorrectionsResult:
    """All corrected sites, the last corrected first, and the adjustment."""
    sites = store.files.all()
    pages = sum(len(site.pages) for site in sites)
    on = settings.learns(settings.CORRECTIONS)
    adjustment = AdjustmentState("none", pages, NEEDED, None, 0)
    return CorrectionsResult(on, list(map(_site, sites)), adjustment, store.files.damaged())


def _site(site: SiteCorrections) -> CorrectedSite:
    blocks = sum(len(page.changed) for page in site.pages)
    return CorrectedSite(site.site, len(site.pages), blocks, max(page.when for page in site.pages))
