"""From an article that was just read to an article of the library, once for each key.

Before an article is written, a journal in the user's data folder notes the key of the request, the ids the article
may get and its time. The front matter has id and time too, so a save whose reply was lost takes effect once, also
after a kill between any two steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Final, NamedTuple

from jingdu.faults import Fault
from jingdu.library import highlights, indexed, item_files, item_folders, place, repository
from jingdu.library.images import placing
from jingdu.library.item_writing import Content
from jingdu.library.names import new_id
from jingdu.protocol.items import Item
from jingdu.render.article import Article
from jingdu.sites import CORRECTIONS, files, site_of
from jingdu.storage import private
from jingdu.storage.atomic import map_os_errors
from jingdu.storage.lock import locked
from jingdu.text.words import terms

MAX_SAVES: Final = 200
"""Saves that are noted: the last ones."""
_LINK: Final = re.compile(r"<link\b[^>]{1,2000}>", re.I)
_CANONICAL: Final = re.compile(r"""\brel\s*=\s*["']?canonical\b""", re.I)
_HREF: Final = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""", re.I)
SELECTION: Final = "selection"
CHOSEN: Final = "chosen"
JOINED: Final = "joined"
BY_HAND: Final = frozenset({SELECTION, CHOSEN, JOINED})
"""`Item.extractor` of articles that the page alone does not make: a selection, chosen blocks, several pages."""
_READ: Final = ("words", "reading_time", "excerpt", "extractor", "image", "keywords", "truncated")
"""Fields that reading a page again renews."""


class AlreadySaved(Exception):
    """The library has an article of the same address, ``item``."""

    def __init__(self, item: Item) -> None:
        super().__init__(item.id)
        self.item = item


class _Save(NamedTuple):
    key: str
    ids: tuple[str, ...]
    """One of these has the article if the save took effect."""
    saved: str
    """`Item.saved` of the article."""


def describe(article: Article, html: str) -> Item:
    """The item of an article that was just read from a page's ``html``; without a folder."""
    from jingdu.library.topics.bayes import keywords
    from jingdu.library.topics.passages import of_html
    from jingdu.reading import with_language

    article = with_language(article)
    return Item(
        id=new_id(),
        folder="",
        title=article.title,
        saved=now(),
        byline=article.byline,
        site=article.site or site_of(article.url),
        url=article.url,
        canonical=canonical(html, article.url),
        published=article.published,
        lang=article.lang,
        dir=article.dir,
        words=len(terms(article.text)),
        reading_time=article.reading_time,
        excerpt=article.excerpt,
        image=article.image,
        keywords=tuple(keywords(of_html(article.html, article.title), shares=_shares)),
        extractor=article.extractor,
        truncated=article.truncated,
    )


def _shares(words: Sequence[str]) -> Mapping[str, float]:
    """The share of the kept articles that have each word; nothing without an index."""
    from jingdu.library.index import queries

    with suppress(Fault):
        return indexed.opened().read(queries.shares, words)
    return {}


def keep(
    article: Article,
    html: str,
    pictures: Mapping[str, bytes],
    *,
    replaces: str | None = None,
    unless_exists: bool = False,
    key: str | None = None,
) -> Item:
    """Saves an article with the pictures that are at hand; raises the faults of the library.

    ``replaces`` is that of `repository.save`; without it the article replaces its own address to be read later, and
    with ``unless_exists`` `AlreadySaved` is raised where the library has an article of its address. A save of the same
    ``key`` takes effect once.
    """
    item = describe(article, html)
    with map_os_errors(), locked(place.folder()):
        if done := by_key(key):
            return done
        if replaces is None and (same := item_folders.by_url(item.url, item.canonical)):
            if same.later:
                replaces = same.id
            elif unless_exists:
                raise AlreadySaved(same)
        _note(key, (item.id, replaces), item.saved)
        item = repository.save(item, Content(article.html, html), pictures, replaces=replaces)
    with suppress(Fault):  # the article is saved; the next look at its highlights tries again
        highlights.adopt(item.id, item.url, item.canonical)
    return item


def by_key(key: str | None) -> Item | None:
    """The article of a save that took effect; None where it did not, or is too long ago."""
    save = next((one for one in _saves() if one.key == key), None) if key else None
    for one in save.ids if save else ():
        with suppress(Fault):
            item = repository.load(one)
            if save and item.saved == save.saved:
                return item
    return None


def _note(key: str | None, ids: Iterable[str | None], saved: str) -> None:
    """Notes a save that is about to begin. A disk that takes no note does not stop the save."""
    if key:
        others = [one for one in _saves() if one.key != key]
        with suppress(OSError):
            private.write_json(_journal(), [*others[1 - MAX_SAVES :], _Save(key, tuple(filter(None, ids)), saved)])


def _saves() -> list[_Save]:
    """The journal; empty where it is damaged, which only loses the protection of what it held."""
    with suppress(OSError, ValueError, TypeError):
        return [_Save(str(key), tuple(map(str, ids)), str(when)) for key, ids, when in private.read_json(_journal())]
    return []


def _journal() -> Path:
    return Path(private.data(), "saves.json")


def now() -> str:
    """The time, to the second, with the user's zone."""
    return datetime.now(UTC).astimezone().isoformat(timespec="seconds")


def canonical(html: str, url: str | None) -> str | None:
    """The address that a page names as its own, where it is another one of the same site."""
    tag = next((one[0] for one in _LINK.finditer(html) if _CANONICAL.search(one[0])), "")
    href = _HREF.search(tag)
    named = unescape(href[1] or href[2] or href[3] or "") if href else ""
    same = site_of(named) is not None and site_of(named) == site_of(url)
    return named if same and named != url and named.startswith(("http://", "https://")) else None


def re_read(item: Item, *, write: bool = True, edited: bool = False) -> bool | None:
    """Reads an article's page again; whether its text is another now. None where the page was not kept.

    Id, title, tags, marks, highlights and pictures stay. Raises the faults of reading, and ``item_edited``
    where the user chose or edited the text, unless it may go by ``edited``.
    """
    from jingdu.reading import read

    while (html := repository.page(item.id)) is not None:
        now, _, written = repository.read(item.id, item_files.read)
        as_written = bool(now.text_hash) and not item_files.is_edited(now, written)
        if not edited and (now.extractor in BY_HAND or not as_written):
            raise Fault("item_edited")
        site = site_of(now.url)
        is_corrected = site and files.stamp(files.place(CORRECTIONS, site))  # then by the extractor that knows it
        extractor = {"extractor": "sited"} if is_corrected else {}
        article = read(html, now.url, everything=now.extractor == "everything", **extractor)
        again = placing.place(article.html, repository.read(now.id, item_files.sources), now.lang)
        if as_written and _text(again) == _text(repository.body(item.id)):
            return False
        if not write or _rewritten(now, article, html, edited):
            return True
    return None


def _text(body: str) -> str:
    from jingdu.render.article import plain_text

    return plain_text(placing.without_list(body))


def _rewritten(before: Item, article: Article, html: str, edited: bool) -> bool:
    """Writes what was read; False where another article has replaced it since, which is to be read then."""
    described = describe(article, html)
    with map_os_errors(), locked(place.folder()):
        now = repository.load(before.id)
        if (now.extractor, now.url, repository.page(now.id)) != (before.extractor, before.url, html):
            return False
        fields = {name: getattr(described, name) for name in _READ} | {"lang": now.lang or described.lang}
        repository.rewrite(now.id, Content(article.html, html), repository.pictures(now.id), edited=edited, **fields)
        return True
