"""The HTML of a page to a bounded tree.

libxml2 drops what is past its limits and says so only in its error log; here the limits
are as wide as it can take, what would hang it is cut before it sees it, deep nesting is
flattened rather than lost, and where text may be missing all the same the page is marked
``truncated``.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from lxml import etree

from jingdu.faults import Fault
from jingdu.garbage import unsought
from jingdu.page.blocks import segment
from jingdu.page.breakout import is_open, let_out
from jingdu.page.cutting import Blocks, Boxes, shorten
from jingdu.page.model import Element, Page
from jingdu.page.syntax import FAIR, HEAD, OPEN_COMMENT, TAG, TOKEN

MAX_CHARS: Final = 64 * 1024 * 1024
"""Characters of HTML taken in; a longer page is a fault."""
MAX_TAGS: Final = 1_050_000
"""``<`` signs without ``/`` after them taken in (1,000,000 paragraphs need about 800 MB); what follows is cut off."""
MAX_DEPTH: Final = 1500
"""Levels kept when a page is too deep for libxml2 (about 2,045); deeper tags are dropped, not their text."""
MOST_JUDGED: Final = 100_000
"""Blocks of a page that is judged; what follows them is cut off. Judging one takes some 10 microseconds."""
MOST_JUDGED_CHARS: Final = 10_000_000
"""Characters of them, three times War and Peace."""
MOST_ELEMENTS: Final = 300_000
"""Elements among which so many blocks are looked for first."""
LARGE: Final = 1_000_000
"""Characters of HTML above which what is known of its blocks is kept small rather than made fast."""

LEAST_FALLBACK: Final = 500
"""Characters in ``noscript`` under which it is not looked at as the page's content."""
MAX_REPAIRS: Final = 100
"""Tags mended one by one before the rest of a page is taken for plain text."""
_VOID: Final = frozenset("area base basefont br col frame hr img input isindex link meta param".split())
"""As libxml2 has it, which lets ``embed``, ``source``, ``track`` and ``wbr`` hold what comes after them."""
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def parse(html: str, url: str | None = None, *, judged: bool = False) -> Page:
    """The page of ``html``, cut into blocks; ``judged``: of no more blocks than an extractor has the time for.

    Raises ``Fault`` ``page_too_large`` over ``MAX_CHARS`` and ``page_unreadable`` where
    nothing at all can be parsed.
    """
    if len(html) > MAX_CHARS:
        raise Fault("page_too_large")
    with unsought():
        return _parsed(html, url, judged)


def _parsed(html: str, url: str | None, judged: bool) -> Page:
    html, cut = _cut_tags(html)
    root, dropped = _tree(guarded(html))
    if dropped:
        html = _flatten(html)
        root, dropped = _tree(html)
    if root is None:
        raise Fault("page_unreadable")
    blocks, boxes, short = _segmented(root, len(html), judged)
    if (blocks.swallowing or blocks.unshown) and (again := _let_out(html, blocks)) is not None:
        root, (blocks, boxes, short) = again, _segmented(again, len(html), judged)
    if _scriptless(root, blocks):
        blocks, boxes, short = _segmented(root, len(html), judged)
    if short:
        _end_after(blocks.places[-1], within=not blocks.tails[-1])
    return Page(root, url or None, _title(root), blocks, boxes, truncated=cut or dropped or short)


def _segmented(root: Element, size: int, judged: bool) -> tuple[Blocks, Boxes, bool]:
    """The blocks and boxes of a page of that size; of one that is judged no more than there is time for.

    The last is whether any were left out. A walk over a million elements takes as long as judging: most pages that
    have so many have blocks enough among the first of them.
    """
    if not judged or size <= MOST_JUDGED:
        return *segment(root, size > LARGE), False
    blocks, boxes = segment(root, size > LARGE, MOST_ELEMENTS)
    short = shorten(blocks, boxes, MOST_JUDGED, MOST_JUDGED_CHARS)
    if not short and next(islice(root.iter(), MOST_ELEMENTS, None), None) is not None:
        blocks, boxes = segment(root, size > LARGE)
        short = shorten(blocks, boxes, MOST_JUDGED, MOST_JUDGED_CHARS)
    return blocks, boxes, short


def _end_after(last: Element, within: bool) -> None:
    """Removes what stands after an element, or, with ``within``, after the text that it begins with."""
    if within:
        del last[:]
        last.tail = None
    while (parent := last.getparent()) is not None:
        del parent[parent.index(last) + 1 :]
        last = parent
        last.tail = None


def _let_out(html: str, blocks: Blocks) -> Element | None:
    """The tree of ``html`` with what an element swallowed outside of it; None where nothing was, or it can't be."""
    if not blocks.swallowing and not is_open(html, blocks.unshown):
        return None
    fair = guarded(html)
    again = let_out(fair)
    root, dropped = _tree(guarded(again)) if again != fair else (None, False)
    return None if dropped else root


def _title(root: Element) -> str:
    title = next(root.iter("title"), None)
    return " ".join("".join(map(str, title.itertext())).split()) if title is not None else ""


def guarded(html: str) -> str:
    """``html`` without what would hang libxml2 or swallow the page; without any of it, as it is."""
    return _uncrowd(_close_comment(html))


def _tree(html: str) -> tuple[Element | None, bool]:
    """The tree, and whether libxml2 dropped something at one of its limits."""
    parser = etree.HTMLParser(
        huge_tree=True, remove_comments=True, remove_pis=True, collect_ids=False, encoding="utf-8"
    )
    try:
        root = etree.fromstring(_bytes(html), parser)
    except etree.ParserError:
        return None, False
    except etree.XMLSyntaxError:
        return None, _at_limit(parser)
    return _without_embeds(_with_rest(root)), _at_limit(parser)


def _scriptless(root: Element, blocks: Blocks) -> bool:
    """Makes a ``div`` of each ``noscript`` where most of the page's text stands in them; whether it did.

    Forums drawn by scripts serve their posts so; elsewhere a ``noscript`` only repeats or apologises.
    """
    fallbacks = list(root.iter("noscript"))
    text = sum(len("".join(map(str, fallback.itertext()))) for fallback in fallbacks)
    if text < LEAST_FALLBACK or text < 2 * sum(map(len, blocks.texts)):
        return False
    for fallback in fallbacks:
        fallback.tag = "div"
    return True


def _with_rest(root: Element | None) -> Element | None:
    """``root`` with what stands after ``</html>``, which libxml2 puts beside it: browsers take it into the body."""
    if root is not None:
        body = root.find("body")
        for rest in list(root.itersiblings()):
            rest.tag = "div"
            (root if body is None else body).append(rest)
    return root


def _without_embeds(root: Element | None) -> Element | None:
    """``root`` with a ``span`` for each ``embed`` that holds what comes after it: libxml2 doesn't know it as void."""
    for embed in list(root.iter("embed")) if root is not None else ():
        if embed.text or len(embed):
            embed.tag = "span"
            embed.attrib.clear()
    return root


def _bytes(html: str) -> bytes:
    if "\x00" in html:
        html = html.replace("\x00", "\ufffd")
    try:
        return html.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", html).encode()


def _at_limit(parser: etree.HTMLParser) -> bool:
    return any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log)


def _cut_tags(html: str) -> tuple[str, bool]:
    if len(html) <= MAX_TAGS or html.count("<") - html.count("</") <= MAX_TAGS:
        return html, False
    last = next(islice(re.finditer("<(?!/)", html), MAX_TAGS, None))
    return html[: last.start()], True


def _close_comment(html: str) -> str:
    """``html`` without the start of a comment that never ends: it would swallow the page."""
    last = html.rfind("<!--")
    if last < 0 or html.find("-->", last) >= 0 or html.find("--!>", last) >= 0:
        return html
    end = max(html.rfind("-->", 0, last), html.rfind("--!>", 0, last)) + 1
    return html[:end] + OPEN_COMMENT.sub(" ", html[end:])


def _uncrowd(html: str) -> str:
    """``html`` with no tag of more than ``MAX_ATTRIBUTES`` attributes, and none without an end."""
    parts, start = [], 0
    for _ in range(MAX_REPAIRS):
        end = FAIR.match(html, start).end()  # type: ignore[union-attr]  # matches the empty string
        parts.append(html[start:end])
        if end == len(html):
            return "".join(parts)
        tag = TAG.match(html, end)
        parts.append(HEAD.match(html, end)[0] + ">" if tag else "&lt;")  # type: ignore[index]  # a tag has a head
        start = tag.end() if tag else end + 1
    return "".join(parts) + html[start:].replace("<", " ")


def _flatten(html: str) -> str:
    """``html`` without the tags that stand deeper than ``MAX_DEPTH``; their text stays."""
    depth = 0

    def shallow(token: re.Match[str]) -> str:
        nonlocal depth
        if not token[2] or token[2].lower() in _VOID:
            return token[0]
        if token[1]:
            depth = max(0, depth - 1)
            return token[0] if depth < MAX_DEPTH else " "
        depth += 1
        return token[0] if depth <= MAX_DEPTH else " "

    return re.sub(TOKEN, shallow, guarded(html))
