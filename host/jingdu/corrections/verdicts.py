"""A verdict as the user's corrections have it: of this page, else of the site."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from jingdu.corrections.keys import Keys, keys_of
from jingdu.corrections.page import Found, Places, find, page_of
from jingdu.corrections.record import SiteCorrections, files
from jingdu.corrections.site import Evidence, evidence
from jingdu.i18n import gettext, ngettext
from jingdu.page.model import Corrected, Page, Reason, Verdict
from jingdu.sites import settings

FEATURE: Final = "corrected"
"""The name of the reason."""
MAX_LEFT: Final = 0.4
"""Share of the kept text that the evidence of other pages may leave out."""
OF_PAGE: Final = 8.0
"""What the correction of this very page adds to a score, or takes from it, beyond what is needed."""


def corrected(page: Page, verdict: Verdict, site: str) -> Verdict:
    """The verdict with the stored corrections of ``site``; the same object where they say nothing."""
    kept = files.load(site)
    if kept is None or not kept.pages or not page.blocks or not settings.learns(settings.CORRECTIONS):
        return verdict
    keys = keys_of(page)
    found = _of_this_page(page, keys, kept)
    if found is not None:
        return _applied(verdict, keys.sizes, *found)
    return _applied(verdict, keys.sizes, None, evidence(keys, kept.pages))


def inferred(verdict: Verdict, keys: Keys, kept: SiteCorrections, url: str) -> Verdict:
    """The verdict with the corrections of other pages than this one."""
    others = [page for page in kept.pages if page.page != page_of(url, page.salt)]
    return _applied(verdict, keys.sizes, None, evidence(keys, others))


def _of_this_page(page: Page, keys: Keys, kept: SiteCorrections) -> tuple[Found, Mapping[int, Evidence]] | None:
    """Where this page was corrected; with evidence for what has changed on it since."""
    for correction in reversed(kept.pages):
        if correction.page == page_of(page.url or "", correction.salt):
            found = find(correction, Places(keys.salted(correction.salt)))
            if found is not None:
                return found, evidence(keys, [correction]) if found.missing else {}
    return None


def _applied(verdict: Verdict, sizes: Sequence[int], found: Found | None, said: Mapping[int, Evidence]) -> Verdict:
    keep, scores = list(verdict.keep), list(verdict.scores)
    said = _credible(verdict, sizes, said)
    moved: dict[int, tuple[str, int]] = {}
    added: dict[int, Reason] = {}
    for at, one in said.items():
        wanted = scores[at] + one.weight >= 0
        if not (found and at in found.wanted):
            added[at] = Reason(FEATURE, _words(one.pages, included=one.weight > 0), one.weight)
            if wanted != keep[at] and wanted == (one.weight > 0):
                moved[at] = ("site", one.pages)
                keep[at] = wanted
    for at, wanted in (found.wanted if found else {}).items():
        weight = (OF_PAGE if wanted else -OF_PAGE) - scores[at]
        added[at] = Reason(FEATURE, _words(0, included=wanted), weight)
        moved[at] = ("page", 1)
        keep[at] = wanted
    if not added and not (found and (found.title is not None or found.byline is not None)):
        return verdict if found is None else replace(verdict, corrected=Corrected(True, 0, {}, None, None))
    for at, reason in added.items():
        scores[at] += reason.contribution
    pages = max((count for by, count in moved.values() if by == "site"), default=0)
    title, byline = (found.title, found.byline) if found else (None, None)
    explain = partial(_reasons, verdict.explain, added) if verdict.explain else None
    state = Corrected(found is not None, pages, moved, title, byline)
    return replace(verdict, keep=keep, scores=scores, explain=explain, corrected=state)


def _credible(verdict: Verdict, sizes: Sequence[int], said: Mapping[int, Evidence]) -> Mapping[int, Evidence]:
    """Without the evidence against blocks where it would leave out too much of what the reader keeps."""
    kept = sum(size for size, bit in zip(sizes, verdict.keep, strict=True) if bit)
    left = sum(sizes[at] for at, one in said.items() if verdict.keep[at] and verdict.scores[at] + one.weight < 0)
    return said if left <= MAX_LEFT * kept else {at: one for at, one in said.items() if one.weight > 0}


def _reasons(explain: Callable[[int], Sequence[Reason]], added: Mapping[int, Reason], block: int) -> Sequence[Reason]:
    reasons = explain(block)
    return [*reasons, added[block]] if block in added else reasons


def _words(pages: int, *, included: bool) -> str:
    """The reason in words; ``pages`` is 0 where it is a correction of this very page."""
    if not pages:
        return gettext("you included this on this page") if included else gettext("you excluded this on this page")
    if included:
        return ngettext(
            "you included this on {n} page of this site", "you included this on {n} pages of this site", pages
        )
    return ngettext("you excluded this on {n} page of this site", "you excluded this on {n} pages of this site", pages)
