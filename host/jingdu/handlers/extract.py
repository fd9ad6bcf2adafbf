"""extract and following: the article of a page, for the reader to show, and what its further pages add."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from jingdu import extractors, reading
from jingdu.faults import Fault
from jingdu.handlers import recent
from jingdu.page.model import Page
from jingdu.page.parse import gc_disabled, parse
from jingdu.protocol.reading import (
    ArticleFields,
    CorrectedFields,
    Extract,
    ExtractResult,
    Following,
    FollowingResult,
)

MAX_LEARNED: Final = 1_000_000
"""Characters of a page that is learned from: no step of it takes longer than a tenth of a second."""
_SAMPLE: Final = "<html lang=en><title>Warm</title><body><article><h1>Warm</h1>" + "<p>A paragraph, read once.</p>" * 3


def extract(request: Extract) -> ExtractResult:
    """The article; raises the faults of `jingdu.reading.read`."""
    changed = bool(request.put_in or request.left_out or request.numbered or request.uncorrected)
    with gc_disabled():
        page = recent.reading(request.html, request.url, request.extractor, private=request.private, again=not changed)
        article = page.article(
            everything=request.everything,
            selection=request.selection,
            included=request.put_in,
            excluded=request.left_out,
            numbered=request.numbered,
            headed=(request.title_at, request.byline_at),
            uncorrected=request.uncorrected,
        )
    used = None if request.uncorrected or request.everything or request.selection else page.verdict.corrected
    fields = article.as_dict(*ArticleFields._fields[:-1])
    return ExtractResult(ArticleFields(**fields, corrected=CorrectedFields(used.page, used.site) if used else None))


def following(request: Following) -> FollowingResult:
    """A further page's own part of the article. Raises the faults of parsing."""
    from jingdu.render.pagination import part

    with gc_disabled():
        page = parse(request.html, request.url)
        verdict = extractors.get(recent.EXTRACTOR)(page)
        return FollowingResult(*part(page, verdict, request.number, request.titles, request.shown))


def afterwards(request: Extract | Following) -> Iterator[None] | None:
    """The page adds to the profile of its site; never one of a private window, and no further page."""
    if isinstance(request, Following) or request.private or len(request.html) > MAX_LEARNED:
        return None
    found = recent.find(request.html, request.url, request.extractor)
    return _remember(found.page) if found else None


def _remember(page: Page) -> Iterator[None]:
    from jingdu.sites.learning import remember

    yield
    yield from remember(page)


def warm() -> None:
    """Reads a tiny page, so that weights and tables are loaded before the first real one."""
    with suppress(Fault):
        reading.read(_SAMPLE, "https://example.org/", extractor=recent.EXTRACTOR)
