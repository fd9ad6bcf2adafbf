"""The whole way from HTML to Article."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from itertools import compress
from typing import Final

from jingdu import extractors
from jingdu.faults import Fault
from jingdu.page.decode import decode
from jingdu.page.gc import gc_disabled
from jingdu.page.model import Page, Verdict
from jingdu.page.parse import page_of, parse
from jingdu.render.article import Article
from jingdu.render.compose import compose

LEAST_PLAIN: Final = 25
"""Characters outside links: with fewer, and more of them in links, what was kept is a list of links."""


def read(
    html: str | bytes,
    url: str | None = None,
    *,
    extractor: str = extractors.DEFAULT,
    everything: bool = False,
    selection: str | None = None,
) -> Article:
    """The article of a page.

    ``html`` is the page as text, or as bytes in any encoding; ``url`` is where it comes
    from, and what its links are relative to. ``extractor`` is one of
    ``jingdu.extractors.names()``. With ``everything`` nothing is judged and all text is
    kept; with ``selection`` (HTML) that part is the article and the page gives title and
    metadata. Raises ``jingdu.Fault``: ``no_article``, ``page_unreadable``,
    ``page_too_large`` or ``unknown_extractor``. Keeps no state: safe in many processes.
    """
    judge = extractors.get(extractor)
    with gc_disabled():
        page = parse(decode(html) if isinstance(html, bytes) else html, url)
        if selection:
            return with_language(everything_of(_selected(page, selection)))
        return with_language(everything_of(page) if everything else article_of(page, judge(page)))


def with_language(article: Article) -> Article:
    """The article with the language that it is likeliest in, where neither its page nor its words told one."""
    if article.lang:
        return article
    from jingdu.text.detection import detect

    return replace(article, lang=detect(article.text))


def article_of(page: Page, verdict: Verdict) -> Article:
    """The article of the blocks that the verdict keeps; ``Fault`` ``no_article`` where there is no prose among them."""
    blocks = page.blocks
    linked = sum(compress(blocks.link_chars, verdict.keep))
    plain = sum(map(len, compress(blocks.texts, verdict.keep))) - linked
    if plain < LEAST_PLAIN and plain <= linked:
        raise Fault("no_article")
    keep, extractor = verdict.keep, verdict.extractor
    del verdict  # what it is explained from is as large as the page
    return compose(page, keep, extractor)


def everything_of(page: Page) -> Article:
    """All text of the page, without a judgement. Raises ``Fault`` ``no_article`` where it has none."""
    if not page.blocks:
        raise Fault("no_article")
    return compose(page, [True] * len(page.blocks), "everything")


def _selected(page: Page, selection: str) -> Page:
    """``page`` with the selection for its body; its head still has the metadata."""
    part = parse(selection, page.url)
    root, head = part.root, page.root.find("head")
    if head is not None:
        if (old := root.find("head")) is not None:
            root.remove(old)
        root.insert(0, deepcopy(head))
    root.attrib.update({k: v for k, v in page.root.attrib.items() if k in ("lang", "dir")})
    return page_of(root, page.url, page.mentions | part.mentions, page.truncated or part.truncated)
