"""Adds pages to the profiles of their sites."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from jingdu.page.model import Page
from jingdu.sites import settings, site_of
from jingdu.sites.codec import profiles
from jingdu.sites.profile import MAX_PATHS, Cluster, SiteProfile
from jingdu.sites.templates import cluster_of, extraction_path, labels_of
from jingdu.text.addresses import without_fragment
from jingdu.text.words import terms, title_terms

SAME_TEXT: Final = 0.95
"""Minimum share of a page's text that is verbatim on known pages, for the page to count as one of them."""


def learn(profile: SiteProfile, page: Page) -> bool:
    """Adds a page to a profile; returns False if the page is already known or has no text."""
    checksums = list(map(profile.checksum, page.blocks.texts))
    if not page.blocks or knows(profile, page, checksums):
        return False
    counts = Counter(profile.bucket(term) for text in page.blocks.texts for term in terms(text))
    title = tuple(sorted({profile.bucket(term) for term in title_terms(page.title)}))
    _learn_template(profile, page)
    profile.add(page_key(profile, page), title, counts, set(checksums))
    return True


def learned_from(site: str, pages: Iterable[Page]) -> SiteProfile:
    """A profile of these pages; it has no salt, so that it is reproducible."""
    profile = SiteProfile(site)
    for page in pages:
        learn(profile, page)
    return profile


def merge(profile: SiteProfile, other: SiteProfile) -> None:
    """Adds the profile of other pages of the same site, with the same salt."""
    for cluster in other.clusters:
        mine = cluster_of(cluster.children, profile.clusters)
        if mine is None:
            profile.clusters.append(cluster)
        else:
            mine.pages += cluster.pages
            for path, votes in cluster.votes.items():
                mine.votes[path] = mine.votes.get(path, 0.0) + votes
            mine.votes = dict(sorted(mine.votes.items(), key=lambda vote: -vote[1])[:MAX_PATHS])
    profile.merge(other)


def knows(profile: SiteProfile, page: Page, checksums: Iterable[int]) -> bool:
    """Whether the page was learned, under the same or another address; ``checksums`` are those of its blocks' texts.

    If an article were learned again under another address, such as one with a campaign parameter, its text would look
    like boilerplate of the site.
    """
    if page_key(profile, page) in profile.pages:
        return True
    texts = page.blocks.texts
    seen = sum(len(text) for text, checksum in zip(texts, checksums, strict=True) if checksum in profile.texts)
    return seen >= SAME_TEXT * sum(map(len, texts))


def page_key(profile: SiteProfile, page: Page) -> int:
    """The checksum of the page's address without fragment, or of its text if it has no address."""
    return profile.checksum(without_fragment(page.url) if page.url else "\n".join(page.blocks.texts))


def _learn_template(profile: SiteProfile, page: Page) -> None:
    """Paper P: adds the page to its cluster, or to a new cluster."""
    labels, path = labels_of(page), extraction_path(page)
    cluster = cluster_of(labels, profile.clusters)
    if cluster is not None:
        cluster.vote(path)
    elif labels:
        profile.clusters.append(Cluster(labels, {path: 1.0}))


def remember(page: Page) -> Iterator[None]:
    """Learns the page in a later step, unless learning is off or the address is not http(s); raises ``OSError``."""
    site = site_of(page.url)
    if site is None or not settings.learns():
        return
    yield
    profiles.change(site, lambda profile: learn(profile, page))
