"""explain: every block of a page with its score and the reasons that weighed most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from jingdu.explain.phrases import regions, strongest_phrases
from jingdu.handlers import recent
from jingdu.page.model import Page, Verdict
from jingdu.page.parse import gc_disabled
from jingdu.protocol.explaining import BlockFields, Explain, ExplainResult, ReasonFields
from jingdu.sites import settings

SHOWN: Final = 300
"""Characters of a block's text that are shown."""
MAX_REASONED: Final = 1500
"""Blocks that get reasons: the nearest to what was kept. All of a huge page would take many seconds."""
_DIGITS: Final = 3


def handle(request: Explain) -> ExplainResult:
    """The verdict, block by block. Raises the faults of parsing and of an unknown extractor."""
    with gc_disabled():  # whether the window is private is not said, so that the page is not kept
        page = recent.reading(request.html, request.url, request.extractor, private=True)
        verdict = page.uncorrected if request.uncorrected else page.verdict
        head = (verdict.corrected.title_at, verdict.corrected.byline_at) if verdict.corrected else (None, None)
        return ExplainResult(
            verdict.extractor,
            _blocks(page.page, verdict),
            page.page.truncated,
            *head,
            settings.learns(settings.CORRECTIONS),
        )


def _blocks(page: Page, verdict: Verdict) -> list[BlockFields]:
    reasoned = nearest(verdict.keep, MAX_REASONED)
    moved = verdict.corrected.blocks if verdict.corrected else {}
    return [
        BlockFields(
            text=block.text[:SHOWN],
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
    reasons = strongest_phrases(verdict.explain(block)) if verdict.explain else []
    return [ReasonFields(phrase, round(weight, _DIGITS)) for phrase, weight in reasons]


def nearest(keep: Sequence[bool], most: int) -> range:
    """At most so many numbers of blocks: all, or a stretch around the middle of what was kept."""
    kept = [at for at, is_kept in enumerate(keep) if is_kept] or [0]
    start = max(0, min((kept[0] + kept[-1]) // 2 - most // 2, len(keep) - most))
    return range(start, min(start + most, len(keep)))
