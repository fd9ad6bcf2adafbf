"""An article in which the reader has put blocks in or left blocks out, against the extractor's verdict."""

from __future__ import annotations

from collections.abc import Sequence

from jingdu import extractors
from jingdu.faults import Fault
from jingdu.page.gc import gc_disabled
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.render.article import Article
from jingdu.render.compose import compose


def chosen(
    html: str, url: str | None, extractor: str, put_in: Sequence[int], left_out: Sequence[int], numbered: bool = False
) -> Article:
    """The article with the blocks ``put_in``, without those ``left_out``; numbers of other pages' blocks are ignored.

    The same HTML is cut into the same blocks, so that a number means the same block each time.
    ``numbered``: an anchor ``jd-jingdu-block-N`` stands where block N begins.
    Raises ``Fault`` ``no_article`` where nothing is left.
    """
    with gc_disabled():
        page = parse(html, url)
        keep = [bool(kept) for kept in extractors.get(extractor)(page).keep]
        for numbers, value in ((put_in, True), (left_out, False)):
            for number in numbers:
                if number < len(keep):
                    keep[number] = value
        return _composed(page, keep, extractor, numbered)


def _composed(page: Page, keep: list[bool], extractor: str, numbered: bool) -> Article:
    if not any(keep):
        raise Fault("no_article")
    return compose(page, keep, extractor, numbered=numbered)
