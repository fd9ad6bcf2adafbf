"""A page that was read adds to the profile of its site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final
from zlib import crc32

from jingdu.page.model import Page
from jingdu.sites import settings, site_of
from jingdu.sites.codec import profiles
from jingdu.sites.profile import MOST_PATHS, Cluster, SiteProfile
from jingdu.sites.templates import cluster_of, extraction_path, labels_of
from jingdu.text.words import terms, title_terms

SAME_TEXT: Final = 0.95
"""Share of a page's text that the site's pages have word for word, from which it is one of them."""


def learn(profile: SiteProfile, page: Page) -> bool:
    """Adds a page; False where it was counted before, or has no text."""
    if not page.blocks or knows(profile, page):
        return False
    counts = Counter(profile.bucket(term) for block in page.blocks for term in terms(block.text))
    title = tuple(sorted({profile.bucket(term) for term in title_terms(page.title)}))
    _learn_template(profile, page)
    profile.add(page_key(profile, page), title, counts, {profile.checksum(block.text) for block in page.blocks})
    return True


def learned_from(site: str, pages: Iterable[Page]) -> SiteProfile:
    """A profile of these pages, unsalted: the same pages give the same profile."""
    profile = SiteProfile(site)
    for page in pages:
        learn(profile, page)
    return profile


def merge(profile: SiteProfile, other: SiteProfile) -> None:
    """Adds what was learned of other pages of the site with the same salt."""
    for cluster in other.clusters:
        mine = cluster_of(cluster.children, profile.clusters)
        if mine is None:
            profile.clusters.append(cluster)
        else:
            mine.pages += cluster.pages
            for path, votes in cluster.votes.items():
                mine.votes[path] = mine.votes.get(path, 0.0) + votes
            mine.votes = dict(sorted(mine.votes.items(), key=lambda vote: -vote[1])[:MOST_PATHS])
    profile.merge(other)


def knows(profile: SiteProfile, page: Page) -> bool:
    """Whether the page is one of those learned: by its address, or by its text, if it came by another address.

    An article that was learned twice, once with a campaign's name in its address, would stand
    on two pages like the site's own furniture.
    """
    if page_key(profile, page) in profile.pages:
        return True
    texts, salt = profile.texts, profile.salt
    seen = sum(len(block.text) for block in page.blocks if crc32(block.text.encode(), salt) in texts)
    return seen >= SAME_TEXT * sum(len(block.text) for block in page.blocks)


def page_key(profile: SiteProfile, page: Page) -> int:
    """What the page is known by: its address without the fragment, or its text where it has none."""
    return profile.checksum(without_fragment(page.url) if page.url else "\n".join(b.text for b in page.blocks))


def without_fragment(url: str) -> str:
    """An address without its fragment, by which pages are distinguished."""
    return url.partition("#")[0]


def _learn_template(profile: SiteProfile, page: Page) -> None:
    """Paper P: the page joins its cluster, or is the first of a new one."""
    labels, path = labels_of(page), extraction_path(page)
    cluster = cluster_of(labels, profile.clusters)
    if cluster is not None:
        cluster.vote(path)
    elif labels:
        profile.clusters.append(Cluster(labels, {path: 1.0}))


def remember(page: Page) -> Iterator[None]:
    """Learns the page, in steps after each of which a waiting request may come first.

    Nothing is learned where the user switched it off, or of what is no page of the web. Raises
    ``OSError`` where the profile cannot be written.
    """
    site = site_of(page.url)
    if site is None or not settings.learns():
        return
    yield
    profiles.change(site, lambda profile: learn(profile, page))
