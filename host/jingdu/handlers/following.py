"""following: what a further page of an article adds, without what the pages before have said."""

from __future__ import annotations

from jingdu import extractors
from jingdu.handlers.recent import EXTRACTOR
from jingdu.page.parse import gc_disabled, parse
from jingdu.protocol.reading import Following, FollowingResult
from jingdu.render.pagination import part


def handle(request: Following) -> FollowingResult:
    """The page's own part of the article. Raises the faults of parsing."""
    with gc_disabled():
        page = parse(request.html, request.url)
        verdict = extractors.get(EXTRACTOR)(page)
        return FollowingResult(*part(page, verdict, request.number, request.titles, request.shown))
