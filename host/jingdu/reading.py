"""The whole way from HTML to Article."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cached_property
from itertools import compress
from typing import Final

from jingdu import extractors
from jingdu.faults import Fault
from jingdu.page.metadata import bylines
from jingdu.page.model import Page, Verdict
from jingdu.page.parse import decode, gc_disabled, page_of, parse
from jingdu.page.query import plain
from jingdu.render.article import Article
from jingdu.render.compose import compose
from jingdu.render.tables import with_facts

Headed = tuple[int | None, int | None]
"""The blocks that are title and byline; None: the reader's own choice."""
STORED: Final = -1
"""In the place of a block's number: the one that the user's correction of the page has."""
MAX_HEAD: Final = 300
"""Characters of a title or byline that the user pointed at."""
MIN_PROSE: Final = 25
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
    with gc_disabled():
        reading = Reading(decode(html) if isinstance(html, bytes) else html, url, extractor)
        return reading.article(everything=everything, selection=selection)


class Reading:
    """A parsed page and what an extractor says of it. Raises as `read` does."""

    def __init__(self, html: str, url: str | None, extractor: str) -> None:
        self.judge = extractors.get(extractor)
        self.extractor = extractor
        self.page = parse(html, url)
        self._last: tuple[tuple[object, ...], Article] | None = None
        """What the last article was asked for with, and that article."""

    @cached_property
    def verdict(self) -> Verdict:
        """Judged on first use."""
        return with_facts(self.page, self.judge(self.page))

    @cached_property
    def uncorrected(self) -> Verdict:
        """What the extractor says without the corrections of its user."""
        if not self.verdict.corrected:
            return self.verdict
        return with_facts(self.page, extractors.get(self.extractor, corrected=False)(self.page))

    def article(
        self,
        *,
        everything: bool = False,
        selection: str | None = None,
        included: Sequence[int] = (),
        excluded: Sequence[int] = (),
        numbered: bool = False,
        headed: Headed = (STORED, STORED),
        uncorrected: bool = False,
    ) -> Article:
        """The article of the blocks that the extractor keeps, with ``included`` and without ``excluded`` ones.

        ``headed`` are the blocks that are title and byline, `STORED`: as the user's correction of the page has them;
        ``uncorrected``: as if the user had corrected nothing.

        The same HTML is always cut into the same blocks; numbers beyond the last one are ignored. ``numbered``:
        an anchor ``jd-jingdu-block-N`` is where block N begins. Asked for again, as by the save of what is shown, it is
        the same object.
        """
        asked = everything, selection, tuple(included), tuple(excluded), numbered, headed, uncorrected
        if self._last is None or self._last[0] != asked:
            if included or excluded or numbered:
                verdict = self.uncorrected if uncorrected else self.verdict
                article = self._of_blocks(verdict, chosen(verdict.keep, included, excluded), numbered, headed)
            elif selection:
                article = with_language(everything_of(_selected(self.page, selection)))
            elif everything:
                article = with_language(everything_of(self.page))
            else:
                verdict = self.uncorrected if uncorrected else self.verdict
                article = with_language(article_of(self.page, verdict, headed))
            self._last = asked, article
        return self._last[1]

    def _of_blocks(self, verdict: Verdict, keep: Sequence[bool], numbered: bool, headed: Headed) -> Article:
        if not any(keep):
            raise Fault("no_article")
        known = known_fields(self.page, verdict, headed)
        return compose(self.page, keep, self.extractor, numbered=numbered, thread=verdict.thread, known=known)

    def judge_again(self) -> None:
        """Forgets verdict and article, as the page's site may be known better."""
        for name in ("verdict", "uncorrected"):
            self.__dict__.pop(name, None)
        self._last = None


def chosen(keep: Sequence[bool], included: Iterable[int], excluded: Iterable[int]) -> list[bool]:
    """``keep`` with what was included and excluded."""
    found = list(keep)
    for numbers, value in ((included, True), (excluded, False)):
        for number in numbers:
            if number < len(found):
                found[number] = value
    return found


def with_language(article: Article) -> Article:
    """The article with its likeliest language, where neither the page nor the script of its words has one."""
    if article.lang:
        return article
    from jingdu.text.language import detect

    return replace(article, lang=detect(article.text))


def known_fields(page: Page, verdict: Verdict, headed: Headed) -> dict[str, str]:
    """Title and byline by the user's choice of blocks, as far as there is one."""
    stored = (verdict.corrected.title_at, verdict.corrected.byline_at) if verdict.corrected else (None, None)
    known: dict[str, str] = {}
    for name, at, kept in zip(("title", "byline"), headed, stored, strict=True):
        block = kept if at == STORED else at
        if block is not None and block < len(page.blocks):
            words = page.blocks.texts[block]
            known[name] = (bylines.clean(words) if name == "byline" else "") or plain(words, MAX_HEAD)
    return {name: text for name, text in known.items() if text}


def article_of(page: Page, verdict: Verdict, headed: Headed = (STORED, STORED)) -> Article:
    """The article of the blocks that the verdict keeps; ``Fault`` ``no_article`` where there is no prose among them.

    ``headed`` as in `Reading.article`.
    """
    blocks = page.blocks
    linked = sum(compress(blocks.link_chars, verdict.keep))
    prose = sum(map(len, compress(blocks.texts, verdict.keep))) - linked
    if prose < MIN_PROSE and prose <= linked:
        raise Fault("no_article")
    return compose(
        page, verdict.keep, verdict.extractor, thread=verdict.thread, known=known_fields(page, verdict, headed)
    )


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
    return page_of(root, page.url, page.truncated or part.truncated)
