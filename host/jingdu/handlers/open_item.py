"""open_item: a kept article, for the reader to show without the net."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from jingdu.faults import Fault
from jingdu.library import document, highlights, indexed, item_folders, repository, unreadable
from jingdu.library.images import placing
from jingdu.library.topics import suggestions
from jingdu.protocol.items import Item
from jingdu.protocol.library import MissingPicture, OpenItem, OpenItemResult
from jingdu.protocol.reading import ArticleFields
from jingdu.render.article import plain_text


def handle(request: OpenItem) -> OpenItemResult:
    """The article with its pictures as ``jd-asset:NAME``; raises ``item_missing`` and ``item_damaged``."""
    item = _load(request.item)
    text = repository.current(item.id)
    html = document.shown(text.html)
    tags = suggestions.suggestions(item.title, plain_text(html), item.tags)
    missing = [MissingPicture(address, why) for address, why in placing.missing(text.html).items()]
    return OpenItemResult(item, _fields(item, html), _highlights(item.id), tags, text.edited, missing)


def _load(identity: str) -> Item:
    """The item; raises ``item_damaged`` where the index knows its folder and its file can't be read any more."""
    try:
        return repository.load(identity)
    except Fault as fault:
        if fault.code == "item_missing" and (folder := indexed.folder_of(identity)) and unreadable.examine(folder):
            raise Fault("item_damaged") from fault
        raise


def afterwards(request: OpenItem) -> Iterator[None]:
    """The index sees the text that was shown; tag suggestions are learned where tags changed outside this host."""
    return chain(_seen(request.item), suggestions.when_idle())


def _seen(item: str) -> Iterator[None]:
    item_folders.reindex(item)
    yield


def _fields(item: Item, html: str) -> ArticleFields:
    known = {name: getattr(item, name) for name in ArticleFields._fields if name not in ("html", "corrected")}
    return ArticleFields(**known, html=html)._replace(image=None, dir="rtl" if item.dir == "rtl" else "ltr")


def _highlights(item: str) -> list[Any]:
    try:
        return list(highlights.of(item, None))
    except (OSError, Fault):
        return []
