"""From an article that was just read to an article of the library."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from html import unescape
from typing import Final

from jingdu.faults import Fault
from jingdu.library import document, finding, highlights, item_files, place, repository
from jingdu.library.item_writing import Content
from jingdu.library.names import new_id
from jingdu.protocol.items import Item
from jingdu.render.article import Article
from jingdu.sites import CORRECTIONS, files, site_of
from jingdu.storage.lock import locked
from jingdu.storage.os_errors import map_os_errors
from jingdu.text.words import terms

_LINK = re.compile(r"<link\b[^>]{1,2000}>", re.I)
_CANONICAL = re.compile(r"""\brel\s*=\s*["']?canonical\b""", re.I)
_HREF = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""", re.I)


SELECTION: Final = "selection"
CHOSEN: Final = "chosen"
JOINED: Final = "joined"
BY_HAND: Final = frozenset({SELECTION, CHOSEN, JOINED})
"""`Item.extractor` of articles that the page alone does not make: a selection, chosen blocks, several pages."""


def describe(article: Article, html: str) -> Item:
    """The item of an article that was just read from a page's ``html``; without a folder."""
    from jingdu.library.topics.keywords import keywords
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
        keywords=tuple(keywords(of_html(article.html, article.title), shares=finding.shares)),
        extractor=article.extractor,
        truncated=article.truncated,
    )


class AlreadySaved(Exception):
    """Another process has just saved the same address."""


def keep(
    article: Article,
    html: str,
    pictures: Mapping[str, bytes],
    *,
    replaces: str | None = None,
    read_later: bool = False,
    unless_exists: bool = False,
    key: str | None = None,
) -> Item:
    """Saves an article with the pictures that are at hand; raises the faults of the library.

    ``replaces`` and ``read_later`` are those of `repository.save`. With ``unless_exists`` `AlreadySaved` is raised
    where the library has an article of its address by now. A save of the same ``key`` takes effect once.
    """
    item = describe(article, html)
    with map_os_errors(), locked(place.folder()):
        if done := finding.by_key(key):
            return done
        if unless_exists and finding.by_url(item.url, item.canonical):
            raise AlreadySaved
        finding.note_save(key, (item.id, replaces), item.saved)
        item = repository.save(item, Content(article.html, html), pictures, replaces=replaces, read_later=read_later)
    with suppress(Fault):  # the article is saved; the next look at its highlights tries again
        highlights.adopt(item.id, item.url, item.canonical)
    return item


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


def _text(body: str) -> str:
    from jingdu.library.images import placing
    from jingdu.render.article import plain_text

    return plain_text(placing.without_list(body))


_READ: Final = ("words", "reading_time", "excerpt", "extractor", "image", "keywords", "truncated")
"""Fields that reading a page again renews."""


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
        article = read(html, now.url, everything=now.extractor == "everything", **_extractor(now.url))
        again = document.placed(article.html, repository.read(now.id, item_files.sources), now.lang)
        if as_written and _text(again) == _text(repository.body(item.id)):
            return False
        if not write or _rewritten(now, article, html, edited):
            return True
    return None


def _extractor(url: str | None) -> dict[str, str]:
    """Of a page whose site has corrections the extractor that knows them; else the usual one."""
    site = site_of(url)
    return {"extractor": "sited"} if site and files.stamp(files.place(CORRECTIONS, site)) else {}


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
