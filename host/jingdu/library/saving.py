"""Saves articles to the library, idempotently by key, and reads saved pages again.

Before an article is written, a journal in the user's data folder records the request's key, the ids that the article
may get, and its time. As the front matter has id and time too, a save that is repeated because its reply was lost
takes effect once, even after a kill between any two steps.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from jingdu.faults import Fault
from jingdu.library import highlights, indexed, item_files, item_folders, item_writing, location, names, repository
from jingdu.library.images import placing
from jingdu.library.index import queries
from jingdu.library.page_address import canonical
from jingdu.protocol.items import Item
from jingdu.render.article import Article
from jingdu.sites import CORRECTIONS, files, site_of
from jingdu.storage import atomic, lock, private
from jingdu.text.words import terms

MAX_JOURNAL_ENTRIES: Final = 200
SELECTION: Final = "selection"
CHOSEN: Final = "chosen"
JOINED: Final = "joined"
BY_HAND: Final = frozenset({SELECTION, CHOSEN, JOINED})
"""`Item.extractor` of articles that can't be reproduced from the page: a selection, chosen blocks, several pages."""
_ARTICLE_FIELDS: Final = ("title", "byline", "url", "published", "lang", "dir", "reading_time", "excerpt", "image",
                      "extractor", "truncated")  # fmt: skip
_RENEWED: Final = ("words", "reading_time", "excerpt", "extractor", "image", "keywords", "truncated")


class AlreadySaved(Exception):
    """The library has an article of the same address: ``item``."""

    def __init__(self, item: Item) -> None:
        self.item = item


class _Entry(NamedTuple):
    key: str
    ids: tuple[str, ...]
    """The ids that the article may have: its new one, and the id of the article that it replaces."""
    saved: str


def describe(article: Article, html: str) -> Item:
    """A new item for an article read from a page's ``html``; its folder is empty."""
    from jingdu.library.topics.keywords import keywords
    from jingdu.library.topics.passages import of_html

    return Item(
        **article.as_dict(*_ARTICLE_FIELDS),
        id=names.new_id(),
        folder="",
        saved=now(),
        site=article.site or site_of(article.url),
        canonical=canonical(html, article.url),
        words=len(terms(article.text)),
        keywords=tuple(keywords(of_html(article.html, article.title), shares=_shares)),
    )


def _shares(words: Sequence[str]) -> Mapping[str, float]:
    """The share of saved articles that contain each word; empty without an index."""
    with suppress(Fault):
        return indexed.opened().read(queries.shares, words)
    return {}


def save(
    article: Article, html: str, pictures: Mapping[str, bytes], *, replaces: str | None = None,
    unless_exists: bool = False, key: str | None = None,
) -> Item:  # fmt: skip
    """Saves an article with its pictures; raises a `Fault` ``library_*``.

    ``replaces`` is passed to `repository.save`. Without it a read-later item of the same address is replaced, and with
    ``unless_exists`` any other article of the address raises `AlreadySaved`. Saves with the same ``key`` take effect
    once.
    """
    item = describe(article, html)
    with atomic.map_os_errors(), lock.locked(location.folder()):
        if saved := find_by_key(key):
            return saved
        if replaces is None and (same := item_folders.by_url(item.url, item.canonical)):
            if same.later:
                replaces = same.id
            elif unless_exists:
                raise AlreadySaved(same)
        _record(key, (item.id, replaces), item.saved)
        item = repository.save(item, item_writing.Content(article.html, html), pictures, replaces=replaces)
    with suppress(Fault):  # retried when the highlights are next requested
        highlights.adopt(item.id, item.url, item.canonical)
    return item


def find_by_key(key: str | None) -> Item | None:
    """The article that a save with this key produced; None if it did not take effect or left the journal."""
    entry = next((entry for entry in _journal() if entry.key == key), None) if key else None
    if entry is not None:
        for identity in entry.ids:
            with suppress(Fault):
                item = repository.load(identity)
                if item.saved == entry.saved:
                    return item
    return None


def _record(key: str | None, ids: Iterable[str | None], saved: str) -> None:
    """Adds a save to the journal before it begins; a failure to write it does not prevent the save."""
    if key:
        others = [entry for entry in _journal() if entry.key != key]
        entry = _Entry(key, tuple(filter(None, ids)), saved)
        with suppress(OSError):
            private.write_json(_journal_file(), [*others[1 - MAX_JOURNAL_ENTRIES :], entry])


def _journal() -> list[_Entry]:
    """The journal; empty if it is missing or damaged."""
    with suppress(OSError, ValueError, TypeError):
        rows = private.read_json(_journal_file())
        return [_Entry(str(key), tuple(map(str, ids)), str(when)) for key, ids, when in rows]
    return []


def _journal_file() -> Path:
    return Path(private.data(), "saves.json")


def now() -> str:
    """The local time with its UTC offset, to the second (ISO 8601)."""
    return datetime.now(UTC).astimezone().isoformat(timespec="seconds")


def re_read(item: Item, *, write: bool = True, edited: bool = False) -> bool | None:
    """Extracts an article from its saved page again; returns whether the text changed, None if no page was saved.

    Id, title, tags, marks, highlights and pictures stay. Raises ``item_edited`` if the user chose or edited the text,
    unless ``edited``, and a `Fault` of the page.
    """
    from jingdu.reading import read

    with atomic.map_os_errors(), lock.locked(location.folder()):
        html = repository.read(item.id, item_files.page)
        if html is None:
            return None
        current, _, markdown = repository.read(item.id, item_files.read)
        is_unedited = bool(current.text_hash) and not item_files.is_edited(current, markdown)
        if not edited and (current.extractor in BY_HAND or not is_unedited):
            raise Fault("item_edited")
        site = site_of(current.url)
        extractor = {"extractor": "sited"} if site and files.stamp(files.path(CORRECTIONS, site)) else {}
        article = read(html, current.url, everything=current.extractor == "everything", **extractor)
        body = placing.place(article.html, repository.read(current.id, item_files.sources), current.lang)
        if is_unedited and item_files.plain(body) == item_files.plain(repository.body(item.id)):
            return False
        if write:
            described = describe(article, html)
            fields = {name: getattr(described, name) for name in _RENEWED} | {"lang": current.lang or described.lang}
            pictures = repository.read(current.id, item_files.pictures)
            repository.rewrite(current.id, item_writing.Content(article.html, html), pictures, edited=edited, **fields)
        return True
