"""The default, with a profile of the page's site: ``fused`` where papers E and P have something to say.

The reader asks this one: what stands word for word on other pages of a site that its user has
read (a notice, a disclaimer, a list of the day's news) is not the article. Of a site that was
never read before it says what ``fused`` says. See ``jingdu.sites`` and ``jingdu.extractors.entropy``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from jingdu.extractors import additive, fused
from jingdu.extractors.additive import Profile
from jingdu.extractors.fused import Fused
from jingdu.page.model import Page, Verdict
from jingdu.sites import ADJUSTMENT, CORRECTIONS, files, profile_of, settings, site_of
from jingdu.sites.profile import SiteProfile


def judge(
    page: Page,
    profile: str | Fused = "fused",
    first: str | Profile = "support",
    site: SiteProfile | None = None,
    *,
    corrected: bool = True,
) -> Verdict:
    """``fused.judge`` with ``site``, the profile of the page's site, or else the stored one; then as the user has
    ``corrected`` pages of the site."""
    adjust = _adjustment(first) if corrected else fused.NOTHING
    verdict = fused.judge(page, profile, first, site or profile_of(page.url), adjust)
    verdict = replace(verdict, extractor="sited")
    name = site_of(page.url) if corrected else None
    if name is None or not files.stamp(files.path(CORRECTIONS, name)):
        return verdict
    from jingdu.corrections import verdicts

    return verdicts.corrected(page, verdict, name)


def _adjustment(first: str | Profile) -> Mapping[str, Mapping[str, float]]:
    """The supports that were learned from the user's corrections, if they were for these of the first stage."""
    if not files.stamp(files.beside(ADJUSTMENT)) or not settings.learns(settings.CORRECTIONS):
        return fused.NOTHING
    from jingdu.corrections import adjustment

    found = adjustment.load()
    look = additive.load(first) if isinstance(first, str) else first
    return found.terms if found and found.state == "active" and found.first == look.digest else fused.NOTHING
