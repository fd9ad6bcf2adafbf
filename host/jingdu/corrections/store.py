"""The files of the corrections, one per site (`jingdu.sites.files`)."""

from __future__ import annotations

import os
from typing import Final

from jingdu.corrections.codec import LARGEST, from_json, to_json
from jingdu.corrections.record import SiteCorrections
from jingdu.sites import CORRECTIONS
from jingdu.sites.files import SiteFiles

MAX_SITES: Final = 500
"""Sites whose corrections are kept."""


def _new(site: str) -> SiteCorrections:
    return SiteCorrections(site, salt=int.from_bytes(os.urandom(4), "little"))


files: Final = SiteFiles(CORRECTIONS, from_json, to_json, _new, LARGEST, lambda: MAX_SITES, lambda kept: not kept.pages)
