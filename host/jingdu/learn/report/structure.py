"""Structure beside the page's own markup: what of it that the true text holds comes out as what it was.

True texts are plain, so what is a heading, a list item, a row of a table, a line of code
or a formula is known from the page: a part counts where its words stand in the true text.
Recall only; spaces count in lines of code alone. Code and formulas are looked for in
``Article.markdown``; headings with their level, list items and rows in ``Article.html``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from lxml import etree, html

from jingdu.learn.corpus import Example
from jingdu.page.model import Element
from jingdu.render.article import Article

KINDS: Final = ("heading", "item", "row", "code", "formula")
"""Headings, list items, rows of tables, lines of code, formulas in TeX."""
MIN_ITEM: Final = 20
"""Characters other than spaces from which a list item is known by its text."""
MIN_CODE: Final = 3

Part = tuple[str, str]
"""A kind and the text as it is to come out."""
_INNER: Final = frozenset({"ul", "ol", "table", "pre"})
_WRAPPED: Final = re.compile(r"\$\$(.+?)\$\$|\\\((.+?)\\\)|\\\[(.+?)\\\]|(?<![\\$])\$([^$\n]*\\[^$\n]*)\$", re.S)
_STYLED: Final = re.compile(r"^\{\\(?:display|text)style(.*)\}$")
_FENCE: Final = re.compile(r"^([ \t>]*)(`{3,}|~{3,})[^\n`]*\n(.*?)^[ \t>]*\2[ \t]*$", re.S | re.M)
_DOLLARS: Final = re.compile(r"\$\$(.+?)\$\$|\$([^$]+?)\$", re.S)


def kept(article: Article | None, example: Example) -> dict[str, tuple[int, int]]:
    """For each kind that the page has in its truth: how many came out, of how many."""
    wanted = expected(example)
    found = of_article(article) if article else Counter()
    if article:
        wanted = Counter({part: n for part, n in wanted.items() if not _is_title(part, article.title)})
    counts = {}
    for kind in KINDS:
        all_of = sum(n for part, n in wanted.items() if part[0] == kind)
        if all_of:
            counts[kind] = sum(min(n, found[part]) for part, n in wanted.items() if part[0] == kind), all_of
    return counts


def expected(example: Example) -> Counter[Part]:
    """The parts of the page whose words are in its true text."""
    truth = dense(example.text)
    lines = {dense(line) for line in example.text.split("\n")}
    tree = tree_of(example)
    return Counter() if tree is None else Counter(part for part in parts(tree) if _within(part, truth, lines))


def tree_of(example: Example) -> Element | None:
    """The page's own tree, as lxml alone builds it; None where it has none."""
    try:
        return html.document_fromstring(example.html.encode(), parser=html.HTMLParser(encoding="utf-8"))
    except etree.ParserError:
        return None


def _within(part: Part, truth: str, lines: set[str]) -> bool:
    kind, text = part
    if kind == "heading":
        return text[2:] in lines
    if kind == "row":
        return all(cell in truth for cell in text.split("\t"))
    return dense(text) in truth


def of_article(article: Article) -> Counter[Part]:
    """The parts of an article: rows, items and headings of its HTML, code and formulas of its Markdown."""
    tree = html.fragment_fromstring(article.html, create_parent="div")
    found = Counter(part for part in parts(tree) if part[0] in ("heading", "item", "row"))
    markdown = article.markdown
    for fence in _FENCE.finditer(markdown):
        indent = len(fence[1])
        found.update(("code", line[indent:].rstrip()) for line in fence[3].split("\n"))
    found.update(("formula", _bare(one[1] or one[2])) for one in _DOLLARS.finditer(markdown))
    return found


def parts(root: Element) -> Iterator[Part]:
    """Every part under ``root``, as its own markup has it."""
    for element in root.iter(etree.Element):
        tag = element.tag
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            if text := text_of(element):
                yield "heading", f"{tag[1]} {dense(text)}"
        elif tag == "li":
            item = dense(text_of(element, _INNER))
            if len(item) >= MIN_ITEM:
                yield "item", item
        elif tag == "tr":
            yield from _row(element)
        elif tag == "pre":
            yield from (("code", line) for line in _lines(element) if len(dense(line)) >= MIN_CODE)
    yield from (("formula", _bare(source)) for source in _formulas(root))


def _row(row: Element) -> Iterator[Part]:
    if next(row.iter("table"), None) is None:
        cells = [dense(text_of(cell)) for cell in row if cell.tag in ("td", "th")]
        if sum(map(bool, cells)) >= 2:
            yield "row", "\t".join(cells)


def _lines(pre: Element) -> list[str]:
    """The lines of ``pre`` as they are shown, spaces at their ends apart."""
    pieces: list[str] = []
    for element in pre.iter():
        if element.tag == "br":
            pieces.append("\n")
        elif isinstance(element.tag, str) and element.text:
            pieces.append(element.text)
        if element is not pre and element.tail:
            pieces.append(element.tail)
    return [line.rstrip() for line in "".join(pieces).replace("\xa0", " ").split("\n")]


def _formulas(root: Element) -> Iterator[str]:
    """TeX as pages hold it: annotations, scripts of MathJax, and marks around it in the text."""
    for element in root.iter("annotation", "script"):
        kind = (element.get("encoding") or element.get("type") or "").lower()
        if "tex" in kind and element.text:
            yield element.text
    for text in root.itertext("p", "div", "span", "td", "li", "dd", with_tail=True):
        if "$" in text or "\\(" in text or "\\[" in text:
            for match in _WRAPPED.finditer(str(text)):
                yield next(group for group in match.groups() if group)


def text_of(element: Element, without: frozenset[str] = frozenset()) -> str:
    """The text under ``element`` with white space folded, less what is under tags of ``without``."""
    pieces: list[str] = []
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, inner in walk:
        if event == "start":
            if inner is not element and (inner.tag in without or inner.tag in ("script", "style")):
                walk.skip_subtree()
            elif isinstance(inner.tag, str):
                pieces.append(inner.text or "")
        elif inner is not element:
            pieces.append(inner.tail or "")
    return " ".join("".join(pieces).split())


def _is_title(part: Part, title: str) -> bool:
    """The heading that the article has for its title is in no heading of its text."""
    return part[0] == "heading" and part[1][2:].casefold() == dense(title).casefold()


def _bare(source: str) -> str:
    """TeX without spaces, and without the style that Wikipedia puts around all of it."""
    source = dense(source)
    styled = _STYLED.match(source)
    return styled[1] if styled else source


def dense(text: str) -> str:
    return "".join(text.split())
