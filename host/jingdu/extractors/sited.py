"""``fused`` with the profile of the page's site and the user's adjustment. The reader uses this extractor.

Text that is repeated on other pages of a site (a notice, a disclaimer, the day's headlines) is not the article. On
sites without a profile it equals ``fused``, unless the user's corrections of other sites adjust it. See
``jingdu.sites`` and ``jingdu.extractors.entropy``; corrections of the page's own site are applied by `jingdu.reading`.
"""

from collections.abc import Mapping
from dataclasses import replace

from jingdu.extractors import additive, fused
from jingdu.extractors.additive import Profile
from jingdu.extractors.fused import Fused
from jingdu.page.model import Page, Verdict
from jingdu.sites import ADJUSTMENT, files, profile_of, settings
from jingdu.sites.profile import SiteProfile


def judge(
    page: Page,
    profile: str | Fused = "fused",
    first: str | Profile = "support",
    site: SiteProfile | None = None,
    *,
    adjusted: bool = True,
) -> Verdict:
    """``fused.judge`` with the profile of the page's site, by default the stored one, and if ``adjusted`` with what was
    learned from the user's corrections."""
    adjust = _adjustment(first) if adjusted else fused.NOTHING
    return replace(fused.judge(page, profile, first, site or profile_of(page.url), adjust), extractor="sited")


def _adjustment(first: str | Profile) -> Mapping[str, Mapping[str, float]]:
    """Supports learned from the user's corrections, if they are active and for this first stage."""
    if not files.stamp(files.data_file(ADJUSTMENT)) or not settings.learns(settings.LEARN_CORRECTIONS):
        return fused.NOTHING
    from jingdu.corrections import adjustment

    found = adjustment.load()
    weights = additive.load(first)
    return found.terms if found and found.state == "active" and found.first == weights.digest else fused.NOTHING
