"""extract: the article of a page, for the reader to show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from jingdu import reading
from jingdu.faults import Fault
from jingdu.protocol.reading import ArticleFields, Extract, ExtractResult
from jingdu.render.article import Article

EXTRACTOR: Final = "sited"
"""The default of a click: the reader's user has read other pages of the site, perhaps."""
LARGEST_LEARNED: Final = 1_000_000
"""Characters of a page that is learned from: no step of it takes longer than a tenth of a second."""
_SAMPLE: Final = "<html lang=en><title>Warm</title><body><article><h1>Warm</h1>" + "<p>A paragraph, read once.</p>" * 3


def handle(request: Extract) -> ExtractResult:
    """The article; raises the faults of `jingdu.reading.read`."""
    return ExtractResult(_fields(_read(request)))


def afterwards(request: Extract) -> Iterator[None] | None:
    """The page adds to what is known of its site; never one of a private window."""
    if request.private or len(request.html) > LARGEST_LEARNED:
        return None
    return _remember(request.html, request.url)


def _remember(html: str, url: str | None) -> Iterator[None]:
    from jingdu.sites.reader import remember

    yield
    yield from remember(html, url)


def warm() -> None:
    """Reads a tiny page, so that what loads late (weights, tables) is there for the first real one."""
    with suppress(Fault):
        reading.read(_SAMPLE, "https://example.org/", extractor=EXTRACTOR)


def _read(request: Extract) -> Article:
    html, url, everything, selection = request.html, request.url, request.everything, request.selection
    extractor = request.extractor or EXTRACTOR
    if request.put_in or request.left_out or request.numbered:
        from jingdu.explain.choices import chosen

        return chosen(html, url, extractor, request.put_in, request.left_out, request.numbered)
    return reading.read(html, url, extractor=extractor, everything=everything, selection=selection)


def _fields(article: Article) -> ArticleFields:
    return ArticleFields(**article.as_dict(*ArticleFields._fields))
