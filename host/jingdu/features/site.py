"""What the other pages of its site say of a block (papers E and P), where the reader has seen any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from jingdu.features.columns import Columns
from jingdu.page.model import Page

if TYPE_CHECKING:
    from jingdu.sites.profile import SiteProfile

NAMES: Final = ("site_weight", "site_known", "site_repeats", "site_share", "site_path")
UNKNOWN: Final = -1.0


def site_columns(page: Page, site: SiteProfile | None) -> Columns:
    """What ``entropy.site_columns`` tells, as columns; without a profile all ``UNKNOWN``, and nothing imported."""
    if site is None:
        return {name: np.full(len(page.blocks), UNKNOWN) for name in NAMES}
    from jingdu.extractors.entropy import site_columns as known

    return {name: np.array(column, dtype=np.float64) for name, column in known(page, site).items()}
