"""Further pages of an article: finds the new content of each page.

Each page repeats the title, the byline, often the lead, and notices at its end. Kept blocks near either end are dropped
if they are pagers, or if their text was on a previous page.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from jingdu.page.model import Page, Verdict
from jingdu.render.article import plain_text
from jingdu.render.compose import compose
from jingdu.text.words import letters

EDGE: Final = 8
"""Number of kept blocks at either end of a page that may be repetitions."""
MAX_PAGER: Final = 100
"""Maximum characters of a pager."""
MAX_TITLE: Final = 1000
"""Maximum characters of a title with a page number."""
_NUMBER: Final = r"(?:\d{1,3}|[一二三四五六七八九十]{1,3})"
_MARKED: Final = (
    rf"第?\s*{_NUMBER}\s*[页頁]|\bpage\s*\d+(?:\s*(?:of|/)\s*\d+)?|\bp\.\s*\d+"
    rf"|{_NUMBER}\s*[/／]\s*{_NUMBER}(?:\s*ページ(?:目)?)?|{_NUMBER}\s*ページ目?"
)
_MARK: Final = re.compile(
    rf"[\s\-–—_|·:：,，]*[(（\[【]?\s*(?:{_MARKED})\s*[)）\]】]?\s*(?=$|[-–—_|·])|\s*[(（\[【]\s*{_NUMBER}\s*[)）\]】]\s*(?=$|[-–—_|·])",
    re.I,
)
"""A page number at the end of a title or before the site's name: ``(2)``, ``第2页``, ``Page 2 of 5``, ``2/3ページ``."""
_PAGER: Final = re.compile(
    r"(?:[\s\d一二三四五六七八九十/|·.…<>«»‹›→←第共页頁]|ページ目?"
    r"|上一[页頁]|下一[页頁]|[首尾末][页頁]|前へ|次へ|page|of|next|prev(?:ious)?)+",
    re.I,
)
"""A pager, or a page number."""
_IN_PAGE: Final = re.compile(r'(<a\b[^<>]*?\s(?:id="|href="#))jd-')


class Part(NamedTuple):
    """The new content of a page; ``same`` is false if the page is another article, or adds nothing."""

    same: bool
    html: str
    reading_time: int
    truncated: bool = False


NOTHING: Final = Part(False, "", 0)


def part(page: Page, verdict: Verdict, number: int, titles: Sequence[str], shown: Iterable[str]) -> Part:
    """The content that page ``number`` adds to the previous pages; ``shown`` is their HTML.

    ``titles`` are the first page's titles; a page without any of them is another article.
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
    article = compose(page, keep, verdict.extractor, thread=bool(verdict.thread), trimmed=verdict.trimmed)
    if not is_same(titles, (article.title, page.title)):
        return NOTHING
    # ids are prefixed, because footnotes of two pages may both be ``fn1``
    return Part(True, _IN_PAGE.sub(rf"\1jd-p{number}-", article.html), article.reading_time, article.truncated)


def is_same(titles: Iterable[str], others: Iterable[str]) -> bool:
    """Whether the titles have one in common, ignoring page numbers."""
    left, right = ({letters(unnumbered(title)) for title in group} - {""} for group in (titles, others))
    return not left.isdisjoint(right)


def unnumbered(title: str) -> str:
    """A title without its page number."""
    return title if len(title) > MAX_TITLE else _MARK.sub("", title.strip()) or title
