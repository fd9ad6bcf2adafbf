"""A page that was read adds to the profile of its site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from jingdu.extractors.template import cluster_of, extraction_path, labels_of
from jingdu.page.model import Page
from jingdu.sites.profile import Cluster, SiteProfile
from jingdu.text.terms import terms, title_terms


def learn(profile: SiteProfile, page: Page) -> bool:
    """Adds a page; False where it was counted before, or has no text."""
    key = page_key(profile, page)
    if key in profile.pages or not page.blocks:
        return False
    counts = Counter(profile.bucket(term) for block in page.blocks for term in terms(block.text))
    title = tuple(sorted({profile.bucket(term) for term in title_terms(page.title)}))
    _learn_template(profile, page)
    profile.add(key, title, counts, {profile.checksum(block.text) for block in page.blocks})
    return True


def learned_from(site: str, pages: Iterable[Page]) -> SiteProfile:
    """A profile of these pages, unsalted: the same pages give the same profile."""
    profile = SiteProfile(site)
    for page in pages:
        learn(profile, page)
    return profile


def page_key(profile: SiteProfile, page: Page) -> int:
    """What the page is known by: its address without the fragment, or its text where it has none."""
    return profile.checksum(without_fragment(page.url) if page.url else "\n".join(b.text for b in page.blocks))


def without_fragment(url: str) -> str:
    """An address as pages are told apart by it."""
    return url.partition("#")[0]


def _learn_template(profile: SiteProfile, page: Page) -> None:
    """Paper P: the page joins its cluster, or is the first of a new one."""
    labels, path = labels_of(page), extraction_path(page)
    cluster = cluster_of(labels, profile.clusters)
    if cluster is not None:
        cluster.vote(path)
    elif labels:
        profile.clusters.append(Cluster(labels, {path: 1.0}))
