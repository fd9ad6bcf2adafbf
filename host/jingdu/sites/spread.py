"""The entropy of a site's terms over its pages: paper E, step 1.

    EN(tⱼ) = −Σₖ wⱼₖ·logₙ wⱼₖ,   wⱼₖ = frequency in page k / frequency in all

With a term's counts c and C = Σc this is (ln C − Σ c·ln c / C) / ln n, so two sums per term suffice, and pages are
added incrementally.
"""

from collections.abc import Mapping
from math import log
from zlib import crc32

from jingdu.sites.profile import BUCKETS, SiteProfile


def entropy(total: float, logs: float, pages: float) -> float:
    """EN of a term with Σc = ``total`` and Σc·ln c = ``logs`` on ``pages`` > 1 pages; between 0 and 1."""
    return min(1.0, max(0.0, (log(total) - logs / total) / log(pages)))


def term_weights(own: Mapping[str, int], site: SiteProfile, known: bool) -> dict[str, float]:
    """1 − EN of the page's terms that are on other pages of the site; all others weigh 1.

    ``own`` are the page's counts; ``known`` says whether the profile's sums include them. The page is always one of the
    n pages. Empty if there is no other page.
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
        even = (log(total) - logs / total) / of_pages  # `entropy`, inlined for speed
        weights[term] = 1.0 - even if 0.0 < even < 1.0 else float(even <= 0.0)
    return weights
