"""highlights: the highlights and notes of an article, kept in the library or beside it."""

from __future__ import annotations

from jingdu.faults import Fault
from jingdu.library import highlights
from jingdu.protocol.marking import Highlights, HighlightsResult


def handle(request: Highlights) -> HighlightsResult:
    """All of them after the changes; raises ``private_page`` where a private window asks to keep some."""
    writes = bool(request.put or request.removed)
    if writes and request.private:
        raise Fault("private_page")
    if not request.private:
        _adopt(request)
    if writes:
        item, kept = highlights.change(request.item, request.url, request.put, request.removed)
        return HighlightsResult(kept, item)
    beside = highlights.of(None, request.url)  # first: a save at this moment moves them to the article
    item = highlights.article(request.item, request.url)
    return HighlightsResult(highlights.of(item, request.url) if item else beside, item)


def _adopt(request: Highlights) -> None:
    """What was marked before the page was saved, or while its article was in the trash, goes to the article."""
    if not request.url or not highlights.beside(request.url).exists():
        return
    if item := highlights.article(request.item, request.url):
        highlights.adopt(item, request.url)
