"""Handlers of the user's corrections."""

from collections.abc import Iterator

from jingdu.corrections import adjustment, record, verdicts
from jingdu.corrections.keys import keys_of
from jingdu.corrections.page import Choice, correction, page_of
from jingdu.corrections.record import SiteCorrections
from jingdu.handlers.reading import reading_of
from jingdu.personal import background, rows
from jingdu.protocol import correcting as messages
from jingdu.protocol.fields import wrong
from jingdu.reading import chosen, head_of
from jingdu.sites import settings, site_of


def correct(request: messages.Correct) -> messages.CorrectedPages:
    """Stores the correction of a page in place of an earlier one, unless corrections are switched off.

    Raises ``bad_message`` for an address without a site, and the faults of reading a page and of writing a file.
    """
    site = _site(request.url)
    if not settings.learns(settings.LEARN_CORRECTIONS):
        return _state(site)
    reading = reading_of(request.html, request.url, None, private=False)
    page = reading.page
    verdict = reading.displayed()
    alone = reading.displayed(uncorrected=True) if verdict.corrected else verdict
    keep = chosen(verdict.keep, request.put_in, request.left_out)
    head = head_of(verdict, (request.title_at, request.byline_at))
    keys = keys_of(page)
    features = rows.packed(rows.rows_of(page, reading.uncorrected.scores, keep)) if page.blocks else ""

    def replace(corrections: SiteCorrections) -> bool:
        choice = Choice(keep, alone.keep, verdicts.inferred(alone, keys, corrections, request.url).keep, *head)
        new = correction(request.url, keys, choice, corrections, features)
        return corrections.replace(page_of(request.url, corrections.salt), new)

    record.files.change(site, replace)
    return _state(site)


def after_correct(request: messages.Correct) -> Iterator[None]:
    """Learns the adjustment again if enough pages were corrected since the last time."""
    return background.when_idle()


def uncorrect(request: messages.Uncorrect) -> messages.CorrectedPages:
    site = _site(request.url)
    record.files.change(site, lambda corrections: corrections.replace(page_of(request.url, corrections.salt), None))
    return _state(site)


def corrections(request: messages.Corrections) -> messages.CorrectionsResult:
    return background.listed()


def forget_corrections(request: messages.ForgetCorrections) -> messages.CorrectionsResult:
    """Removes all corrections with the adjustment, or those of a site, or disables only the adjustment."""
    if request.everything:
        background.forget_all()
    elif request.site:
        background.forget(request.site)
    elif request.adjustment:
        adjustment.undo()
    return background.listed()


def learn_from_corrections(request: messages.LearnFromCorrections) -> messages.CorrectionsResult:
    """Switches corrections on or off; while they are off, stored ones are kept but not used."""
    settings.switch(request.on, settings.LEARN_CORRECTIONS)
    return background.listed()


def _site(url: str) -> str:
    """The site of an address; raises ``bad_message`` if it has none."""
    site = site_of(url)
    if site is None:
        raise wrong("url", "the address of a page of the web")
    return site


def _state(site: str) -> messages.CorrectedPages:
    corrections = record.files.load(site)
    return messages.CorrectedPages(site, len(corrections.pages) if corrections else 0)
