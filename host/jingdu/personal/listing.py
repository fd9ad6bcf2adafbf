"""What is kept, listed and removed, for the options and the command line."""

from __future__ import annotations

from jingdu.corrections import adjustment, store
from jingdu.corrections.record import SiteCorrections
from jingdu.personal.background import is_due
from jingdu.personal.learning import NEEDED
from jingdu.protocol.correcting import AdjustmentState, CorrectedSite, CorrectionsResult
from jingdu.sites import settings


def listed() -> CorrectionsResult:
    """All corrected sites, the last corrected first, and the adjustment."""
    sites = [site for site in store.files.all() if site.pages]
    on = settings.learns(settings.CORRECTIONS)
    return CorrectionsResult(on, list(map(_site, sites)), _adjustment(sites), store.files.damaged())


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
    found = store.files.forget(site)
    if found and sum(len(one.pages) for one in store.files.all()) < NEEDED:
        adjustment.forget()
    return found


def forget_all() -> int:
    """Removes all corrections and the adjustment; how many sites there were."""
    adjustment.forget()
    return store.files.forget_all()
