"""How evenly terms spread over the pages of a site: the entropy of paper E, step 1.

    EN(tⱼ) = −Σₖ wⱼₖ·logₙ wⱼₖ,   wⱼₖ = frequency in page k / frequency in all

With c for a term's counts and C = Σc this is (ln C − Σ c·ln c / C) / ln n: two sums for each
term are all that has to be kept of the pages, and a page is added by adding.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from zlib import crc32

from jingdu.sites.profile import BUCKETS, SiteProfile


def entropy(total: float, logs: float, pages: float) -> float:
    """EN of a term with Σc = ``total`` and Σc·ln c = ``logs`` on ``pages`` > 1 pages; between 0 and 1."""
    return min(1.0, max(0.0, (log(total) - logs / total) / log(pages)))


def term_weights(own: Mapping[str, int], site: SiteProfile, known: bool) -> dict[str, float]:
    """1 − EN of those of a page's terms that are on other pages of the site; all others weigh 1.

    ``own`` has the page's counts; ``known`` says that the profile has them in its sums already.
    The page is one of the n pages either way. Empty where there is no other page.
    """
    pages = site.count + (not known)
    if pages < 2:
        return {}
    spreads, salt, of_pages = site.terms.get, site.salt, log(pages)
    weights = {}
    for term, count in own.items():
        spread = spreads(crc32(term.encode(), salt) % BUCKETS)
        if spread is None:
            continue
        total, logs = spread
        if known:
            if total <= count:
                continue
        else:
            total += count
            if count > 1:
                logs += count * log(count)
        even = (log(total) - logs / total) / of_pages  # ``entropy``, without a call for each term
        weights[term] = 1.0 - even if 0.0 < even < 1.0 else float(even <= 0.0)
    return weights
