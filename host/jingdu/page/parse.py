"""The HTML of a page, as bytes or text, to a bounded tree, cut into blocks.

libxml2 drops what is past its limits and reports it only in its error log. Here a page that is
nested too deeply is flattened rather than cut, and where text is missing the page is marked
``truncated``. What would keep libxml2 busy for too long, such as a tag with 100,000 attributes,
is ended by the time limit of the process that reads the page.
"""

from __future__ import annotations

import codecs
import gc
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Final

from lxml import etree

from jingdu.faults import Fault
from jingdu.page.blocks import segment
from jingdu.page.model import Element, Page
from jingdu.page.query import elements, inner_text

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
_ITEMS: Final = etree.XPath("//@itemprop[. = 'author' or . = 'datePublished']/..")
"""Elements marked as an author or a date, by attribute, not by element: three times as fast."""

_BOMS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_DECLARED: Final = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)""", re.IGNORECASE)
_DECLARED_WITHIN: Final = 4096
"""Bytes from the start in which a declaration counts (browsers look at 1,024; pages are often late)."""
_WIDER: Final = {
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030",
    "iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "ascii": "cp1252", "us-ascii": "cp1252",
    "big5": "big5hkscs", "shift_jis": "cp932", "shift-jis": "cp932", "x-sjis": "cp932",
    "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "unicode": "utf-8", "utf-16": "utf-8", "utf-7": "utf-8",
}  # fmt: skip
"""Declared label → the superset that browsers read it as (WHATWG Encoding). UTF-7 is never honoured."""
_NOT_OF_PAGES: Final = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"})
"""Codecs that Python knows and no browser does: two of them raise whatever the bytes are."""


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


# bytes to text


def decode(data: bytes, declared: str | None = None) -> str:
    """The text of a page's bytes; ``declared`` is the charset of the HTTP header, if any.

    Valid UTF-8 with a non-ASCII character in it wins over a declaration, because pages
    that were converted often keep their old ``<meta>``. Never raises: bytes that fit
    nothing become U+FFFD.
    """
    for bom, name in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(name, "replace")
    found = _DECLARED.search(data[:_DECLARED_WITHIN])
    in_page = found[1].decode("ascii") if found else ""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_codec(declared) or _codec(in_page) or _guess(data), "replace")
    if data.isascii() and (declared or in_page).lower().startswith("iso-2022-jp"):  # its characters are ASCII escapes
        return data.decode("iso2022_jp", "replace")
    return text


def _codec(label: str | None) -> str | None:
    if not label:
        return None
    try:
        codec = codecs.lookup(_WIDER.get(label.lower(), label))
    except (LookupError, ValueError):
        return None
    if not codec._is_text_encoding or codec.name in _NOT_OF_PAGES:
        return None
    return "cp1252" if codec.name == "iso8859-1" else codec.name


def _guess(data: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:100_000]).best()
    return best.encoding if best else "cp1252"


# text to a page


def parse(html: str, url: str | None = None) -> Page:
    """The page of ``html``, cut into blocks. Raises ``Fault`` ``page_unreadable`` where nothing can be parsed."""
    with gc_disabled():
        kept = html[:MAX_CHARS]
        if len(kept) > MAX_TAGS and kept.count("<") - kept.count("</") > MAX_TAGS:
            kept = kept[: next(islice(re.finditer("<(?!/)", kept), MAX_TAGS, None)).start()]
        root, dropped = _tree(_close_comment(_without_open_conditions(kept)))
        if root is None:
            raise Fault("page_unreadable")
        return page_of(root, url or None, dropped or len(kept) < len(html))


def page_of(root: Element, url: str | None, truncated: bool) -> Page:
    """The page of a tree, cut into blocks."""
    blocks, boxes, found = segment(root)
    # Forums drawn by scripts serve their posts in ``noscript``; elsewhere one only repeats or apologises.
    fallback = sum(len(inner_text(one)) for one in found["noscript"])
    if fallback >= MIN_FALLBACK and fallback >= 2 * sum(map(len, blocks.texts)):
        for one in found["noscript"]:
            one.tag = "div"
        blocks, boxes, found = segment(root)
    title = next(root.iter("title"), None)
    words = " ".join(inner_text(title).split()) if title is not None else ""
    # now, while the tree is in the processor's cache: after the blocks are judged it takes ten times as long
    found = {**found, "@itemprop": elements(_ITEMS, root)}
    return Page(root, url, words, blocks, boxes, found, truncated)


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
    try:
        data = html.encode()
    except UnicodeEncodeError:
        data = _SURROGATE.sub("\ufffd", html).encode()
    data = _TEMPLATE.sub(b"", data.replace(b"\0", b"\xef\xbf\xbd"))
    root, dropped = _fed(data)
    if dropped:
        root, dropped = _fed(data, Flattened())
    if root is None:
        return None, dropped
    body = root.find("body")
    for rest in list(root.itersiblings()):  # what comes after ``</html>``, which browsers put into the body
        rest.tag = "div"
        (root if body is None else body).append(rest)
    for embed in list(root.iter("embed")):  # libxml2 doesn't know it as void
        if embed.text or len(embed):
            embed.tag = "span"
            embed.attrib.clear()
    return root, dropped


def _fed(data: bytes, target: Flattened | None = None) -> tuple[Element | None, bool]:
    """The tree, and whether libxml2 met one of its limits."""
    parser = etree.HTMLParser(
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
        collect_ids=False,
        encoding="utf-8",
        target=target,  # type: ignore[arg-type]  # the stubs demand methods that are optional
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        root = None
    return root, any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log)


class Flattened:
    """A target for ``etree.HTMLParser`` that builds the tree itself, and puts a space for each tag that is too deep.

    libxml2 reads tags at any depth but stops building a tree at about 2,045 levels. Text is never left out. ``close``
    returns the root, or None for a page without elements.
    """

    def __init__(self) -> None:
        self._builder = etree.TreeBuilder()
        self._depth = 0
        self.data = self._builder.data

    def start(self, tag: str, attributes: Mapping[str | bytes, str | bytes]) -> None:
        self._depth += 1
        if self._depth <= MAX_DEPTH:
            self._builder.start(tag, dict(attributes))
        else:
            self._builder.data(" ")

    def end(self, tag: str) -> None:
        if self._depth <= MAX_DEPTH:
            self._builder.end(tag)
        else:
            self._builder.data(" ")
        self._depth -= 1

    def close(self) -> Element | None:
        try:
            return self._builder.close()
        except (AssertionError, etree.XMLSyntaxError):
            return None
