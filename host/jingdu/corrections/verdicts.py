"""Applies the user's corrections of a page, or of other pages of its site, to a verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from jingdu.corrections.keys import Keys, keys_of
from jingdu.corrections.page import Found, Places, find, page_of
from jingdu.corrections.record import SiteCorrections, files
from jingdu.corrections.site import Evidence, evidence
from jingdu.i18n import gettext, ngettext
from jingdu.page.model import Corrected, Page, Reason, Verdict
from jingdu.sites import settings

FEATURE: Final = "corrected"
"""Name of the reason."""
MAX_REMOVED: Final = 0.25
"""Maximum share of the kept text that evidence of other pages may remove, not counting repeated texts."""
MAX_REPEATED: Final = 10
"""Maximum number of repeated texts, such as a legal notice; more are those of another version of the same page."""
OF_PAGE: Final = 8.0
"""Score of a block that the user included on this page; the negative one if excluded."""


def corrected(page: Page, verdict: Verdict, site: str) -> Verdict:
    """The verdict with the stored corrections of ``site``; the same object if none applies."""
    corrections = files.load(site)
    if not (corrections and corrections.pages and page.blocks and settings.learns(settings.LEARN_CORRECTIONS)):
        return verdict
    keys = keys_of(page)
    found, inferred = _of_this_page(page, keys, corrections) or (None, evidence(keys, corrections.pages))
    return _apply(verdict, keys.sizes, found, inferred)


def inferred(verdict: Verdict, keys: Keys, corrections: SiteCorrections, url: str) -> Verdict:
    """The verdict with the corrections of other pages only."""
    others = [page for page in corrections.pages if page.page != page_of(url, page.salt)]
    return _apply(verdict, keys.sizes, None, evidence(keys, others))


def _of_this_page(page: Page, keys: Keys, corrections: SiteCorrections) -> tuple[Found, Mapping[int, Evidence]] | None:
    """The last correction of this page and, if blocks changed since, its evidence about them; None without one."""
    for correction in reversed(corrections.pages):
        is_of_page = correction.page == page_of(page.url or "", correction.salt)
        if is_of_page and (found := find(correction, Places(keys.salted(correction.salt)))):
            return found, evidence(keys, [correction]) if found.missing else {}
    return None


def _apply(verdict: Verdict, sizes: Sequence[int], found: Found | None, inferred: Mapping[int, Evidence]) -> Verdict:
    keep, scores = list(verdict.keep), verdict.scores
    inferred = _limited(verdict, sizes, inferred)
    changed: dict[int, tuple[str, int]] = {}
    added: dict[int, Reason] = {}
    for at, (weight, pages, _) in inferred.items():
        wanted = scores[at] + weight >= 0
        if not (found and at in found.wanted):
            added[at] = Reason(FEATURE, _phrase(pages, included=weight > 0), weight)
            if wanted != keep[at] and wanted == (weight > 0):
                changed[at] = ("site", pages)
                keep[at] = wanted
    for at, wanted in (found.wanted if found else {}).items():
        weight = (OF_PAGE if wanted else -OF_PAGE) - scores[at]
        added[at] = Reason(FEATURE, _phrase(0, included=wanted), weight)
        changed[at] = ("page", 1)
        keep[at] = wanted
    if not added and found is None:
        return verdict
    pages = max((count for source, count in changed.values() if source == "site"), default=0)
    title, byline = (found.title, found.byline) if found else (None, None)
    state = Corrected(found is not None, pages, changed, title, byline)
    return replace(verdict.changed(keep, added), corrected=state)


def _limited(verdict: Verdict, sizes: Sequence[int], inferred: Mapping[int, Evidence]) -> Mapping[int, Evidence]:
    """``inferred``, without the evidence against blocks if it would remove too much of the kept text.

    A few texts that the user excluded on another page are removed in any case.
    """
    kept = sum(size for size, bit in zip(sizes, verdict.keep, strict=True) if bit)
    removed = [at for at, row in inferred.items() if verdict.keep[at] and verdict.scores[at] + row.weight < 0]
    texts = {at for at in removed if inferred[at].is_text}
    repeated = texts if len(texts) <= MAX_REPEATED else set()
    size = sum(sizes[at] for at in repeated)
    if sum(sizes[at] for at in removed) - size <= MAX_REMOVED * (kept - size):
        return inferred
    return {at: row for at, row in inferred.items() if row.weight > 0 or at in repeated}


def _phrase(pages: int, *, included: bool) -> str:
    """The value of a reason in words; ``pages`` is 0 for a correction of this page."""
    if not pages:
        return gettext("you included this on this page") if included else gettext("you excluded this on this page")
    if included:
        return ngettext(
            "you included this on {n} page of this site", "you included this on {n} pages of this site", pages
        )
    return ngettext("you excluded this on {n} page of this site", "you excluded this on {n} pages of this site", pages)
