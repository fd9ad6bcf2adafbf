"""extract, following and explain: the article of a page, what its further pages add, and why it is so.

The last pages are kept, parsed and judged, as long as the worker lives: a page that is shown is explained, changed and
saved without another parse. A page of a private window is never kept: a later request could only learn from the time
its answer takes that the page was read before, but that is more than may remain of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING, Final

from jingdu import extractors
from jingdu.faults import Fault
from jingdu.page.parse import gc_disabled, parse
from jingdu.protocol.reading import (
    ArticleFields,
    BlockFields,
    CorrectedFields,
    Explain,
    ExplainResult,
    Extract,
    ExtractResult,
    Following,
    FollowingResult,
    ReasonFields,
)
from jingdu.reading import Reading, read
from jingdu.sites import CORRECTIONS, files, settings, site_of

if TYPE_CHECKING:
    from jingdu.page.model import Page, Verdict
    from jingdu.protocol.saving import Save
    from jingdu.render.article import Article

EXTRACTOR: Final = "sited"
"""The default of a click: it knows the site if other pages of it were read."""
MAX_PAGES: Final = 4
MAX_CHARS: Final = 4_000_000
"""Characters of HTML of all pages that are kept; in memory a page takes some ten times as much."""
MAX_LEARNED: Final = 1_000_000
"""Characters of a page that is learned from: no step of it takes longer than a tenth of a second."""
MAX_TEXT: Final = 300
"""Characters of a block's text that are explained."""
MAX_REASONED: Final = 1500
"""Blocks that get reasons: the nearest to what was kept. All of a huge page would take many seconds."""
_DIGITS: Final = 3
_SAMPLE: Final = "<html lang=en><title>Warm</title><body><article><h1>Warm</h1>" + "<p>A paragraph, read once.</p>" * 3

Key = tuple[str, str | None, str]
_recent: dict[Key, tuple[Reading, tuple[int, int] | None]] = {}
"""HTML, address and extractor → what was read, and the stamp of the corrections that judged it; the last one last."""


def extract(request: Extract) -> ExtractResult:
    """The article; raises the faults of `jingdu.reading.read`."""
    changed = bool(request.put_in or request.left_out or request.numbered or request.uncorrected)
    with gc_disabled():
        page = reading(request.html, request.url, request.extractor, private=request.private, again=not changed)
        article = shown(page, request, numbered=request.numbered)
    used = None if request.uncorrected or request.everything or request.selection else page.verdict.corrected
    fields = article.as_dict(*ArticleFields._fields[:-1])
    return ExtractResult(ArticleFields(**fields, corrected=CorrectedFields(used.page, used.site) if used else None))


def shown(page: Reading, request: Extract | Save, *, numbered: bool = False) -> Article:
    """The article of a page as the request wants it."""
    return page.article(
        everything=request.everything,
        selection=request.selection,
        included=request.put_in,
        excluded=request.left_out,
        numbered=numbered,
        headed=(request.title_at, request.byline_at),
        uncorrected=request.uncorrected,
    )


def after_extract(request: Extract) -> Iterator[None] | None:
    """The page adds to the profile of its site; never one of a private window."""
    kept = _recent.get((request.html, request.url, request.extractor or EXTRACTOR))
    return _remember(kept[0].page) if kept and not request.private and len(request.html) <= MAX_LEARNED else None


def _remember(page: Page) -> Iterator[None]:
    from jingdu.sites.learning import remember

    yield
    yield from remember(page)


def following(request: Following) -> FollowingResult:
    """A further page's own part of the article. Raises the faults of parsing."""
    from jingdu.render.pagination import part

    with gc_disabled():
        page = parse(request.html, request.url)
        verdict = extractors.get(EXTRACTOR)(page)
        return FollowingResult(*part(page, verdict, request.number, request.titles, request.shown))


def explain(request: Explain) -> ExplainResult:
    """The verdict, block by block. Raises the faults of parsing and of an unknown extractor."""
    with gc_disabled():  # whether the window is private is not said, so that the page is not kept
        page = reading(request.html, request.url, request.extractor, private=True)
        verdict = page.uncorrected if request.uncorrected else page.verdict
        head = (verdict.corrected.title_at, verdict.corrected.byline_at) if verdict.corrected else (None, None)
        blocks = _blocks(page.page, verdict)
    return ExplainResult(verdict.extractor, blocks, page.page.truncated, *head, settings.learns(settings.CORRECTIONS))


def _blocks(page: Page, verdict: Verdict) -> list[BlockFields]:
    from jingdu.explain.phrases import regions

    reasoned = nearest(verdict.keep, MAX_REASONED)
    moved = verdict.corrected.blocks if verdict.corrected else {}
    return [
        BlockFields(
            text=block.text[:MAX_TEXT],
            chars=len(block.text),
            tag=block.box.tag,
            score=round(float(verdict.scores[block.index]), _DIGITS),
            kept=bool(verdict.keep[block.index]),
            reasons=_reasons(verdict, block.index) if block.index in reasoned else [],
            region=region,
            corrected=moved[block.index][0] if block.index in moved else None,
            pages=moved[block.index][1] if block.index in moved else None,
        )
        for block, region in zip(page.blocks, regions(page), strict=True)
    ]


def _reasons(verdict: Verdict, block: int) -> list[ReasonFields]:
    from jingdu.explain.phrases import strongest_phrases

    reasons = strongest_phrases(verdict.explain(block)) if verdict.explain else []
    return [ReasonFields(phrase, round(weight, _DIGITS)) for phrase, weight in reasons]


def nearest(keep: Sequence[bool], most: int) -> range:
    """At most so many numbers of blocks: all, or a stretch around the middle of what was kept."""
    kept = [at for at, is_kept in enumerate(keep) if is_kept] or [0]
    start = max(0, min((kept[0] + kept[-1]) // 2 - most // 2, len(keep) - most))
    return range(start, min(start + most, len(keep)))


def reading(html: str, url: str | None, extractor: str | None, *, private: bool, again: bool = False) -> Reading:
    """The page, parsed and judged before or now. ``again``: it is judged anew, as its site may be known better.

    Raises the faults of parsing and of an unknown extractor.
    """
    key = html, url, extractor or EXTRACTOR
    site = site_of(url)
    stamp = files.stamp(files.place(CORRECTIONS, site)) if site else None  # also of a correction in another browser
    found, judged_by = _recent.get(key) or (Reading(*key), stamp)
    if private:
        found = copy(found)  # what is chosen in it is not kept either
    if judged_by != stamp or (again and not private):
        found.judge_again()
    if not private:
        _recent.pop(key, None)
        _recent[key] = found, stamp
        while len(_recent) > MAX_PAGES or sum(len(kept) for kept, _, _ in _recent) > MAX_CHARS:
            del _recent[next(iter(_recent))]
    return found


def warm() -> None:
    """Reads a tiny page, so that weights and tables are loaded before the first real one."""
    with suppress(Fault):
        read(_SAMPLE, "https://example.org/", extractor=EXTRACTOR)
