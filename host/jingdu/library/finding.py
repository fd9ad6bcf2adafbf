"""Articles by their address."""

from __future__ import annotations

from urllib.parse import urldefrag

from jingdu.faults import Fault
from jingdu.library import indexed, repository
from jingdu.library.model import Item
from jingdu.render.article import Article
from jingdu.sites import site_of


def by_url(*addresses: str | None) -> Item | None:
    """The article that was saved last of these addresses; None where there is none.

    The index is asked; where it can't be used, every article's front matter is read.
    """
    try:
        return indexed.by_url(*addresses)
    except Fault:
        return _by_reading(*addresses)


def doubles(article: Article) -> list[tuple[Item, float]]:
    """Kept articles that an article is nearly the same as, and how much, the likest first."""
    from jingdu.library.topics.duplicates.finding import doubles

    try:
        index = indexed.opened()
        site = article.site or site_of(article.url) or ""
        found = doubles(index, article.html, article.title, article.text, site, article.url)
    except Fault:  # without an index there is nothing to compare with quickly
        return []
    told = [(indexed.item_of(double.fields), double.likeness) for double in found]
    return [(item, likeness) for item, likeness in told if indexed.is_there(index, item)]


def likeness(item: Item, text: str) -> float:
    """How much of a kept article and a text is the same, 0 … 1."""
    from jingdu.library.topics.duplicates.similarity import shared, units

    return round(shared(units(repository.text(item.id)), units(text)).likeness, 3)


def _by_reading(*addresses: str | None) -> Item | None:
    wanted = {urldefrag(address)[0] for address in addresses if address}
    found = [item for item in repository.items() if wanted & _addresses(item)]
    return max(found, key=lambda item: item.saved, default=None)


def _addresses(item: Item) -> set[str]:
    return {urldefrag(one)[0] for one in (item.url, item.canonical) if one}
