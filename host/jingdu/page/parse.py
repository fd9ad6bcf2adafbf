"""Parses HTML, bytes or text, into a bounded tree.

libxml2 drops what exceeds its limits and reports it only in its error log. Here a page that is nested too deeply is
flattened instead, and a page with missing text is marked ``truncated``. Input on which libxml2 is too slow, such as a
tag with 100,000 attributes, is left to the time limit of the worker process.
"""

from __future__ import annotations

import codecs
import gc
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from typing import Final

from lxml import etree

from jingdu.faults import Fault
from jingdu.page.blocks import CONTAINERS, segment
from jingdu.page.model import Element, Page
from jingdu.page.query import HEADINGS, SURROGATES, are_nested, elements, inner_text

MAX_CHARS: Final = 20_000_000
"""Maximum characters of HTML; the rest is dropped."""
MAX_TAGS: Final = 200_000
"""Maximum number of ``<`` not followed by ``/``, 20 times that of any corpus page; the rest is dropped."""
MIN_FALLBACK: Final = 500
"""Minimum characters of ``noscript`` text that may be the page's content."""
MAX_DEPTH: Final = 1500
"""Maximum levels of a flattened tree."""
_OPEN_COMMENT: Final = re.compile(r"<!--(?:\[if[^\]<>]*\]>)?")
"""The start of a comment, including its condition."""
_CONDITION: Final = "<!--[if"
_BOXES: Final = re.compile(
    rb"<(?:!--|(/)?(div|li|[ou]l|d[dlt]|article|aside|header|footer|nav|main|section|fig(?:ure|caption)"
    rb"|blockquote|fieldset|details|center|address|h[1-6]|t(?:able|[dh])|caption|template|script|style|textarea)(?=[\s/>]))"
)
"""The start of a comment, of an element that may contain an unclosed ``div``, or of one whose content is no markup."""
_SCOPES: Final = frozenset({b"table", b"td", b"th", b"caption", b"template"})
"""Elements inside which an end tag closes no element outside (the “scope” of HTML's parsing rules)."""
_CLOSING: Final = _SCOPES - {b"template"} | {b"div"}
"""Elements that libxml2 closes at their end tag even if a ``div`` inside is open."""
_ITEMS: Final = frozenset({b"li", b"dt", b"dd", b"td", b"th"})
"""Elements that the next start tag of the same name closes."""
MAX_OPEN: Final = 500
"""Maximum levels that an end tag closes, as in browsers."""
_RAW: Final = {None: b"-->", b"script": b"</script", b"style": b"</style", b"textarea": b"</textarea"}
"""Element whose content is no markup → its end; None stands for a comment."""
_MARKED: Final = etree.XPath("//@itemprop[. = 'author' or . = 'datePublished']/.. | //@data-tex/..")
"""Elements of an author, a date or a formula; selecting attributes is three times as fast as selecting elements."""
_CUSTOM: Final = re.compile(rb"<[a-z]+-")
_IN_LINE: Final = etree.XPath(
    "//*[contains(name(), '-') and not(self::amp-img or self::mjx-container)]"
    "[parent::p or (preceding-sibling::node()[1] | following-sibling::node()[1])/self::text()[normalize-space()]]"
    "[normalize-space()]"
)
"""Custom elements in a paragraph or next to text, such as an emoji, a formula or a time."""
_EDITORS: Final = etree.XPath("//span[contains(@class, 'editsection')] | //div[contains(@class, 'cm-gutters')]")
"""Links beside headings in MediaWiki, and CodeMirror's numbers of lines."""
_HEADED: Final = etree.XPath("//*[@role = 'heading' or starts-with(name(), 'ne-h')]")
"""Headings by role, and those of Yuque."""
_CODE: Final = etree.XPath(
    "//div[contains(@style, 'white-space: pre;') or contains(@class, 'code-block-zone') or div/@class = 'cm-line']"
    "| //code[contains(@style, 'white-space: pre;')][contains(@class, 'language-')][not(ancestor::pre or ancestor::p)]"
)
"""Code that Notion, Lark and CodeMirror display with ``div`` elements, and Confluence with ``code``."""
_TABLES: Final = etree.XPath("//div[@role = 'table'][*/*/@role][not(*[not(@role)])] | //*[@role and ../@role]")
"""Tables by role, as in GitBook, and what may be their parts."""
_ROLES: Final = {
    "table": "table", "rowgroup": "tbody", "row": "tr", "cell": "td", "columnheader": "th", "rowheader": "th",
}  # fmt: skip
_OVERLAYS: Final = etree.XPath(
    "(//*[@data-jingdu-overlay])[position() <= 20][not(.//article or .//main or .//*[@role = 'article'])]"
)
"""What the extension has seen above the page, such as a request for consent, except dialogs that show an article."""
_SIGNS: Final = {
    _EDITORS: (b"editsection", b"cm-gutters"),
    _HEADED: (b'role="heading"', b"role='heading'", b"role=heading", b"<ne-h"),
    _CODE: (b"white-space: pre;", b"code-block-zone", b"cm-line"),
    _TABLES: (b'role="table"', b"role='table'", b"role=table"),
    _OVERLAYS: (b"data-jingdu-overlay",),
}
"""Each page with such elements has one of these, which are found much faster."""
_LEVELS: Final = frozenset("123456")

_BOMS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_DECLARED: Final = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)""", re.IGNORECASE)
_DECLARED_WITHIN: Final = 4096
"""Bytes that are searched for a declaration (1,024 in browsers, which many pages exceed)."""
_WIDER: Final = {
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030",
    "iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "ascii": "cp1252", "us-ascii": "cp1252",
    "big5": "big5hkscs", "shift_jis": "cp932", "shift-jis": "cp932", "x-sjis": "cp932",
    "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "unicode": "utf-8", "utf-16": "utf-8", "utf-7": "utf-8",
}  # fmt: skip
"""Label → the superset that browsers use (WHATWG Encoding)."""
_UNSUPPORTED: Final = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"})
"""Codecs of Python that browsers do not support; two of them always raise."""


@contextmanager
def gc_disabled() -> Iterator[None]:
    """Disables the garbage collector: a page has thousands of objects and hardly any cycles."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


# bytes to text


def decode(data: bytes, declared: str | None = None) -> str:
    """Decodes a page; ``declared`` is the charset of the HTTP header, if any.

    Valid UTF-8 takes precedence over declarations, because converted pages often keep their old ``<meta>``. Never
    raises: invalid bytes become U+FFFD.
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
    is_escaped = data.isascii() and (declared or in_page).lower().startswith("iso-2022-jp")  # uses ASCII bytes only
    return data.decode("iso2022_jp", "replace") if is_escaped else text


def _codec(label: str | None) -> str | None:
    """The name of the codec that browsers use for a charset label; None for an unknown label."""
    try:
        codec = codecs.lookup(_WIDER.get((label or "").lower(), label or ""))
    except (LookupError, ValueError):
        return None
    name = "cp1252" if codec.name == "iso8859-1" else codec.name
    return name if codec._is_text_encoding and name not in _UNSUPPORTED else None


def _guess(data: bytes) -> str:
    """The likeliest encoding of undeclared bytes; Windows-1252 if they have no letters to judge by."""
    from charset_normalizer import from_bytes

    dos = ["cp437", "cp775", "cp850", "cp852", "cp857", "cp858"]  # no page has their letters
    has_letters = re.search(rb"[\xc0-\xff]", data)  # else punctuation of Windows-1252, such as dashes
    best = from_bytes(data[:100_000], cp_exclusion=dos).best() if has_letters else None
    return best.encoding if best else "cp1252"


# text to a page


def parse(html: str, url: str | None = None) -> Page:
    """Parses ``html`` into a page; raises ``Fault`` ``page_unreadable``."""
    with gc_disabled():
        kept = html[:MAX_CHARS]
        if len(kept) > MAX_TAGS and (tags := kept.count("<")) > MAX_TAGS and tags - kept.count("</") > MAX_TAGS:
            kept = kept[: next(islice(re.finditer("<(?!/)", kept), MAX_TAGS, None)).start()]
        root, dropped = _tree(_close_comment(_without_open_conditions(kept)))
        if root is None:
            raise Fault("page_unreadable")
        return page_of(root, url or None, dropped or len(kept) < len(html))


def page_of(root: Element, url: str | None, truncated: bool) -> Page:
    """The page of a tree."""
    blocks, containers, by_tag = segment(root)
    # some forums have their posts in ``noscript``; elsewhere its text is a copy or a notice
    fallback = sum(len(inner_text(element)) for element in by_tag["noscript"])
    if fallback >= MIN_FALLBACK and fallback >= 2 * sum(map(len, blocks.texts)):
        for element in by_tag["noscript"]:
            element.tag = "div"
        blocks, containers, by_tag = segment(root)
    title = " ".join(inner_text(by_tag["title"][0]).split()) if by_tag["title"] else ""
    found = elements(_MARKED, root)
    of = {f"@{name}": [step for step in found if name in step.attrib] for name in ("itemprop", "data-tex")}
    return Page(root, url, title, blocks, containers, {**by_tag, **of}, truncated)


def _without_open_conditions(html: str) -> str:
    """Removes each start of a conditional comment that is followed by another start before an end.

    Archives that remove comments also remove the end of ``<!--[if !IE]><!-->``, so its start would hide the rest of the
    page (74 of 990 pages of trafilatura-eval, 18 of 475 of daniel-en).
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
    """Removes the start of a comment without an end, which would hide the rest of the page."""
    last = html.rfind("<!--")
    if last < 0 or html.find("-->", last) >= 0 or html.find("--!>", last + 4) >= 0:
        return html
    end = max(html.rfind("-->", 0, last), html.rfind("--!>", 0, last)) + 1
    return html[:end] + _OPEN_COMMENT.sub(" ", html[end:])


def _tree(html: str) -> tuple[Element | None, bool]:
    """The tree (None if empty), flattened if it is too deep for libxml2, and whether a limit dropped text."""
    try:
        data = html.encode()
    except UnicodeEncodeError:
        data = SURROGATES.sub("\ufffd", html).encode()
    data = data.replace(b"\0", b"\xef\xbf\xbd")
    lower = data.lower()
    data = _with_ends(data, lower)
    root, dropped = _parse(data)
    if dropped:
        root, dropped = _parse(data, Flattened())
    if root is None:
        return None, dropped
    _simplify(root, lower)
    if next(root.iter("template"), None) is not None:
        etree.strip_elements(root, "template", with_tail=False)  # not displayed
    body = root.find("body")
    for rest in list(root.itersiblings()):  # after ``</html>``; browsers append it to the body
        rest.tag = "div"
        (root if body is None else body).append(rest)
    for embed in list(root.iter("embed")):  # not a void element in libxml2
        if embed.text or len(embed):
            embed.tag = "span"
            embed.attrib.clear()
    for element in elements(_IN_LINE, root) if _CUSTOM.search(lower) else ():
        if CONTAINERS.isdisjoint(step.tag for step in element.iter()):
            element.tag = "time" if element.tag == "local-time" else "span"  # Microsoft's
    return root, dropped


def _simplify(root: Element, lower: bytes) -> None:
    """Removes links to editors and overlays, and gives code, tables and headings their tags.

    ``lower`` is the page in lower case.
    """
    editors, headed, code, tables, overlays = (
        elements(path, root) if any(sign in lower for sign in signs) else () for path, signs in _SIGNS.items()
    )
    for element in (*_apart(overlays, root), *editors):
        outer = element.getparent()
        if element.tag == "span" and outer is not None and outer.tag == "div":
            outer.tag = "span"  # as before 2024, when nothing was around MediaWiki's headings
        element.tag = "template"
    for element in code:
        if element.tag == "div":
            element.attrib.clear()
        element.tag = "pre"
        for line in element.iter("div"):
            line.tag = "span"
            if line.find("div") is None:
                line.tail = "\n" + (line.tail or "")
    for element in tables:
        outer = element.getparent()
        if element.get("role") == "table" or (outer is not None and outer.tag in _ROLES.values()):
            element.tag = _ROLES.get(element.get("role", ""), element.tag)
    for element in headed:
        _make_heading(element)


def _apart(overlays: Sequence[Element], root: Element) -> list[Element]:
    """The overlays that are no menu and have less than half of the page's text."""
    half = len(inner_text(root)) / 2 if overlays else 0
    linked = [sum(len(inner_text(link)) for link in element.iter("a")) for element in overlays]
    return [element for element, own in zip(overlays, linked, strict=True) if 2 * own < len(inner_text(element)) < half]


def _make_heading(element: Element) -> None:
    """Gives an element that is a heading by role or name the tag of one, if it has one line and no link elsewhere."""
    is_named = element.tag.startswith("ne-h")
    level = element.tag[-1] if is_named else element.get("aria-level", "2")
    links = chain(element.iter("a"), element.iterancestors("a"))
    if element.tag in HEADINGS or level not in _LEVELS or any((link.get("href") or "#")[0] != "#" for link in links):
        return
    inner = [step for step in element.iterdescendants() if step.tag in CONTAINERS or "-" in step.tag]
    lines = [step for step in inner if not is_named or inner_text(step).strip()]
    if are_nested((element, *lines)) and all(step.tag == "div" or "-" in step.tag for step in inner):
        element.tag = f"h{level}"
        for step in inner:
            step.tag = "span"


def _with_ends(data: bytes, lower: bytes) -> bytes:
    """Adds the ``</div>`` missing before the end tag of an element around them, which libxml2 would else ignore.

    Without them, a menu or header would extend to the end of the page. ``lower`` is ``data`` in lower case.
    """
    if lower.count(b"<div") == lower.count(b"</div"):
        return data
    lower += b"".join(_RAW.values())  # so that an end is always found
    parts: list[bytes] = []
    opened: list[bytes] = []
    done = raw = 0
    for found in _BOXES.finditer(lower):
        if found.start() < raw:
            continue
        is_end, name = found.groups()
        if name in _RAW:
            raw = raw if is_end else lower.find(_RAW[name], found.end())
        elif not is_end:
            if opened[-1:] != [name] or name not in _ITEMS:
                opened.append(name)
        elif name in (near := opened[: -MAX_OPEN - 1 : -1]):
            inner = near[: near.index(name)]
            if name in _SCOPES or _SCOPES.isdisjoint(inner):
                del opened[-len(inner) - 1 :]
                if name not in _CLOSING and (missing := inner.count(b"div")):
                    parts += (data[done : found.start()], b"</div>" * missing)
                    done = found.start()
    return b"".join((*parts, data[done:]))


def _parse(data: bytes, target: Flattened | None = None) -> tuple[Element | None, bool]:
    """The tree, and whether libxml2 reached one of its limits."""
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
    """A parser target that builds a tree of at most ``MAX_DEPTH`` levels, with a space for each deeper tag.

    libxml2 parses tags at any depth, but its own trees have at most about 2,045 levels. ``close`` returns the root, or
    None for a page without elements.
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
