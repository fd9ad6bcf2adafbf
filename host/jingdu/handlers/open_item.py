"""open_item: a kept article, for the reader to show without the net."""

from __future__ import annotations

from typing import Any

from jingdu.faults import Fault
from jingdu.library import document, folders, highlights, store
from jingdu.library.model import Item
from jingdu.messages.library import OpenItem, OpenItemResult
from jingdu.messages.reading import ArticleFields


def handle(request: OpenItem) -> OpenItemResult:
    """The article with its pictures as ``jd-asset:NAME``; raises ``item_missing`` and ``item_damaged``."""
    item = store.load(request.item)
    return OpenItemResult(item, _fields(item, document.shown(store.body(item.id))), _highlights(item.id), [])


def _fields(item: Item, html: str) -> ArticleFields:
    return ArticleFields(
        title=item.title,
        byline=item.byline,
        published=item.published,
        site=item.site,
        lang=item.lang,
        dir="rtl" if item.dir == "rtl" else "ltr",
        image=None,
        url=item.url,
        excerpt=item.excerpt,
        html=html,
        reading_time=item.reading_time,
        truncated=False,
        extractor=item.extractor,
    )


def _highlights(item: str) -> list[Any]:
    try:
        return list(highlights.load(store.folder_of(item) / folders.HIGHLIGHTS))
    except (OSError, Fault):
        return []
