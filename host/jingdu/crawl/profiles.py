"""Paper E over a crawl, in two passes: the terms of each site are counted and reduced, then its pages are read.

The first pass makes of each batch a profile for each site in it, at most `PAGES` pages each, so that only profiles go
through the engine's shuffle. They are added up by site and joined to the records of the second pass.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pyarrow as pa

from jingdu.faults import Fault
from jingdu.page.parse import decode, parse
from jingdu.sites.codec import from_json, to_json
from jingdu.sites.learning import learn, merge
from jingdu.sites.profile import SiteProfile

PAGES: Final = 20
"""Pages of a site that are counted in a batch."""
MIN_PAGES: Final = 2
"""Pages of a site from which a profile says something."""
PROFILES: Final = pa.schema([("site", pa.string()), ("profile", pa.string())])


def count(records: Any) -> Any:
    """Of a table or batch of records the profiles of their sites."""
    found: dict[str, SiteProfile] = {}
    for values in records.select(["site", "url", "charset", "fault", "html"]).to_pylist():
        site = values["site"]
        if site is None or values["fault"]:
            continue
        profile = found.setdefault(site, SiteProfile(site))
        if profile.count < PAGES:
            try:
                learn(profile, parse(decode(values["html"], values["charset"]), values["url"]))
            except Fault:
                continue
    return _table(found.values())


def reduce(profiles: Any) -> Any:
    """Profiles, each site's added up; of sites with too few pages none."""
    found: dict[str, SiteProfile] = {}
    for text in sorted(profiles.column("profile").to_pylist()):  # whatever order an engine brings them in
        profile = from_json(text)
        merge(found.setdefault(profile.site, SiteProfile(profile.site)), profile)
    return _table(profile for profile in found.values() if profile.count >= MIN_PAGES)


def _table(profiles: Iterable[SiteProfile]) -> Any:
    rows = [{"site": profile.site, "profile": to_json(profile)} for profile in profiles]
    return pa.Table.from_pylist(rows, PROFILES)
