"""save: an article is kept, acknowledged when it is on the disk; saved: whether there is one; picture and upload."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from jingdu import logs
from jingdu.faults import Fault
from jingdu.handlers import reading
from jingdu.library import item_files, item_folders, jobs, place, repository, saving, uploads
from jingdu.library.images import placing
from jingdu.library.topics import learned
from jingdu.page.parse import gc_disabled
from jingdu.protocol.items import Item
from jingdu.protocol.saving import (
    Duplicate,
    Picture,
    PictureResult,
    Save,
    Saved,
    SavedResult,
    SaveResult,
    Upload,
    UploadResult,
)
from jingdu.render.article import Article
from jingdu.render.clean import clean
from jingdu.text.language import minutes

_REST: Final = 3.0
"""Seconds after an article was opened until the words are read: first it is read itself."""
_begun: list[threading.Thread] = []


def save(request: Save) -> SaveResult:
    """The item, or what it is a duplicate of; raises ``private_page``, the faults of reading and of the library.

    What was to be replaced may have gone since its user was asked: then the user is asked again, or, where nothing is
    left to ask about, the article is kept beside the others. The same holds where another browser saved the same page
    meanwhile.
    """
    if request.private and not request.private_ok:
        raise Fault("private_page")
    with gc_disabled():
        article = read(request)
        try:
            return _kept(request, article)
        except saving.AlreadySaved:
            pass
        except Fault as fault:
            if fault.code != "item_missing":
                raise
        return _kept(request._replace(if_duplicate="ask") if request.instead else request, article)


def _kept(request: Save, article: Article) -> SaveResult:
    """Keeps an article, or asks; raises ``item_missing`` where the article to be replaced has gone.

    A save that took effect before, and whose reply was lost, is only answered.
    """
    if item := saving.find_by_key(request.key):
        return _answer(request, article, item, set(repository.read(item.id, item_files.sources)))
    if request.if_duplicate == "replace":
        return _saved(request, article, request.instead)
    asks = request.if_duplicate == "ask"
    if asks and (double := _duplicate(article, request.html)):
        return SaveResult(None, double, [], [], None)
    return _saved(request, article, None, unless_exists=asks)


def _saved(request: Save, article: Article, replaces: str | None, *, unless_exists: bool = False) -> SaveResult:
    token = request.pictures or ""
    at_hand = {address: data for address in pictures(article) if (data := uploads.picture(token, address))}
    item = saving.save(
        article,
        request.html,
        at_hand,
        replaces=replaces,
        unless_exists=unless_exists,
        key=request.key,
    )
    uploads.PICTURES.remove(token)
    return _answer(request, article, item, set(at_hand))


def _answer(request: Save, article: Article, item: Item, there: Collection[str]) -> SaveResult:
    missing = [address for address in pictures(article) if address not in there]
    tags = learned.suggestions(article.title, article.text, item.tags)
    fetches = place.settings().fetch_pictures if request.fetch_pictures is None else request.fetch_pictures
    options = {"item": item.id, "addresses": missing, "page": request.url}
    job = jobs.start("fetch_pictures", options) if fetches and missing else None
    return SaveResult(item, None, missing, tags, job)


def after_save(request: Save) -> Iterator[None]:
    """What has been in the trash for 30 days goes; tag suggestions are learned."""
    return chain(repository.empty_trash(), learned.when_idle())


def read(request: Save) -> Article:
    """The article of the request's page as the reader shows it: with its choice of blocks, and its further pages."""
    page = reading.reading(request.html, request.url, None, private=request.private)
    article = reading.shown(page, request)
    if request.further:  # they pass the allow-list once more
        html = "\n".join([article.html, *map(clean, request.further)])
        truncated = article.truncated or request.further_truncated
        whole = replace(article, html=html, truncated=truncated, extractor=saving.JOINED)
        return replace(whole, reading_time=minutes(whole.text))
    chosen = saving.CHOSEN if request.put_in or request.left_out else saving.SELECTION if request.selection else None
    return replace(article, extractor=chosen) if chosen else article


def pictures(article: Article) -> list[str]:
    """The addresses of an article's pictures; the lead picture first, which may be in the text too."""
    lead = [article.image] if article.image else []
    return list(dict.fromkeys([*lead, *placing.addresses(article.html)]))


def _duplicate(article: Article, html: str) -> Duplicate | None:
    """What was saved from the same address, else what is nearly the same; how much, in the first case too.

    None where the address itself is in the library, to be read later: its article takes its place.
    """
    from jingdu.library.topics.duplicates import near_duplicates
    from jingdu.library.topics.similarity import shared, units

    same = item_folders.by_url(article.url, saving.canonical(html, article.url))
    if same is None:
        return next(iter(near_duplicates(article)), None)
    if same.later:
        return None
    return Duplicate(same, round(shared(units(repository.text(same.id)), units(article.text)).similarity, 3))


def saved(request: Saved) -> SavedResult:
    """The newest article of the address, that of its canonical one too; None where there is none."""
    return SavedResult(item_folders.by_url(request.url))


def after_saved(request: Saved) -> None:
    """Reads the dictionary of the keywords in the background, once, where a save may follow."""
    if not _begun and place.folder().is_dir():
        _begun.append(threading.Thread(target=_load_words, daemon=True))
        _begun[0].start()


def _load_words() -> None:
    from jingdu.text import words

    time.sleep(_REST)
    try:
        words.cut("字")
    except Exception as error:  # a save will meet it again, and report it
        logs.failure(error, aloud=False)


def picture(request: Picture) -> PictureResult:
    """Whether the part was kept; a disk that takes nothing is no fault of the save, which goes on without it."""
    try:
        return PictureResult(uploads.put_picture(request.token, request.url, request.part, request.parts, request.data))
    except OSError:
        return PictureResult(received=False)


def upload(request: Upload) -> UploadResult:
    """Whether the part of a file was taken."""
    if request.data is None:
        uploads.forget(request.token)
        return UploadResult(None)
    return UploadResult(uploads.put(request.token, request.name, request.offset, request.data))
