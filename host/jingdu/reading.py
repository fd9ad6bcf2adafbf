"""Extracts the article of a page: from HTML to `Article`."""

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import Final

from jingdu import extractors
from jingdu.faults import Fault
from jingdu.page.metadata import bylines
from jingdu.page.model import Page, Reason, Verdict
from jingdu.page.parse import decode, gc_disabled, page_of, parse
from jingdu.page.query import plain
from jingdu.protocol.fields import STORED
from jingdu.render.article import Article
from jingdu.render.compose import compose
from jingdu.render.tables import keep_infoboxes, keep_tables
from jingdu.render.walk import numbers_in
from jingdu.text.words import letters

HeadBlocks = tuple[int | None, int | None]
"""Numbers of the title's and byline's blocks; None for automatic detection."""
MAX_HEAD: Final = 300
"""Maximum characters of a title or byline chosen by the user."""
MIN_PROSE: Final = 25
"""Characters outside links below which the result is only a list of links, if more are in links and no text is long."""
MIN_LONG: Final = 100
"""Minimum bytes of UTF-8 of a long text: a sentence or a paragraph, even if all of it is in a link."""


def read(
    html: str | bytes,
    url: str | None = None,
    *,
    extractor: str = extractors.DEFAULT,
    everything: bool = False,
    selection: str | None = None,
) -> Article:
    """Extracts the article of a page.

    ``html`` is text, or bytes in any encoding; ``url`` is the page's address, against which links are resolved.
    ``extractor`` is one of ``jingdu.extractors.names()``. With ``everything`` all text is kept; ``selection`` is HTML
    that replaces the page's body. Raises ``jingdu.Fault`` with the code ``no_article``, ``page_unreadable``,
    ``unknown_extractor`` or ``bad_weights``. It can be called in several processes at once.
    """
    with gc_disabled():  # the page is freed before the collector could examine it
        text = decode(html) if isinstance(html, bytes) else html
        return Reading(text, url, extractor).article(Options(everything, selection))


@dataclass(frozen=True, slots=True)
class Options:
    """The user's choices for a page.

    Blocks are numbered from 0, the same for the same HTML; numbers beyond the last block are ignored.
    """

    everything: bool = False
    """Whether to keep all text."""
    selection: str | None = None
    """HTML that replaces the page's body."""
    included: Sequence[int] = ()
    """Blocks to keep although the extractor drops them."""
    excluded: Sequence[int] = ()
    """Blocks to drop although the extractor keeps them."""
    numbered: bool = False
    """Whether to add an anchor ``jd-jingdu-block-N`` at the start of each block."""
    trimmed: bool = True
    """Whether to leave out uninformative lines, unless the user included them."""
    head_blocks: HeadBlocks = (STORED, STORED)
    """Blocks of title and byline, by default those in the user's correction."""
    uncorrected: bool = False
    """Whether to ignore the user's corrections."""


class Reading:
    """A parsed page and an extractor's verdict on it. Raises as `read` does."""

    def __init__(self, html: str, url: str | None, extractor: str) -> None:
        self.judge = extractors.get(extractor)
        self.extractor = extractor
        self.page = parse(html, url)
        self._last: tuple[Options, Article] | None = None
        """Options and result of the last call of `article`."""

    @cached_property
    def verdict(self) -> Verdict:
        """The extractor's verdict with the user's corrections, computed on first use."""
        return self._judged(self.judge, corrected=True)

    @cached_property
    def uncorrected(self) -> Verdict:
        """The verdict without the user's corrections."""
        if not self.verdict.corrected:
            return self.verdict
        return self._judged(extractors.get(self.extractor, adjusted=False), corrected=False)

    def _judged(self, judge: Callable[[Page], Verdict], *, corrected: bool) -> Verdict:
        verdict = completed(self.page, judge(self.page))
        if corrected and verdict.extractor == "sited":
            verdict = with_corrections(self.page, verdict)
        for name in ("attributes", "classes"):
            vars(self.page.containers).pop(name, None)  # frees memory; composing needs none
        return verdict

    def article(self, options: Options = Options()) -> Article:
        """The article of the blocks that the extractor keeps, with these options.

        The last result is cached, so that saving the article that is shown does not compose it again.
        """
        if self._last is None or self._last[0] != options:
            self._last = options, with_language(self._article(options))
        return self._last[1]

    def displayed(self, *, uncorrected: bool = False) -> Verdict:
        """The verdict, with the lines that the article leaves out dropped too, among them title and byline."""
        verdict = self.uncorrected if uncorrected else self.verdict
        if not verdict.trimmed or not any(verdict.keep):
            return verdict
        options = Options(numbered=True, uncorrected=uncorrected)
        whole = numbers_in(self.article(replace(options, trimmed=False)).html)
        article = self.article(options)  # last, so that this article stays cached for the reader
        above, keep = {letters(article.title), letters(article.byline or "")} - {""}, verdict.keep
        left = [at for at in whole - numbers_in(article.html) if keep[at]]
        left += [at for at, text in enumerate(self.page.blocks.texts) if not keep[at] and letters(text) in above]
        leftover = Reason("leftover", "a notice, a label, a teaser, or a repeat of the header", -1)
        reasons = {at: leftover._replace(contribution=-1 - abs(verdict.scores[at])) for at in left}
        return verdict.changed(chosen(verdict.keep, (), left), reasons) if left else verdict

    def _article(self, options: Options) -> Article:
        by_blocks = bool(options.included or options.excluded or options.numbered)
        if (options.selection or options.everything) and not by_blocks:
            return everything_of(_selected(self.page, options.selection) if options.selection else self.page)
        verdict = self.uncorrected if options.uncorrected else self.verdict
        if not by_blocks:
            return article_of(self.page, verdict, options.head_blocks)
        return _composed(self.page, verdict, options)

    def invalidate(self) -> None:
        """Discards verdict and article, after the site's profile or corrections may have changed."""
        for name in ("verdict", "uncorrected"):
            self.__dict__.pop(name, None)
        self._last = None


def chosen(keep: Sequence[bool], included: Iterable[int], excluded: Iterable[int]) -> list[bool]:
    """``keep`` with the user's choices applied."""
    result = list(keep)
    for numbers, value in ((included, True), (excluded, False)):
        for number in numbers:
            if number < len(result):
                result[number] = value
    return result


def with_language(article: Article) -> Article:
    """The article with a detected language, if neither the page nor the script determines one."""
    if article.lang:
        return article
    from jingdu.text.language import detect

    return replace(article, lang=detect(article.text))


def head_of(verdict: Verdict, head_blocks: HeadBlocks = (STORED, STORED)) -> HeadBlocks:
    """``head_blocks`` with the blocks of the user's correction in place of `STORED`."""
    stored = (verdict.corrected.title_at, verdict.corrected.byline_at) if verdict.corrected else (None, None)
    title, byline = (known if at == STORED else at for at, known in zip(head_blocks, stored, strict=True))
    return title, byline


def known_fields(page: Page, verdict: Verdict, head_blocks: HeadBlocks) -> dict[str, str]:
    """``title`` and ``byline``, each only if the user chose a block for it, with the text of that block."""
    fields: dict[str, str] = {}
    for name, block in zip(("title", "byline"), head_of(verdict, head_blocks), strict=True):
        if block is not None and block < len(page.blocks):
            text = page.blocks.texts[block]
            fields[name] = (bylines.clean(text) if name == "byline" else "") or plain(text, MAX_HEAD)
    return {name: text for name, text in fields.items() if text}


def completed(page: Page, verdict: Verdict) -> Verdict:
    """The verdict that also keeps infoboxes, tables between kept texts, and whole posts of a thread."""
    keep = list(verdict.keep)
    keep_infoboxes(page, keep)
    keep_tables(page, keep)
    if verdict.thread:
        from jingdu.extractors.revise.parts import incomplete  # lazily, since few pages are threads
        from jingdu.render.posts.completing import keep_posts

        if not keep_posts(page, keep, verdict.thread == "declared") and verdict.kind == "article":
            for at in incomplete(page, keep):  # only its address is a thread's, as Juejin's “/post/”
                keep[at] = keep[at] or page.blocks[at].element.tag == "li"
    reasons: dict[int, Reason] = {}
    for at, (before, kept, score) in enumerate(zip(verdict.keep, keep, verdict.scores, strict=True)):
        if kept and not before:
            reasons[at] = Reason("whole", "part of a table or of a post", 1 - min(score, 0.0))
        elif before and not kept:
            reasons[at] = Reason("place", "before or after the posts", -1 - max(score, 0.0))
    return verdict.changed(keep, reasons) if reasons else verdict


def with_corrections(page: Page, verdict: Verdict) -> Verdict:
    """The verdict with the user's corrections of the page's site."""
    from jingdu.sites import CORRECTIONS, files, site_of

    site = site_of(page.url)
    if site is None or not files.stamp(files.path(CORRECTIONS, site)):
        return verdict
    from jingdu.corrections import verdicts  # lazily, since few sites have any

    return verdicts.corrected(page, verdict, site)


def article_of(page: Page, verdict: Verdict, head_blocks: HeadBlocks = (STORED, STORED)) -> Article:
    """The article of the blocks that the verdict keeps; raises ``no_article`` if they contain too little prose.

    ``head_blocks`` is that of `Options`.
    """
    linked = sum(compress(page.blocks.link_chars, verdict.keep))
    texts = [*compress(page.blocks.texts, verdict.keep)]
    prose = sum(map(len, texts)) - linked
    if prose < MIN_PROSE and prose <= linked and not any(len(text.encode()) >= MIN_LONG for text in texts):
        raise Fault("no_article")
    article = _composed(page, verdict, Options(head_blocks=head_blocks))
    if not article.html:  # all of it is hidden
        raise Fault("no_article")
    return article


def _composed(page: Page, verdict: Verdict, options: Options) -> Article:
    """The article of the blocks that the verdict keeps, with the user's corrections and ``options``."""
    keep = chosen(verdict.keep, options.included, options.excluded)
    if not any(keep):
        raise Fault("no_article")
    corrected = verdict.corrected.blocks if verdict.corrected else {}
    return compose(
        page, keep, verdict.extractor, numbered=options.numbered, thread=bool(verdict.thread),
        trimmed=verdict.trimmed and options.trimmed, known=known_fields(page, verdict, options.head_blocks),
        included={*(at for at in corrected if verdict.keep[at]), *options.included},
        excluded=[at for at in {*corrected, *options.excluded} if at < len(keep) and not keep[at]],
    )  # fmt: skip


def everything_of(page: Page) -> Article:
    """All text of the page; raises ``no_article`` if there is none."""
    if not page.blocks:
        raise Fault("no_article")
    return compose(page, [True] * len(page.blocks), "everything")


def _selected(page: Page, selection: str) -> Page:
    """A page with the head of ``page``, which has the metadata, and the selection as its body."""
    part = parse(selection, page.url)
    root, head = part.root, page.root.find("head")
    if head is not None:
        if (old := root.find("head")) is not None:
            root.remove(old)
        root.insert(0, deepcopy(head))
    root.attrib.update({k: v for k, v in page.root.attrib.items() if k in ("lang", "dir")})
    return page_of(root, page.url, page.truncated or part.truncated)
