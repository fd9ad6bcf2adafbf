"""correct, uncorrect, corrections, forget_corrections, learn_from_corrections: what the user corrects in the reader."""

from __future__ import annotations

from collections.abc import Iterator

from jingdu.corrections import adjustment, record, verdicts
from jingdu.corrections.keys import keys_of
from jingdu.corrections.page import Choice, correction, page_of
from jingdu.corrections.record import SiteCorrections
from jingdu.handlers.reading import reading
from jingdu.page.parse import gc_disabled
from jingdu.personal import background, rows
from jingdu.protocol.correcting import (
    Correct,
    CorrectedPages,
    Corrections,
    CorrectionsResult,
    ForgetCorrections,
    LearnFromCorrections,
    Uncorrect,
)
from jingdu.protocol.fields import wrong
from jingdu.reading import STORED, Headed, Reading, chosen
from jingdu.sites import settings, site_of


def correct(request: Correct) -> CorrectedPages:
    """Keeps a choice of blocks in the place of an earlier one. Switched off, nothing is kept.

    Raises ``bad_message`` for an address without a site, and the faults of parsing and of the disk.
    """
    site = _site(request.url)
    if not settings.learns(settings.CORRECTIONS):
        kept = record.files.load(site)
        return _state(kept) if kept else CorrectedPages(site, 0)
    with gc_disabled():
        page = reading(request.html, request.url, None, private=False)
        wanted = chosen(page.verdict.keep, request.put_in, request.left_out)
        keys = keys_of(page.page)
        features = rows.packed(rows.rows_of(page.page, page.uncorrected.scores, wanted)) if page.page.blocks else ""

    def replace(kept: SiteCorrections) -> bool:
        inferred = verdicts.inferred(page.uncorrected, keys, kept, request.url).keep
        choice = Choice(wanted, page.uncorrected.keep, inferred, *_head(page, request))
        kept.replace(page_of(request.url, kept.salt), correction(request.url, keys, choice, kept, features))
        return True

    return _state(record.files.change(site, replace))


def after_correct(request: Correct) -> Iterator[None] | None:
    """The adjustment is learned again, once enough pages more were corrected."""
    return background.when_idle()


def _head(page: Reading, request: Correct) -> Headed:
    stored = page.verdict.corrected
    title, byline = (stored.title_at, stored.byline_at) if stored else (None, None)
    return (
        title if request.title_at == STORED else request.title_at,
        byline if request.byline_at == STORED else request.byline_at,
    )


def uncorrect(request: Uncorrect) -> CorrectedPages:
    """Removes the correction of one page."""
    site = _site(request.url)

    def remove(kept: SiteCorrections) -> bool:
        before = len(kept.pages)
        kept.replace(page_of(request.url, kept.salt), None)
        return len(kept.pages) < before

    kept = record.files.load(site)
    return _state(record.files.change(site, remove)) if kept else CorrectedPages(site, 0)


def corrections(request: Corrections) -> CorrectionsResult:
    """All that is kept."""
    return background.listed()


def forget_corrections(request: ForgetCorrections) -> CorrectionsResult:
    """Removes the corrections of a site, all of them, or the adjustment."""
    if request.everything:
        background.forget_all()
    elif request.site:
        background.forget(request.site)
    elif request.adjustment:
        adjustment.undo()
    return background.listed()


def learn_from_corrections(request: LearnFromCorrections) -> CorrectionsResult:
    """Switches learning on or off; what is kept stays, and is not used while it is off."""
    settings.switch(request.on, settings.CORRECTIONS)
    return background.listed()


def _site(url: str) -> str:
    site = site_of(url)
    if site is None:
        raise wrong("url", "the address of a page of the web")
    return site


def _state(kept: SiteCorrections) -> CorrectedPages:
    return CorrectedPages(kept.site, len(kept.pages))
