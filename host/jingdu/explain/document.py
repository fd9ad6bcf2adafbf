"""Renders an explanation as one self-contained HTML file: a static copy of the page with blocks coloured by score.

The page may be hostile: its text is escaped, its elements are reduced to bare tags of an allow-list, and a
Content-Security-Policy admits only the style sheet and script of this folder, by hash. The only attributes kept are
the spans of table cells, as numbers. Elements without blocks are dropped.
"""

import re
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Final

from lxml import etree

from jingdu.explain.phrases import TRUNCATED, count, reason_text, reasons_of, strongest
from jingdu.i18n import LANGUAGES, gettext as _, language
from jingdu.page.blocks import CONTAINERS, SKIPPED
from jingdu.page.model import Block, Element, Page, Reason, TextNode, Verdict
from jingdu.page.query import climb, named, plain
from jingdu.render import tables
from jingdu.render.markup import csp_hash, escape

STRONGEST: Final = 12
"""Maximum reasons shown per block; the others are summed in one row."""
SHADES: Final = 5
PLAIN: Final = frozenset(
    "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre figure figcaption table caption thead tbody tfoot tr td th "
    "section article header footer nav aside address b strong i em code sub sup small u s mark kbd samp var cite "
    "q del ins ruby rt rp".split()
)
"""Tags that are kept; other containers become ``div``, other elements ``span``."""
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")


def document(page: Page, verdict: Verdict) -> str:
    """The explanation of a verdict as an HTML document, in the active language."""
    style, script = (Path(__file__).with_name(name).read_text("utf-8") for name in ("page.css", "page.js"))
    tints = _shades(verdict)
    focusable: set[int] = set()

    def mark(index: int) -> str:
        focus = "" if index in focusable else " tabindex=0"  # only for the first text node of the block
        focusable.add(index)
        kept = " kept" if verdict.keep[index] else ""
        return f'<span class="b {tints[index]}{kept}" data-b={index}{focus}>'

    lang = page.root.get("lang") or ""  # selects glyphs of Chinese and Japanese
    body = page.root.find("body")
    direction = page.root.get("dir") or (body.get("dir") if body is not None else "") or ""
    policy = (
        f"default-src 'none'; style-src {csp_hash(style)}; script-src {csp_hash(script)}; base-uri 'none'; "
        "form-action 'none'"
    )
    return f"""<!doctype html>
<html lang={lang if _LANGUAGE.fullmatch(lang) else "en"}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>{escape(_("{title}, explained", title=plain(page.title) or _("A page without a title")))}</title>
<style>{style}</style>
</head>
<body>
{_top(page, verdict)}
<main class=page{" dir=rtl" if direction.lower() == "rtl" else ""}>
{"".join(_static_copy(page, mark))}
</main>
<aside class=why lang={LANGUAGES[language()]} tabindex=0 aria-label="{_("The reasons of a block")}">
<p id=none>{_("Point at a block, or press <kbd>Tab</kbd>: its score and reasons are shown here.")}</p>
{"".join(_why(block, verdict) for block in page.blocks)}
</aside>
<script>{script}</script>
</body>
</html>
"""


def _top(page: Page, verdict: Verdict) -> str:
    address = f"{escape(page.url)} · " if page.url else ""
    note = f" {_(TRUNCATED)}" if page.truncated else ""
    title = escape(plain(page.title) or _("A page without a title"))
    message = (
        'Kept blocks are underlined. <span class="f4">Blue</span> scores indicate content, '
        '<span class="a4">orange</span> ones the opposite; click to pin a block, <kbd>Esc</kbd> to unpin it.'
    )
    return (
        f"<header class=top><h1>{title}</h1><p lang={LANGUAGES[language()]}>{address}{escape(count(page, verdict))}. "
        f"{_(message)}{note}</p></header>"
    )


def _shades(verdict: Verdict) -> list[str]:
    """The CSS class of each block: ``f5`` to ``f1`` from the highest score to the boundary, ``a1`` to ``a5`` below."""
    edge = boundary(verdict.scores, verdict.keep)
    high = max((score - edge for score in verdict.scores), default=0.0) or 1.0
    low = min((score - edge for score in verdict.scores), default=0.0) or -1.0

    def shade(score: float) -> str:
        side, end = ("f", high) if score > edge else ("a", low)
        return f"{side}{min(SHADES, 1 + int((score - edge) / end * SHADES))}"

    return list(map(shade, verdict.scores))


def boundary(scores: Sequence[float], keep: Sequence[bool]) -> float:
    """The score that best separates kept from dropped blocks; it may not separate all, since rules changed some."""
    ranked = sorted(zip(scores, keep, strict=True))
    if not ranked:
        return 0.0
    edges = [ranked[0][0] - 1e-9, *(score for score, _ in ranked)]
    misplaced = list(accumulate((1 if kept else -1 for _, kept in ranked), initial=0))
    return edges[misplaced.index(min(misplaced))]


def _why(block: Block, verdict: Verdict) -> str:
    at, container = block.index, escape(named(block.element))
    kept = _("kept") if verdict.keep[at] else _("left out")
    place = _("Block {number}, {element}, {n} characters", number=at, element=container, n=len(block.text))
    return (
        f"<section id=w{at} hidden><h2>{verdict.scores[at]:+.4f} · {kept}</h2>"
        f"<p>{place}</p>{_table(reasons_of(verdict, at))}</section>\n"
    )


def _table(reasons: Sequence[Reason]) -> str:
    if not reasons:
        return ""
    shown = strongest(reasons, STRONGEST)
    total = sum(reason.contribution for reason in reasons)
    rows = [(reason.contribution, reason_text(reason)) for reason in shown]
    if len(reasons) > len(shown):
        more = _("{n} more", n=len(reasons) - len(shown))
        rows.append((total - sum(reason.contribution for reason in shown), more))
    cells = "".join(
        f"<tr class={'for' if contribution > 0 else 'against'}><td>{contribution:+.4f}</td><td>{escape(text)}</td></tr>"
        for contribution, text in rows
    )
    return f"<table><tbody>{cells}</tbody><tfoot><tr><td>{total:+.4f}</td><td>{_('score')}</td></tr></tfoot></table>"


# the static copy


def _static_copy(page: Page, mark: Callable[[int], str]) -> list[str]:
    """The page as pieces of HTML with bare tags; each text node of block i is between ``mark(i)`` and ``</span>``."""
    blocks = {node: index for index in range(len(page.blocks)) for node in page.blocks.text_nodes(index)}
    around: set[Element] = set()
    climb((node.element.getparent() if node.tail else node.element for node in blocks), around)
    out: list[str] = []

    def write(node: TextNode) -> None:
        text = node.string
        if node in blocks:
            out.append(f"{mark(blocks[node])}{escape(text)}</span>")
        elif text.isspace():
            out.append(text)

    walk = etree.iterwalk(page.root, events=("start", "end"))
    for event, element in walk:
        if event == "end":
            if element in around and element.tag != "br":
                out.append(f"</{_tag(element)}>")
            if element is not page.root:
                write(TextNode(element, True))
        elif element.tag in SKIPPED or (element not in around and element.tag != "br"):
            if element.tag == "img":
                out.append(f"<span class=picture>▧ {escape((element.get('alt') or '')[:100])}</span>")
            walk.skip_subtree()
        else:
            out.append("<br>" if element.tag == "br" else _opening(element))
            write(TextNode(element, False))
    return out


def _tag(element: Element) -> str:
    tag = str(element.tag)
    return tag if tag in PLAIN else "div" if tag in CONTAINERS or "-" in tag else "span"


def _opening(element: Element) -> str:
    spans = tables.spans(element) if element.tag in ("td", "th") else ""
    return f"<{_tag(element)}{' class=link' if element.tag == 'a' else ''}{spans}>"
