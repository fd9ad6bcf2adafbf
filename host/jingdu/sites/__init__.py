"""Profiles of sites, learned from the pages that were read and stored only on this computer.

``profile`` has the data, ``learning`` adds pages, ``codec`` converts to JSON, ``files`` stores it, and ``settings``
switches learning on and off. Papers E and P (`jingdu.extractors.entropy` and `template`) use profiles.
"""

from typing import Final
from urllib.parse import urlsplit

from jingdu.sites.profile import SiteProfile

CORRECTIONS: Final = "corrections"
"""Name of the folder of the user's corrections (`jingdu.corrections`)."""
ADJUSTMENT: Final = "adjustment.json"
"""Name of the file with the adjustment learned from all corrections (`jingdu.personal`)."""


def site_of(url: str | None) -> str | None:
    """The site of a page: its host without ``www.``; None if the address is not http(s)."""
    try:
        parts = urlsplit(url or "")
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme not in ("http", "https"):
        return None
    return host.rstrip(".").removeprefix("www.") or None


def profile_of(url: str | None) -> SiteProfile | None:
    """The stored profile of the site of an address, or None."""
    from jingdu.sites.codec import profiles

    site = site_of(url)
    return profiles.load(site) if site else None
