"""A verdict in words, and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from jingdu.page.model import Block, Page, Reason, Verdict

SHOWN: Final = 60
"""Characters of a block's text that are shown."""
TRUNCATED: Final = "The page is too large to be read whole; part of its text is missing here."


def as_data(page: Page, verdict: Verdict) -> dict[str, Any]:
    """The verdict as JSON holds it; ``reasons`` is null where the extractor gives none."""
    return {
        "extractor": verdict.extractor,
        "title": page.title,
        "url": page.url,
        "truncated": page.truncated,
        "blocks": [
            {
                "index": block.index,
                "tag": block.box.tag,
                "text": block.text,
                "score": verdict.scores[block.index],
                "kept": bool(verdict.keep[block.index]),
                "reasons": [reason._asdict() for reason in verdict.explain(block.index)] if verdict.explain else None,
            }
            for block in page.blocks
        ],
    }


def lines(page: Page, verdict: Verdict, most: int | None = None) -> Iterator[str]:
    """Block by block: score, kept or not, the text's beginning; then the reasons, the strongest first."""
    yield f"{verdict.extractor}: {sum(verdict.keep)} of {len(page.blocks)} blocks kept"
    if verdict.explain is None and page.blocks:
        yield unexplained(verdict)
    if page.truncated:
        yield TRUNCATED
    for block in page.blocks:
        at = block.index
        text = " ".join(block.text[: 4 * SHOWN].split())
        beginning = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
        yield ""
        yield f"{at:5} {verdict.scores[at]:+9.4f} {'kept' if verdict.keep[at] else 'left'}  {named(block)}  {beginning}"
        if verdict.explain:
            reasons = verdict.explain(at)
            yield from (
                f"      {reason.contribution:+9.4f}       {reason_text(reason)}" for reason in strongest(reasons, most)
            )
            if most is None:
                total = sum(reason.contribution for reason in reasons)
                yield f"      {total:+9.4f}       sum of {len(reasons)} reasons"


def unexplained(verdict: Verdict) -> str:
    """One sentence for an extractor without reasons."""
    return f"The extractor {verdict.extractor} gives scores of blocks, but no reasons."


def strongest(reasons: Sequence[Reason], most: int | None) -> list[Reason]:
    """The reasons that weigh most, for or against, first; those that add nothing never."""
    ranked = sorted(reasons, key=lambda reason: -abs(reason.contribution))
    return ranked if most is None else [reason for reason in ranked[:most] if reason.contribution]


def reason_text(reason: Reason) -> str:
    """A reason in words: ``stops of the block before: 0.3 ≤ x < 0.4``."""
    column, _, offset = reason.feature.partition("@")
    where = {"": "", "-1": " of the block before", "1": " of the block after"}
    far = f" {offset.lstrip('-')} blocks {'before' if offset.startswith('-') else 'after'}"
    return f"{column}{where.get(offset, far)}: {reason.value}"


def named(block: Block) -> str:
    """A block's container in words: ``p.lead``."""
    classes = str(block.box.element.get("class") or "").split()[:2]
    return ".".join([block.box.tag, *classes])[:40]
