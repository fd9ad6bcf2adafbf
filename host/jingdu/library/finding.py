"""Articles by their address."""

from __future__ import annotations

from urllib.parse import urldefrag

from jingdu.faults import Fault
from jingdu.library import indexed, store
from jingdu.library.model import Item


def by_url(*addresses: str | None) -> Item | None:
    """The article that was saved last of these addresses; None where there is none.

    The index is asked; where it can't be used, every article's front matter is read.
    """
    try:
        return indexed.by_url(*addresses)
    except Fault:
        return _by_reading(*addresses)


def _by_reading(*addresses: str | None) -> Item | None:
    wanted = {urldefrag(address)[0] for address in addresses if address}
    found = [item for item in store.items() if wanted & _addresses(item)]
    return max(found, key=lambda item: item.saved, default=None)


def _addresses(item: Item) -> set[str]:
    return {urldefrag(one)[0] for one in (item.url, item.canonical) if one}
