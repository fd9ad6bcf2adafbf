"""Handlers of ``save``, ``saved``, ``picture`` and ``upload``."""

import threading
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Final

from jingdu.faults import Fault
from jingdu.handlers.reading import forget_oldest, reading_of, shown
from jingdu.library import item_files, item_folders, jobs, location, page_address, repository, saving, uploads
from jingdu.library.images import placing
from jingdu.library.topics import learned
from jingdu.protocol import saving as messages
from jingdu.protocol.items import Item
from jingdu.render.article import Article
from jingdu.render.clean import clean
from jingdu.text import words
from jingdu.text.language import minutes

_DELAY: Final = 3.0
"""Seconds before loading the dictionary, which would slow down the opening of the reader."""
_TRIES: Final = 5
"""Maximum attempts to save while other processes save, delete or restore articles of the same address."""


def save(request: messages.Save) -> messages.SaveResult:
    """Saves the article durably, or returns its duplicate; raises ``private_page``, and faults of page and library.

    If the article to be replaced was deleted meanwhile, or another browser saved the page, duplicates are searched for
    again; if there is none, the article is saved as a new one.
    """
    if request.private and not request.private_ok:
        raise Fault("private_page")
    article = _article(request)
    for _ in range(_TRIES):
        try:
            return _try_save(request, article)
        except saving.AlreadySaved:
            pass
        except Fault as fault:
            if fault.code != "item_missing":
                raise
        if request.instead:
            request = request._replace(if_duplicate="ask", instead=None)
    raise Fault("library_busy")


def _try_save(request: messages.Save, article: Article) -> messages.SaveResult:
    """Saves an article or returns its duplicate; raises ``item_missing`` if the article to be replaced is gone.

    If a request with the same key was already carried out, it is only answered again.
    """
    if item := saving.find_by_key(request.key):
        return _result(request, article, item, set(repository.read(item.id, item_files.sources)))
    asks = request.if_duplicate == "ask"
    if asks and (duplicate := _duplicate(article, request.html)):
        return messages.SaveResult(None, duplicate, [], [], None)
    token = request.pictures
    addresses = picture_addresses(article)
    uploaded = {address: data for address in addresses if token and (data := uploads.picture(token, address))}
    item = saving.save(article, request.html, uploaded, replaces=request.instead, unless_exists=asks, key=request.key)
    if token:
        uploads.PICTURES.remove(token)
    return _result(request, article, item, set(uploaded))


def _result(request: messages.Save, article: Article, item: Item, stored: Collection[str]) -> messages.SaveResult:
    """The reply to a save; starts the job that fetches missing pictures."""
    missing = [address for address in picture_addresses(article) if address not in stored]
    tags = learned.suggestions(article.title, article.text, item.tags)
    fetch = location.settings().fetch_pictures if request.fetch_pictures is None else request.fetch_pictures
    options = {"item": item.id, "addresses": missing, "page": request.url}
    job = jobs.start("fetch_pictures", options) if fetch and missing else None
    return messages.SaveResult(item, None, missing, tags, job)


def after_save(request: messages.Save) -> Iterator[None]:
    """Removes old pages from the cache and articles from the trash after 30 days, and learns tag suggestions."""
    return chain(forget_oldest(), repository.empty_trash(), learned.when_idle())


def _article(request: messages.Save) -> Article:
    """The article as the reader shows it, with the user's choice of blocks and its further pages."""
    article = shown(reading_of(request.html, request.url, None, private=request.private), request)
    if request.further:  # they come from the extension, so they are sanitised again
        html = "\n".join([article.html, *map(clean, request.further)])
        truncated = article.truncated or request.further_truncated
        whole = replace(article, html=html, truncated=truncated, extractor=saving.JOINED)
        return replace(whole, reading_time=minutes(whole.text))
    chosen = saving.CHOSEN if request.put_in or request.left_out else saving.SELECTION if request.selection else None
    return replace(article, extractor=chosen) if chosen else article


def picture_addresses(article: Article) -> list[str]:
    """The distinct addresses of an article's pictures, the lead picture first."""
    return list(dict.fromkeys(filter(None, [article.image, *placing.addresses(article.html)])))


def _duplicate(article: Article, html: str) -> messages.Duplicate | None:
    """The article saved from the same address, else the most similar near-duplicate, with its similarity; or None.

    None too if only the address was saved, to be read later, since the article replaces that.
    """
    from jingdu.library.topics.duplicates import near_duplicates
    from jingdu.library.topics.similarity import shared, units

    same = item_folders.by_url(article.url, page_address.canonical(html, article.url))
    if same is None:
        return next(iter(near_duplicates(article)), None)
    if same.later:
        return None
    ours = placing.place(article.html, repository.read(same.id, item_files.sources), article.lang)  # as it was saved
    found = shared(units(repository.text(same.id)), units(item_files.plain(ours)))
    return messages.Duplicate(same, round(found.similarity, 3))


def saved(request: messages.Saved) -> messages.SavedResult:
    """The article last saved from an address, or with that as its canonical address; None without one."""
    return messages.SavedResult(item_folders.by_url(request.url))


def after_saved(request: messages.Saved) -> Iterator[None]:
    """Loads the dictionary for keywords in the background, once, because a save may follow."""
    if location.folder().is_dir():
        _preload()
        yield


@cache
def _preload() -> None:
    timer = threading.Timer(_DELAY, words.cut, ["字"])
    timer.daemon = True
    timer.start()


def picture(request: messages.Picture) -> messages.PictureResult:
    """Stages a part of a picture; if that fails, the save continues without it."""
    received = False
    with suppress(OSError):
        received = uploads.put_picture(request.token, request.url, request.part, request.parts, request.data)
    return messages.PictureResult(received)


def upload(request: messages.Upload) -> messages.UploadResult:
    """Stages a part of a file; without data, discards all files under the token."""
    if request.data is None:
        uploads.forget(request.token)
        return messages.UploadResult(None)
    return messages.UploadResult(uploads.put(request.token, request.name, request.offset, request.data))
