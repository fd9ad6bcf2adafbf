"""What the library has already: by the key of a save, by address, and what is nearly the same.

Before an article is written, a journal in the user's data folder notes the key of the request, the ids the article
may get and its time. The front matter has id and time too, so a save whose reply was lost takes effect once, also
after a kill between any two steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urldefrag

from jingdu.faults import Fault
from jingdu.library import indexed, repository
from jingdu.protocol.items import Item
from jingdu.render.article import Article
from jingdu.sites import site_of
from jingdu.storage import private

MAX_SAVES: Final = 200
MAX_AGE: Final = timedelta(days=1)


class _Save(NamedTuple):
    key: str
    ids: tuple[str, ...]
    """One of these has the article if the save took effect."""
    saved: str
    """`Item.saved` of the article."""


def by_url(*addresses: str | None) -> Item | None:
    """The article that was saved last of these addresses; from the index, or from all front matter without one."""
    try:
        return indexed.by_url(*addresses)
    except Fault:
        wanted = {urldefrag(one)[0] for one in addresses if one}
        items = repository.items()
        found = [one for one in items if wanted & {urldefrag(url)[0] for url in (one.url, one.canonical) if url}]
        return max(found, key=lambda item: item.saved, default=None)


def near_duplicates(article: Article) -> list[tuple[Item, float]]:
    """Kept articles that are nearly the same as an article, and their similarity, 0 … 1, the most similar first."""
    from jingdu.library.topics.duplicates.finding import near_duplicates

    try:
        index = indexed.opened()
        site = article.site or site_of(article.url) or ""
        found = near_duplicates(index, article.html, article.title, article.text, site, article.url)
    except Fault:  # without an index the comparison takes too long
        return []
    return [(item, similarity) for item, similarity in found if indexed.exists(index, item)]


def shares(words: Sequence[str]) -> Mapping[str, float]:
    """The share of the kept articles that have each word; nothing without an index."""
    from jingdu.library.index import queries

    with suppress(Fault):
        return indexed.opened().read(queries.shares, words)
    return {}


def similarity(item: Item, text: str) -> float:
    """How much of a kept article and a text is the same, 0 … 1."""
    from jingdu.library.topics.duplicates.similarity import shared, units

    return round(shared(units(repository.text(item.id)), units(text)).similarity, 3)


def by_key(key: str | None) -> Item | None:
    """The article of a save that took effect; None where it did not, or is too long ago."""
    save = next((one for one in _saves() if one.key == key), None) if key else None
    for one in save.ids if save else ():
        with suppress(Fault):
            item = repository.load(one)
            if save and item.saved == save.saved:
                return item
    return None


def note_save(key: str | None, ids: Iterable[str | None], saved: str) -> None:
    """Notes a save that is about to begin. A disk that takes no note does not stop the save."""
    if not key:
        return
    save = _Save(key, tuple(one for one in ids if one), saved)
    oldest = datetime.fromisoformat(saved) - MAX_AGE
    recent = [one for one in _saves() if one.key != key and datetime.fromisoformat(one.saved) > oldest]
    with suppress(OSError):
        private.write_json(_journal(), [*recent[1 - MAX_SAVES :], save])


def _saves() -> list[_Save]:
    """The journal; empty where it is damaged, which only loses the protection of what it held."""
    with suppress(OSError, ValueError, TypeError):
        saves = [_Save(str(key), tuple(map(str, ids)), str(when)) for key, ids, when in private.read_json(_journal())]
        return [one for one in saves if datetime.fromisoformat(one.saved).tzinfo]
    return []


def _journal() -> Path:
    return Path(private.data(), "saves.json")
