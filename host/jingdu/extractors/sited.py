"""``fused`` with the profile of the page's site and the adjustment learned from the user's corrections.

The reader uses this extractor. Text that is repeated on other pages of a site (a notice, a disclaimer, the day's
headlines) is not the article. Without a profile (``jingdu.sites``) and an adjustment (`jingdu.personal`) it equals
``fused``. Corrections of the page's own site are applied by `jingdu.reading`.
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
    """Judges as ``fused`` does, with the site's profile, by default the stored one, and with the adjustment."""
    adjust = _adjustment(first) if adjusted else fused.NOTHING
    return replace(fused.judge(page, profile, first, site or profile_of(page.url), adjust), extractor="sited")


def _adjustment(first: str | Profile) -> Mapping[str, Mapping[str, float]]:
    """The stored adjustment's supports; ``NOTHING`` if it is not active or was learned for another first stage."""
    if not files.stamp(files.data_file(ADJUSTMENT)) or not settings.learns(settings.LEARN_CORRECTIONS):
        return fused.NOTHING
    from jingdu.corrections import adjustment

    found = adjustment.load()
    weights = additive.load(first)
    return found.terms if found and found.state == "active" and found.first == weights.digest else fused.NOTHING
