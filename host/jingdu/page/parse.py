"""The HTML of a page to a bounded tree.

libxml2 drops what is past its limits and reports it only in its error log. Here a page that is
nested too deeply is flattened rather than cut, and where text is missing the page is marked
``truncated``. What would keep libxml2 busy for too long, such as a tag with 100,000 attributes,
is ended by the time limit of the process that reads the page.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Final

from lxml import etree

from jingdu.faults import Fault
from jingdu.page.blocks import segment
from jingdu.page.model import Blocks, Element, Page
from jingdu.page.query import inner_text

MAX_CHARS: Final = 20_000_000
"""Characters of HTML that are read; the rest is cut off."""
MAX_TAGS: Final = 200_000
"""``<`` signs without ``/`` after them that are read, 20 times the most of any corpus page; the rest is cut off."""
MIN_FALLBACK: Final = 500
"""Characters in ``noscript`` below which it is not taken for the page's content."""
MAX_DEPTH: Final = 1500
"""Levels that are kept of a page which is nested more deeply than libxml2 builds trees."""
_OPEN_COMMENT: Final = re.compile(r"<!--(?:\[if[^\]<>]*\]>)?")
"""The start of a comment, with its condition."""
_CONDITION: Final = "<!--[if"
_TEMPLATE: Final = re.compile(
    rb"<template\b[^<>]*>[^<]*(?:<(?!/?(?:template|script)\b|!)[^<]*)*</template\s*>", re.IGNORECASE
)
"""A template. No browser shows it, but with a ``div`` left open in it libxml2 doesn't end it at its end tag."""
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@contextmanager
def gc_disabled() -> Iterator[None]:
    """Disables the cyclic collector, and enables it afterwards if it was enabled.

    A page makes objects by the thousand and hardly any cycle; collecting meanwhile takes time
    that grows with all that the process holds.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def parse(html: str, url: str | None = None) -> Page:
    """The page of ``html``, cut into blocks. Raises ``Fault`` ``page_unreadable`` where nothing can be parsed."""
    with gc_disabled():
        html, cut = _cut(html)
        root, dropped = _tree(_close_comment(_without_open_conditions(html)))
        if root is None:
            raise Fault("page_unreadable")
        return page_of(root, url or None, cut or dropped)


def page_of(root: Element, url: str | None, truncated: bool) -> Page:
    """The page of a tree, cut into blocks."""
    blocks, boxes, found = segment(root)
    if _scriptless(found["noscript"], blocks):
        blocks, boxes, found = segment(root)
    return Page(root, url, _title(root), blocks, boxes, found, truncated)


def _title(root: Element) -> str:
    title = next(root.iter("title"), None)
    return " ".join(inner_text(title).split()) if title is not None else ""


def _cut(html: str) -> tuple[str, bool]:
    """What is read of ``html``, and whether that is less than all."""
    kept = html[:MAX_CHARS]
    if (signs := kept.count("<")) > MAX_TAGS and signs - kept.count("</") > MAX_TAGS:
        kept = kept[: next(islice(re.finditer("<(?!/)", kept), MAX_TAGS, None)).start()]
    return kept, len(kept) < len(html)


def _without_open_conditions(html: str) -> str:
    """``html`` without the starts of conditional comments in which another one begins: their ends are lost.

    Archives that drop plain comments drop the end of ``<!--[if !IE]><!-->`` too, and half of the page is hidden:
    74 of 990 pages of trafilatura-eval, 18 of 475 of daniel-en.
    """
    start, end, kept = html.find(_CONDITION), 0, 0
    parts = []
    while start >= 0 and end >= 0:
        end = html.find("-->", start) if end <= start else end
        following = html.find(_CONDITION, start + 1)
        if 0 <= following < end and (opened := _OPEN_COMMENT.match(html, start)):
            parts.append(html[kept:start])
            kept = opened.end()
        start = following
    return "".join((*parts, html[kept:]))


def _close_comment(html: str) -> str:
    """``html`` without the start of a comment that never ends: it would hide the rest of the page."""
    last = html.rfind("<!--")
    if last < 0 or html.find("-->", last) >= 0 or html.find("--!>", last + 4) >= 0:
        return html
    end = max(html.rfind("-->", 0, last), html.rfind("--!>", 0, last)) + 1
    return html[:end] + _OPEN_COMMENT.sub(" ", html[end:])


def _tree(html: str) -> tuple[Element | None, bool]:
    """The tree, flattened where it is too deep for libxml2, and whether something was dropped at another limit."""
    data = _TEMPLATE.sub(b"", _bytes(html))
    root, dropped = _fed(data, _parser())
    if dropped:
        root, dropped = _fed(data, _parser(Flattened()))
    return _without_embeds(_with_rest(root)), dropped


class Flattened:
    """A target for ``etree.HTMLParser`` that builds the tree itself, and puts a space for each tag that is too deep.

    libxml2 reads tags at any depth but stops building a tree at about 2,045 levels. Text is never left out. ``close``
    returns the root, or None for a page without elements.
    """

    def __init__(self) -> None:
        self._builder = etree.TreeBuilder()
        self._depth = 0

    def start(self, tag: str, attributes: Mapping[str | bytes, str | bytes]) -> None:
        """Opens an element."""
        self._depth += 1
        if self._depth <= MAX_DEPTH:
            self._builder.start(tag, dict(attributes))
        else:
            self._builder.data(" ")

    def end(self, tag: str) -> None:
        """Closes it."""
        if self._depth <= MAX_DEPTH:
            self._builder.end(tag)
        else:
            self._builder.data(" ")
        self._depth -= 1

    def data(self, text: str) -> None:
        """Adds text to the innermost open element."""
        self._builder.data(text)

    def close(self) -> Element | None:
        """Ends the page."""
        try:
            return self._builder.close()
        except (AssertionError, etree.XMLSyntaxError):
            return None


def _parser(target: Flattened | None = None) -> etree.HTMLParser:
    return etree.HTMLParser(
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
        collect_ids=False,
        encoding="utf-8",
        target=target,  # type: ignore[arg-type]  # the stubs demand methods that are optional
    )


def _fed(data: bytes, parser: etree.HTMLParser) -> tuple[Element | None, bool]:
    """The tree, and whether libxml2 met one of its limits."""
    try:
        root = etree.fromstring(data, parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        root = None
    return root, any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log)


def _scriptless(fallbacks: Sequence[Element], blocks: Blocks) -> bool:
    """Makes a ``div`` of each ``noscript`` where most of the page's text is in them; returns whether it did.

    Forums drawn by scripts serve their posts so; elsewhere a ``noscript`` only repeats or apologises.
    """
    text = sum(len(inner_text(fallback)) for fallback in fallbacks)
    if text < MIN_FALLBACK or text < 2 * sum(map(len, blocks.texts)):
        return False
    for fallback in fallbacks:
        fallback.tag = "div"
    return True


def _with_rest(root: Element | None) -> Element | None:
    """``root`` with what comes after ``</html>``, which libxml2 makes siblings of it: browsers put it into the body."""
    if root is not None:
        body = root.find("body")
        for rest in list(root.itersiblings()):
            rest.tag = "div"
            (root if body is None else body).append(rest)
    return root


def _without_embeds(root: Element | None) -> Element | None:
    """``root`` with a ``span`` for each ``embed`` that has content: libxml2 doesn't know it as void."""
    for embed in list(root.iter("embed")) if root is not None else ():
        if embed.text or len(embed):
            embed.tag = "span"
            embed.attrib.clear()
    return root


def _bytes(html: str) -> bytes:
    try:
        data = html.encode()
    except UnicodeEncodeError:
        data = _SURROGATE.sub("\ufffd", html).encode()
    return data.replace(b"\0", b"\xef\xbf\xbd")
