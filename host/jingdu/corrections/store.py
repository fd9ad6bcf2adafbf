"""The files of the corrections, one per site (`jingdu.sites.files`)."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from jingdu.corrections.codec import LARGEST, from_json, to_json
from jingdu.corrections.record import SiteCorrections
from jingdu.sites import CORRECTIONS
from jingdu.sites.files import SiteFiles
from jingdu.storage.lock import locked

MAX_SITES: Final = 500
"""Sites whose corrections are kept."""


def _new(site: str) -> SiteCorrections:
    return SiteCorrections(site, salt=int.from_bytes(os.urandom(4), "little"))


files: Final = SiteFiles(CORRECTIONS, from_json, to_json, _new, LARGEST, lambda: MAX_SITES)


def change(site: str, by: Callable[[SiteCorrections], bool]) -> int:
    """`SiteFiles.change`; a file without a corrected page is removed. The number of corrected pages."""
    with locked(Path(files.folder())):
        kept = files.change(site, by)
        if not kept.pages and os.path.exists(files.place(site)):
            with suppress(OSError):
                files.forget(site)
    return len(kept.pages)
