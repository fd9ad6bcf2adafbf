"""The explanation as one self-contained HTML file.

The page it speaks of may be hostile: its text is escaped and its tags are bare
(``inert``), and a policy in the file lets nothing run or load but the style and the
script of this folder, by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from jingdu.explain.inert import body
from jingdu.explain.summary import TRUNCATED, named, reason_text, strongest, unexplained
from jingdu.page.model import Block, Page, Reason, Verdict
from jingdu.page.plaintext import plain
from jingdu.render.markup import escape

STRONGEST: Final = 12
"""Reasons shown of a block; what the others add is one line."""
SHADES: Final = 5
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")
_HERE: Final = Path(__file__).parent


def document(page: Page, verdict: Verdict) -> str:
    style, script = ((_HERE / name).read_text("utf-8") for name in ("page.css", "page.js"))
    tints = shades(verdict)
    named_once: set[int] = set()

    def mark(index: int) -> str:
        focus = "" if index in named_once else " tabindex=0"
        named_once.add(index)
        kept = " kept" if verdict.keep[index] else ""
        return f'<span class="b {tints[index]}{kept}" data-b={index}{focus}>'

    return f"""<!doctype html>
<html{_language(page)}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy(style, script)}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>{escape(plain(page.title) or "A page")}, explained</title>
<style>{style}</style>
</head>
<body>
{_top(page, verdict)}
<main class=page{_direction(page)}>
{body(page, mark)}
</main>
<aside class=why tabindex=0 aria-label="The reasons of a block">
<p id=none>Point at a block, or press <kbd>Tab</kbd>: its score and reasons stand here.</p>
{"".join(_why(block, verdict) for block in page.blocks)}
</aside>
<script>{script}</script>
</body>
</html>
"""


def _language(page: Page) -> str:
    """The page's own language, which Chinese and Japanese letters are drawn by."""
    lang = page.root.get("lang") or ""
    return f" lang={lang}" if _LANGUAGE.fullmatch(lang) else " lang=en"


def _direction(page: Page) -> str:
    body = page.root.find("body")
    direction = (page.root.get("dir") or (body.get("dir") if body is not None else "") or "").lower()
    return " dir=rtl" if direction == "rtl" else ""


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; base-uri 'none'; "
        "form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _top(page: Page, verdict: Verdict) -> str:
    address = f"{escape(page.url)} · " if page.url else ""
    note = "" if verdict.explain or not page.blocks else f" {escape(unexplained(verdict))}"
    note += f" {TRUNCATED}" if page.truncated else ""
    title = escape(plain(page.title) or "A page without a title")
    return (
        f"<header class=top><h1>{title}</h1><p>{address}{escape(verdict.extractor)}: "
        f"{sum(verdict.keep)} of {len(page.blocks)} blocks kept (underlined). "
        f'<span class="f4">Blue</span> scores speak for content, <span class="a4">orange</span> ones against; '
        f"a click holds a block, <kbd>Esc</kbd> lets it go.{note}</p></header>"
    )


def shades(verdict: Verdict) -> list[str]:
    """A class for each block: ``f5`` the highest scores, ``a5`` the lowest, ``f1`` and ``a1`` next to the boundary."""
    edge = boundary(verdict.scores, verdict.keep)
    high = max((score - edge for score in verdict.scores), default=0.0) or 1.0
    low = min((score - edge for score in verdict.scores), default=0.0) or -1.0
    return [
        f"f{_shade((score - edge) / high)}" if score > edge else f"a{_shade((score - edge) / low)}"
        for score in verdict.scores
    ]


def _shade(share: float) -> int:
    return min(SHADES, 1 + int(share * SHADES))


def boundary(scores: Sequence[float], keep: Sequence[bool]) -> float:
    """The score that best parts the kept blocks from the others; a later step may have moved some across."""
    ranked = sorted(zip(scores, keep, strict=True))
    wrong = best = sum(not kept for kept in keep)
    at = -1
    for place, (_, kept) in enumerate(ranked):
        wrong += 1 if kept else -1
        if wrong < best:
            best, at = wrong, place
    if not ranked or at == len(ranked) - 1:
        return ranked[-1][0] if ranked else 0.0
    return ranked[at][0] if at >= 0 else ranked[0][0] - 1e-9


def _why(block: Block, verdict: Verdict) -> str:
    at = block.index
    kept = "kept" if verdict.keep[at] else "left out"
    reasons = verdict.explain(at) if verdict.explain else []
    return (
        f"<section id=w{at} hidden><h2>{verdict.scores[at]:+.4f} · {kept}</h2>"
        f"<p>Block {at}, {escape(named(block))}, {len(block.text)} characters</p>{_table(reasons)}</section>\n"
    )


def _table(reasons: Sequence[Reason]) -> str:
    if not reasons:
        return ""
    shown = strongest(reasons, STRONGEST)
    total = sum(reason.contribution for reason in reasons)
    rest = total - sum(reason.contribution for reason in shown)
    rows = "".join(_row(reason.contribution, reason_text(reason)) for reason in shown)
    if len(reasons) > len(shown):
        rows += _row(rest, f"{len(reasons) - len(shown)} more")
    return f"<table><tbody>{rows}</tbody><tfoot><tr><td>{total:+.4f}</td><td>score</td></tr></tfoot></table>"


def _row(contribution: float, text: str) -> str:
    side = "for" if contribution > 0 else "against"
    return f"<tr class={side}><td>{contribution:+.4f}</td><td>{escape(text)}</td></tr>"
