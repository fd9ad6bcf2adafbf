"""The further pages of an article: what is new on each.

Every page of such an article repeats the title, who wrote it and when, often the lead, and at its
end the same notices. Texts of the first or last kept blocks that were on a page before are left out;
so are lines that only have the page's number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from jingdu.page.model import Page, Verdict
from jingdu.render.article import plain_text
from jingdu.render.compose import compose
from jingdu.text.words import letters

EDGE: Final = 8
"""Kept blocks at either end of a page that may repeat the pages before."""
MAX_PAGER: Final = 100
"""Characters."""
MAX_TITLE: Final = 1000
"""Characters of a title in which a page's number is looked for."""
_NUMBER: Final = r"(?:\d{1,3}|[一二三四五六七八九十]{1,3})"
_MARKED: Final = (
    rf"第?\s*{_NUMBER}\s*[页頁]|\bpage\s*\d+(?:\s*(?:of|/)\s*\d+)?|\bp\.\s*\d+"
    rf"|{_NUMBER}\s*[/／]\s*{_NUMBER}(?:\s*ページ(?:目)?)?|{_NUMBER}\s*ページ目?"
)
_MARK: Final = re.compile(
    rf"[\s\-–—_|·:：,，]*[(（\[【]?\s*(?:{_MARKED})\s*[)）\]】]?\s*(?=$|[-–—_|·])|\s*[(（\[【]\s*{_NUMBER}\s*[)）\]】]\s*(?=$|[-–—_|·])",
    re.I,
)
"""The page's number in a title, last or before the site's name: ``(2)``, ``第2页``, ``Page 2 of 5``, ``2/3ページ``."""
_PAGER: Final = re.compile(
    r"(?:[\s\d一二三四五六七八九十/|·.…<>«»‹›→←第共页頁]|ページ目?"
    r"|上一[页頁]|下一[页頁]|[首尾末][页頁]|前へ|次へ|page|of|next|prev(?:ious)?)+",
    re.I,
)
"""A line that is a pager, or the number of the page."""
_IN_PAGE: Final = re.compile(r'(<a\b[^<>]*?\s(?:id="|href="#))jd-')


class Part(NamedTuple):
    """What a further page adds; ``same`` is false where the page is another article, or has none."""

    same: bool
    html: str
    reading_time: int
    truncated: bool = False


NOTHING: Final = Part(False, "", 0)


def part(page: Page, verdict: Verdict, number: int, titles: Sequence[str], shown: Iterable[str]) -> Part:
    """What ``page``, the article's page ``number``, adds to the pages whose articles' HTML is ``shown``.

    ``titles`` are those the first page has; a page whose own are all others is another article.
    """
    lines = (line for html in shown for line in plain_text(html).split("\n"))
    seen = frozenset(letters(text) for text in (*titles, *lines)) - {""}
    keep = [bool(kept) for kept in verdict.keep]
    kept = [at for at, is_kept in enumerate(keep) if is_kept]
    for at in {*kept[:EDGE], *kept[-EDGE:]}:
        text = page.blocks.texts[at]
        is_pager = len(text) <= MAX_PAGER and _PAGER.fullmatch(text)
        keep[at] = not (is_pager or letters(text) in seen or letters(unnumbered(text)) in seen)
    if not any(keep):
        return NOTHING
    article = compose(page, keep, verdict.extractor, thread=verdict.thread)
    if not is_same(titles, (article.title, page.title)):
        return NOTHING
    # The places in the page get names of their own: two pages' footnotes may both be called ``fn1``.
    html = _IN_PAGE.sub(rf"\1jd-p{number}-", article.html)
    return Part(True, html, article.reading_time, article.truncated)


def is_same(titles: Iterable[str], others: Iterable[str]) -> bool:
    """Whether one of the titles is one of the others, page numbers aside."""
    one, other = ({letters(unnumbered(title)) for title in some} - {""} for some in (titles, others))
    return not one.isdisjoint(other)


def unnumbered(title: str) -> str:
    """A title without the number of its page."""
    return title if len(title) > MAX_TITLE else _MARK.sub("", title.strip()) or title
