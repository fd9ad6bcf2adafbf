"""The files of the profiles (`jingdu.sites.files`)."""

from __future__ import annotations

import os
from typing import Final

from jingdu.sites.codec import LARGEST, from_json, to_json
from jingdu.sites.files import SiteFiles
from jingdu.sites.profile import SiteProfile

MAX_SITES: Final = 200
"""Profiles kept; each has at most about 250 KB."""


def _new(site: str) -> SiteProfile:
    return SiteProfile(site, salt=int.from_bytes(os.urandom(4), "little"))


_files: Final = SiteFiles("sites", from_json, to_json, _new, LARGEST, lambda: MAX_SITES)
_cache: Final = _files.cache
folder: Final = _files.folder
place: Final = _files.place
load: Final = _files.load
change: Final = _files.change
sites: Final = _files.all
forget: Final = _files.forget
forget_all: Final = _files.forget_all
