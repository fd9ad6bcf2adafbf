"""What the other pages of its site say of a block (papers E and P), where the reader has seen any."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Final
from zlib import crc32

import numpy as np

from jingdu.features.columns import Columns
from jingdu.page.model import Page

if TYPE_CHECKING:
    from jingdu.sites.profile import SiteProfile

NAMES: Final = ("site_weight", "site_known", "site_repeats", "site_share", "site_path")
UNKNOWN: Final = -1.0
"""Value of the site's columns where nothing is known of the site."""


def site_columns(page: Page, site: SiteProfile | None) -> Columns:
    """What the profile of the page's site says of each block, as features; a millisecond for 200 blocks.

    ``site_weight``: mean weight 1 − EN of the block's terms, links included (0 template, 1 news to
    the site). ``site_known``: share of the terms that occur on other pages of the site.
    ``site_repeats``: on how many other pages the very same text occurs, and ``site_share`` on what share
    of them. ``site_path``: 1 inside the extraction path (paper P), else 0. All are ``UNKNOWN``
    without another page of the site, ``site_path`` also where the page's template is new. No use is
    made of the general words.
    """
    found = None if site is None or not page.blocks else _known(page, site)
    return found or {name: np.full(len(page.blocks), UNKNOWN) for name in NAMES}


def _known(page: Page, site: SiteProfile) -> Columns | None:
    """The columns; None without another page of the site. Imports what only a site that was read before needs."""
    from jingdu.sites.learning import knows
    from jingdu.sites.spread import term_weights
    from jingdu.sites.templates import cluster_way
    from jingdu.text.words import terms

    known = knows(site, page)
    others = site.count - known
    if others < 1:
        return None
    lists = [terms(text) for text in page.blocks.texts]
    own = Counter(chain.from_iterable(lists))
    weights = term_weights(own, site, known)
    of = dict.fromkeys(own, 1.0) | weights
    weight, is_known = of.__getitem__, weights.__contains__
    repeats = np.array([site.texts.get(crc32(text.encode(), site.salt), known) - known for text in page.blocks.texts])
    path = np.full(len(lists), UNKNOWN)
    way = cluster_way(page, site)
    if way is not None:
        path[:] = 0 if way else 1
        if way:
            path[way[-1].first : way[-1].last] = 1
    return {
        "site_weight": np.array([sum(map(weight, words)) / (len(words) or 1) for words in lists], dtype=np.float64),
        "site_known": np.array([sum(map(is_known, words)) / (len(words) or 1) for words in lists], dtype=np.float64),
        "site_repeats": repeats.astype(np.float64),
        "site_share": repeats / others,
        "site_path": path,
    }
