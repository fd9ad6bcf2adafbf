"""Recall and completeness of structure, compared with the page's own markup.

Recall: of the headings, list items, table rows, lines of code and formulas whose words are in the (plain) true text,
the share that has the same kind in the output. Code and formulas are looked up in ``Article.markdown``; headings with
their level, items and rows in ``Article.html``. White space counts only in code.

Completeness: of the tables, lists and definition lists in the output, the share that lacks a part. Parts are cells,
items, terms and definitions. They are looked up in the output by their letters and digits, so that peers that return
plain text are measured in the same way. A table or list is in the output if most of its text is in parts that follow
one another there: the words of an omitted table of contents are also in the text, as headings. A citation is a short
link within the page; it is in the output if the text before it is, and complete if the note is too.
"""

import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise, takewhile
from typing import Any, Final

from lxml import etree, html

from jingdu.extractors.revise.parts import PARTS
from jingdu.learn.corpus import Example
from jingdu.page.model import Element
from jingdu.render.article import Article
from jingdu.text.words import dense, letters

KINDS: Final = ("heading", "item", "row", "code", "formula")
MIN_ITEM: Final = 20
"""Minimum characters of a list item, without white space; shorter ones are ambiguous."""
MIN_CODE: Final = 3
"""Minimum characters of a line of code, without white space."""

Part = tuple[str, str]
"""A kind and the expected text."""
_INNER: Final = frozenset({"ul", "ol", "table", "pre"})
_DELIMITED: Final = re.compile(r"\$\$(.+?)\$\$|\\\((.+?)\\\)|\\\[(.+?)\\\]|(?<![\\$])\$([^$\n]*\\[^$\n]*)\$", re.S)
_STYLED: Final = re.compile(r"^\{\\(?:display|text)style(.*)\}$")
_FENCE: Final = re.compile(r"^([ \t>]*)(`{3,}|~{3,})[^\n`]*\n(.*?)^[ \t>]*\2[ \t]*$", re.S | re.M)
_DOLLARS: Final = re.compile(r"\$\$(.+?)\$\$|\$([^$]+?)\$", re.S)
GAPS: Final = ("table", "list", "definitions", "citation")
MIN_PART: Final = 4
"""Minimum characters of a part, without white space."""
MIN_WHOLE: Final = 40
"""Minimum characters of all parts of a table or list."""
MAX_BETWEEN: Final = 8
"""Maximum letters and digits between two parts in an output, such as the number of an item."""
MAX_LABEL: Final = 5
"""Maximum characters of a citation's link."""
MAX_NOTE: Final = 1000
"""Maximum characters of a note; longer targets are sections."""
CONTEXT: Final = 25
"""Number of characters before a citation, and of a note, that are looked up in the output."""
_PERMALINK: Final = re.compile(r"(?:\[source\])?[¶#]$")
"""Links after terms in documentation."""
_GUTTER: Final = "".join(map(str, range(1, 10_000)))
"""Line numbers of code."""
_KIND_OF: Final = {"table": "table", "ul": "list", "ol": "list", "dl": "definitions"}
_NOT_OWN: Final = frozenset((*PARTS, "noscript", "template"))
"""Elements whose text does not belong to a surrounding part."""


def recall(article: Article | None, example: Example) -> dict[str, tuple[int, int]]:
    """Kind → (recovered parts, expected parts)."""
    found, title = (parts_of_article(article), article.title) if article else (Counter[Part](), "")
    wanted = Counter({part: n for part, n in expected(example).items() if not _is_title(part, title)})
    came, total = (Counter(kind for kind, _ in parts.elements()) for parts in (found & wanted, wanted))
    return {kind: (came[kind], total[kind]) for kind in KINDS if total[kind]}


def expected(example: Example) -> Counter[Part]:
    """The parts of the page that are in its true text."""
    truth = dense(example.text)
    lines = {dense(line) for line in example.text.split("\n")}
    tree = parse_tree(example)
    return Counter() if tree is None else Counter(part for part in parts(tree) if _is_in_truth(part, truth, lines))


def parse_tree(example: Example) -> Element | None:
    """The page as lxml parses it; None if it is empty."""
    try:
        return html.document_fromstring(example.html.encode(), parser=html.HTMLParser(encoding="utf-8"))
    except etree.ParserError:
        return None


def _is_in_truth(part: Part, truth: str, lines: set[str]) -> bool:
    kind, text = part
    if kind == "heading":
        return text[2:] in lines
    return all(cell in truth for cell in text.split("\t")) if kind == "row" else dense(text) in truth


def parts_of_article(article: Article) -> Counter[Part]:
    """Rows, items and headings in the article's HTML; code and formulas in its Markdown."""
    tree = html.fragment_fromstring(article.html, create_parent="div")
    found = Counter(part for part in parts(tree) if part[0] in ("heading", "item", "row"))
    for fence in _FENCE.finditer(article.markdown):
        found.update(("code", line[len(fence[1]) :].rstrip()) for line in fence[3].split("\n"))
    found.update(("formula", _normalize_tex(match[1] or match[2])) for match in _DOLLARS.finditer(article.markdown))
    return found


def parts(root: Element) -> Iterator[Part]:
    """The parts in the markup of ``root``."""
    for element in root.iter(etree.Element):
        tag = element.tag
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            if text := dense_text(element):
                yield "heading", f"{tag[1]} {text}"
        elif tag == "li":
            if len(item := dense_text(element, *_INNER)) >= MIN_ITEM:
                yield "item", item
        elif tag == "tr" and next(element.iter("table"), None) is None:
            cells = [dense_text(cell) for cell in element if cell.tag in ("td", "th")]
            if sum(map(bool, cells)) >= 2:
                yield "row", "\t".join(cells)
        elif tag == "pre":
            yield from (("code", line) for line in _lines(element) if len(dense(line)) >= MIN_CODE)
    yield from (("formula", _normalize_tex(source)) for source in _formulas(root))


def _lines(pre: Element) -> list[str]:
    """The displayed lines, without trailing spaces."""
    pre = _copied(pre)
    for line_break in pre.iter("br"):
        line_break.text = "\n"
    return [line.rstrip() for line in "".join(map(str, pre.itertext())).replace("\xa0", " ").split("\n")]


def _copied(element: Element, *without: str) -> Element:
    """A copy without comments and descendants with these tags."""
    copied = deepcopy(element)
    etree.strip_elements(copied, etree.Comment, etree.PI, *without, with_tail=False)
    return copied


def _formulas(root: Element) -> Iterator[str]:
    """TeX in annotations, MathJax scripts and delimiters."""
    for element in root.iter("annotation", "script"):
        kind = (element.get("encoding") or element.get("type") or "").lower()
        if "tex" in kind and element.text:
            yield element.text
    for text in root.itertext("p", "div", "span", "td", "li", "dd", with_tail=True):
        if "$" in text or "\\(" in text or "\\[" in text:
            for match in _DELIMITED.finditer(str(text)):
                yield next(group for group in match.groups() if group)


def dense_text(element: Element, *without: str) -> str:
    """The text of ``element`` without descendants with these tags and without white space."""
    return dense("".join(map(str, _copied(element, "script", "style", *without).itertext())))


def _is_title(part: Part, title: str) -> bool:
    """Whether this is the heading that became the article's title."""
    return part[0] == "heading" and part[1][2:].casefold() == dense(title).casefold()


def _normalize_tex(source: str) -> str:
    """Removes spaces and Wikipedia's surrounding ``\\displaystyle``."""
    source = dense(source)
    styled = _STYLED.match(source)
    return styled[1] if styled else source


Whole = tuple[str, list[str]]
"""The kind of a table or list, and the texts of its parts."""
Citation = tuple[str, str]
"""The end of the text before the link, and the beginning of the note's longest text node."""
Wholes = tuple[list[Whole], list[Citation]]


def wholes_and_citations(example: Example) -> Wholes:
    """The page's tables, lists and citations."""
    tree = parse_tree(example)
    return ([], []) if tree is None else (list(_wholes(tree)), list(_citations(tree)))


def gaps(text: str, expected: Wholes) -> dict[str, tuple[int, int]]:
    """Kind → (incomplete, all) of the tables, lists and citations that are mostly in ``text``."""
    out, signs = dense(text), letters(text)
    total, incomplete = Counter[str](), Counter[str]()
    for kind, texts in expected[0]:
        parts = [part for part in map(letters, texts) if part]
        present = [part for part in parts if part in signs]
        pairs = [False, *(_follows(signs, *pair) for pair in pairwise(present)), False]
        together = [part for part, pair in zip(present, pairwise(pairs), strict=False) if any(pair)]
        if 2 * sum(map(len, together)) > sum(map(len, parts)):
            total[kind] += 1
            incomplete[kind] += len(present) < len(parts)
    for before, note in expected[1]:
        if before in out:
            total["citation"] += 1
            incomplete["citation"] += note not in out
    return {kind: (incomplete[kind], total[kind]) for kind in GAPS if total[kind]}


def _follows(text: str, part: str, following: str) -> bool:
    """Whether ``following`` comes right after ``part`` somewhere in ``text``."""
    starts = (match.end(1) for match in re.finditer(f"(?=({re.escape(part)}))", text))
    return any(text.find(following, at, at + MAX_BETWEEN + len(following)) >= 0 for at in starts)


def _wholes(tree: Element) -> Iterator[Whole]:
    for element in tree.iter(*PARTS):
        is_layout = next(element.iterdescendants("table"), None) is not None
        if is_layout or any(parent.tag in PARTS for parent in element.iterancestors()):
            continue
        texts = (_PERMALINK.sub("", dense_text(part, *_NOT_OWN)) for part in element.iter(*PARTS[str(element.tag)]))
        parts = [text for text in texts if len(text) >= MIN_PART and not _GUTTER.startswith(text)]
        if len(parts) > 1 and sum(map(len, parts)) >= MIN_WHOLE:
            yield _KIND_OF[str(element.tag)], parts


def _citations(tree: Element) -> Iterator[Citation]:
    targets = {element.get("id"): element for element in tree.iter(etree.Element) if element.get("id")}
    for link in tree.iter("a"):
        href = link.get("href") or ""
        label = dense("".join(map(str, link.itertext())))
        target = targets.get(href[1:]) if href.startswith("#") else None
        if target is None or not 0 < len(label) <= MAX_LABEL or not any(char.isdigit() for char in label):
            continue
        texts, before = [dense(str(text)) for text in target.itertext()], _before(link)
        note = max(texts, key=len, default="")
        if len(note) >= CONTEXT and sum(map(len, texts)) <= MAX_NOTE and len(before) >= CONTEXT:
            yield before[-CONTEXT:], note[:CONTEXT]


def _before(link: Element) -> str:
    """The text of the paragraph before the link."""
    paragraph = next(link.iterancestors("p", "li", "td", "dd", "div"), None)
    if paragraph is None:
        return ""
    inside = set(link.iter())
    texts: Any = paragraph.xpath(".//text()")
    before = takewhile(lambda text: text.getparent() not in inside, texts)
    return dense("".join(before))
