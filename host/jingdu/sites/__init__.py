"""What the pages of a site that were read have taught: its profile, kept on this computer only.

``profile`` is what is remembered, ``learning`` how a page adds to it, ``codec`` its JSON,
``files`` the files, ``settings`` whether the reader learns at all. Papers E and P
(``jingdu.extractors.entropy`` and ``template``) use it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from jingdu.sites.profile import SiteProfile

CORRECTIONS: Final = "corrections"
"""The folder of the user's corrections (`jingdu.corrections`), which most sites have none in."""
ADJUSTMENT: Final = "adjustment.json"
"""The file of what was learned from all of them."""


def site_of(url: str | None) -> str | None:
    """The site of a page: its host without ``www.``; None for what is no page of the web."""
    try:
        parts = urlsplit(url or "")
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme not in ("http", "https"):
        return None
    return host.rstrip(".").removeprefix("www.") or None


def profile_of(url: str | None) -> SiteProfile | None:
    """The stored profile of the site of an address; None where there is none."""
    site = site_of(url)
    if site is None:
        return None
    from jingdu.sites.codec import profiles

    return profiles.load(site)
