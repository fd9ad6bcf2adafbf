"""The reader's pages are the pages of a site: each adds to its profile when the host is idle."""

from __future__ import annotations

from collections.abc import Iterator

from jingdu.page.model import Page
from jingdu.sites import settings, site_of, store
from jingdu.sites.learning import learn


def remember(page: Page) -> Iterator[None]:
    """Learns the page, in steps after each of which a waiting request may come first.

    Nothing is learned where the user switched it off, or of what is no page of the web. Raises
    ``OSError`` where the profile cannot be written.
    """
    site = site_of(page.url)
    if site is None or not settings.learns():
        return
    yield
    store.change(site, lambda profile: learn(profile, page))
