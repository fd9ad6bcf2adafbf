"""Learns the adjustment step by step while the host is idle, and lists and removes corrections."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from jingdu.corrections import adjustment, record
from jingdu.personal import rows
from jingdu.personal.learning import NEEDED, CorrectedPage, learn
from jingdu.protocol.correcting import AdjustmentState, CorrectedSite, CorrectionsResult
from jingdu.sites import settings

MAX_PAGES: Final = 60
"""Maximum corrected pages to learn from; the last ones are taken."""
MIN_CHANGE: Final = 5
"""Minimum change of the number of corrected pages after which the adjustment is learned again."""


def is_due(pages: int) -> bool:
    """Whether to learn the adjustment, given the number of corrected pages."""
    stored = adjustment.load()
    known = int(stored.provenance.get("corrected", 0)) if stored else 0
    return pages >= NEEDED and abs(pages - known) >= MIN_CHANGE and settings.learns(settings.LEARN_CORRECTIONS)


def when_idle() -> Iterator[None]:
    """Learns the adjustment if it is due; raises ``OSError``."""
    yield
    sites = record.files.all()
    corrected = sum(len(site.pages) for site in sites)
    if is_due(corrected) and len(pages := corrected_pages(sites)) >= NEEDED:
        yield
        new = yield from learn(pages, rows.load_sample())
        adjustment.write(new._replace(provenance={**new.provenance, "corrected": corrected}))


def corrected_pages(sites: Sequence[record.SiteCorrections]) -> list[CorrectedPage]:
    """The last corrected pages whose features fit the packaged weights, in a deterministic order."""
    pages = []
    for site in sites:
        for page in site.pages:
            with suppress(ValueError):
                pages.append(CorrectedPage(site.site, page.when, rows.unpacked(page.features)))
    pages = sorted(pages, key=lambda page: page.when)[-MAX_PAGES:]
    return sorted(pages, key=lambda page: (page.site, page.rows.tobytes()))


def listed() -> CorrectionsResult:
    """The reply that lists all corrected sites, the last corrected first, and the adjustment."""
    sites = []
    for name, pages in ((site.site, site.pages) for site in record.files.all() if site.pages):
        blocks, last = sum(len(page.changed) for page in pages), max(page.when for page in pages)
        sites.append(CorrectedSite(name, len(pages), blocks, last))
    on = settings.learns(settings.LEARN_CORRECTIONS)
    return CorrectionsResult(on, sites, _adjustment(sum(site.pages for site in sites)), record.files.damaged())


def _adjustment(pages: int) -> AdjustmentState:
    stored = adjustment.load()
    if stored is None or stored.state == "removed":
        return AdjustmentState("learning" if is_due(pages) else "none", pages, NEEDED, None, 0)
    learned, when = int(stored.provenance["pages"]), str(stored.provenance["when"])
    return AdjustmentState(stored.state, learned, NEEDED, when, len(stored.terms))


def forget(site: str) -> bool:
    """Removes a site's corrections, and the adjustment if too few pages remain; returns whether the site had any."""
    existed = record.files.forget(site)
    if existed and sum(len(other.pages) for other in record.files.all()) < NEEDED:
        adjustment.forget()
    return existed


def forget_all() -> int:
    """Removes all corrections and the adjustment; returns the number of sites."""
    adjustment.forget()
    return record.files.forget_all()
