"""Handlers of ``extract``, ``following`` and ``explain``.

The last pages are cached in memory with their verdicts, so that the page on display can be explained, corrected and
saved without parsing it again. Pages of private windows are never cached, because the faster reply to a later request
would reveal that they were read.
"""

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from copy import copy
from itertools import chain
from typing import Final

from jingdu import extractors
from jingdu.faults import Fault
from jingdu.page.model import Block, Page, Verdict
from jingdu.page.parse import parse
from jingdu.protocol import reading as messages
from jingdu.protocol.saving import Save
from jingdu.reading import Options, Reading, head_of, read
from jingdu.render.article import Article
from jingdu.sites import CORRECTIONS, files, settings, site_of

EXTRACTOR: Final = "sited"
"""The default extractor of the extension, which uses the site's profile and the user's corrections."""
MAX_PAGES: Final = 4
"""Maximum cached pages; until the host is idle, one more."""
MAX_CHARS: Final = 4_000_000
"""Maximum characters of HTML of all cached pages; their trees take about ten times as many bytes."""
MAX_LEARNED: Final = 1_000_000
"""Maximum characters of HTML of a page to learn from, so that no step takes more than 0.1 s."""
MAX_TEXT: Final = 300
"""Maximum characters of a block's text in an explanation."""
MAX_REASONED: Final = 1500
"""Maximum blocks with reasons, those around the kept ones; all blocks of a huge page would take many seconds."""
_DIGITS: Final = 3
_SAMPLE: Final = "<html lang=en><title>Warm</title><body><article><h1>Warm</h1>" + "<p>A paragraph, read once.</p>" * 3

Key = tuple[str, str | None, str]
_recent: dict[Key, tuple[Reading, tuple[int, int] | None]] = {}
"""HTML, address and extractor → cached page, and the stamp of the corrections applied to it; the oldest use first."""


def extract(request: messages.Extract) -> messages.ExtractResult:
    """The article; raises as `jingdu.reading.read` does."""
    changed = bool(request.put_in or request.left_out or request.numbered or request.uncorrected)
    reading = reading_of(request.html, request.url, request.extractor, private=request.private, rejudge=not changed)
    article = shown(reading, request, numbered=request.numbered)
    applied = None if request.uncorrected or request.everything or request.selection else reading.verdict.corrected
    corrected = messages.CorrectedFields(applied.page, applied.site) if applied else None
    return messages.ExtractResult({**article.as_dict(*messages.ARTICLE), "corrected": corrected})


def shown(reading: Reading, request: messages.Extract | Save, *, numbered: bool = False) -> Article:
    return reading.article(Options(
        everything=request.everything, selection=request.selection, included=request.put_in, excluded=request.left_out,
        numbered=numbered, head_blocks=(request.title_at, request.byline_at), uncorrected=request.uncorrected,
    ))  # fmt: skip


def after_extract(request: messages.Extract) -> Iterator[None]:
    """Removes the oldest pages from the cache, and adds this one to the profile of its site, unless it is private."""
    key = request.html, request.url, request.extractor or EXTRACTOR
    learns = key in _recent and not request.private and len(request.html) <= MAX_LEARNED
    return chain(forget_oldest(), _remember(_recent[key][0].page) if learns else ())


def _remember(page: Page) -> Iterator[None]:
    from jingdu.sites.learning import remember  # after the reply

    yield from remember(page)


def following(request: messages.Following) -> messages.FollowingResult:
    """The part of the article that is on a further page; raises as `jingdu.page.parse.parse` does."""
    from jingdu.render.pagination import part

    page = parse(request.html, request.url)
    verdict = extractors.get(EXTRACTOR)(page)
    return messages.FollowingResult(*part(page, verdict, request.number, request.titles, request.shown))


def explain(request: messages.Explain) -> messages.ExplainResult:
    """The verdict, block by block; raises as `reading_of` does."""
    from jingdu.explain.phrases import shown_blocks

    # not cached, since the request does not say whether the window is private
    reading = reading_of(request.html, request.url, request.extractor, private=True)
    verdict = reading.displayed(uncorrected=request.uncorrected)
    options = Options(numbered=True, uncorrected=request.uncorrected)
    visible = shown_blocks(reading.page, reading.article(options).html) if any(verdict.keep) else set()
    blocks = _blocks(reading.page, verdict, visible)
    corrects, truncated = settings.learns(settings.LEARN_CORRECTIONS), reading.page.truncated
    return messages.ExplainResult(verdict.extractor, blocks, truncated, *head_of(verdict), corrects)


def _blocks(page: Page, verdict: Verdict, shown: Container[int]) -> list[messages.BlockFields]:
    """The blocks with their reasons; dropped blocks that are ``shown`` nevertheless count as kept."""
    from jingdu.explain.phrases import regions, strongest_phrases

    reasoned = nearest(verdict.keep, MAX_REASONED)
    corrections = verdict.corrected.blocks if verdict.corrected else {}

    def fields(block: Block, region: str) -> messages.BlockFields:
        at = block.index
        phrases = strongest_phrases(verdict.explain(at)) if verdict.explain and at in reasoned else []
        corrected, pages = corrections.get(at, (None, None))
        return messages.BlockFields(
            text=block.text[:MAX_TEXT],
            chars=len(block.text),
            tag=str(block.element.tag),
            score=round(float(verdict.scores[at]), _DIGITS),
            kept=bool(verdict.keep[at]) or at in shown,
            reasons=[messages.ReasonFields(phrase, round(weight, _DIGITS)) for phrase, weight in phrases],
            region=region,
            corrected=corrected,
            pages=pages,
        )

    return list(map(fields, page.blocks, regions(page)))


def nearest(keep: Sequence[bool], limit: int) -> range:
    """At most ``limit`` block numbers, centred on the kept blocks."""
    kept = [number for number, is_kept in enumerate(keep) if is_kept] or [0]
    start = max(0, min((kept[0] + kept[-1]) // 2 - limit // 2, len(keep) - limit))
    return range(start, min(start + limit, len(keep)))


def reading_of(html: str, url: str | None, extractor: str | None, *, private: bool, rejudge: bool = False) -> Reading:
    """The page from the cache, or parsed now; ``rejudge`` judges it again, as the site's profile may have changed.

    Raises `Fault` ``page_unreadable`` or ``unknown_extractor``.
    """
    for _ in forget_oldest():  # before another page is parsed, if the host was not idle since the last one
        pass
    key = html, url, extractor or EXTRACTOR
    site = site_of(url)
    stamp = files.stamp(files.path(CORRECTIONS, site)) if site else None  # another host may have changed them
    reading, judged_with = _recent.get(key) or (Reading(*key), stamp)
    if private:
        reading = copy(reading)  # so that the cached one does not store results of this request
    if judged_with != stamp or (rejudge and not private):
        reading.invalidate()
    if not private and len(html) <= MAX_CHARS:
        _recent.pop(key, None)
        _recent[key] = reading, stamp
    return reading


def forget_oldest() -> Iterator[None]:
    """Removes the oldest pages beyond the limits; when the host is idle if possible, as freeing 1 MB takes 4 ms."""
    while len(_recent) > MAX_PAGES or sum(len(html) for html, _, _ in _recent) > MAX_CHARS:
        del _recent[next(iter(_recent))]
        yield


def warm() -> None:
    """Loads weights and tables by reading a tiny page."""
    with suppress(Fault):
        read(_SAMPLE, "https://example.org/", extractor=EXTRACTOR)
