"""Structure and completeness beside the page's own markup.

Structure: what of it that the true text holds comes out as what it was. True texts are plain, so what is a heading, a
list item, a row of a table, a line of code or a formula is known from the page: a part counts where its words stand in
the true text. Recall only; spaces count in lines of code alone. Code and formulas are looked for in
``Article.markdown``; headings with their level, list items and rows in ``Article.html``.

Completeness: of each table, list and list of definitions of which most came out, whether all of it did. The page's own
markup has the parts: cells, items, terms and definitions. A part came out where its text is in the output, white space
apart, so that peers which return plain text are measured in the same way. A citation is a short link to another place
of the page; it is kept where the text before it came out, and complete where the note it leads to did too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from lxml import etree, html

from jingdu.extractors.revise import PARTS
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
GAPS: Final = ("table", "list", "definitions", "citation")
MIN_PART: Final = 4
"""Characters without white space from which a part is looked for."""
MIN_WHOLE: Final = 40
"""Characters of all parts from which a table or list counts."""
MAX_MARK: Final = 5
"""Characters of a citation's mark."""
MAX_NOTE: Final = 1000
"""Characters of a note; a link to more leads to a section."""
CONTEXT: Final = 25
"""Characters before a citation by which it is found in the output, and of a note."""
_PERMALINK: Final = re.compile(r"(?:\[source\])?[¶#]$")
"""What documentation shows after a term: links to the source and to the term itself."""
_GUTTER: Final = "".join(map(str, range(1, 10_000)))
"""The numbers of the lines of code."""
_KIND_OF: Final = {"table": "table", "ul": "list", "ol": "list", "dl": "definitions"}
_NOT_OWN: Final = frozenset((*PARTS, "noscript", "template"))
"""Elements in a part whose text is not the part's own."""


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


class Whole(NamedTuple):
    """A table or list: its kind, and the text of each part."""

    kind: str
    parts: list[str]


class Citation(NamedTuple):
    """The text before the mark, and the beginning of the note's longest piece of text."""

    before: str
    note: str


Wanted = tuple[list[Whole], list[Citation]]


def wanted(example: Example) -> Wanted:
    """What the page has of tables, lists and citations."""
    tree = tree_of(example)
    return ([], []) if tree is None else (list(_wholes(tree)), list(_citations(tree)))


def gaps(text: str, page: Wanted) -> dict[str, tuple[int, int]]:
    """Kind → of how many of which most came out something is missing."""
    out = dense(text)
    found = {kind: [0, 0] for kind in GAPS}
    for kind, parts in page[0]:
        came = [part in out for part in parts]
        if 2 * sum(len(part) for part, here in zip(parts, came, strict=True) if here) > sum(map(len, parts)):
            found[kind][1] += 1
            found[kind][0] += not all(came)
    for before, note in page[1]:
        if before in out:
            found["citation"][1] += 1
            found["citation"][0] += note not in out
    return {kind: (missing, number) for kind, (missing, number) in found.items() if number}


def _wholes(tree: Element) -> Iterator[Whole]:
    for element in tree.iter(*PARTS):
        if next((inner for inner in element.iterdescendants("table")), None) is not None:
            continue  # the layout of a page
        if any(parent.tag in PARTS for parent in element.iterancestors()):
            continue
        parts = [
            text
            for part in element.iter(*PARTS[str(element.tag)])
            if len(text := _PERMALINK.sub("", dense(text_of(part, _NOT_OWN)))) >= MIN_PART
            and not _GUTTER.startswith(text)
        ]
        if len(parts) > 1 and sum(map(len, parts)) >= MIN_WHOLE:
            yield Whole(_KIND_OF[str(element.tag)], parts)


def _citations(tree: Element) -> Iterator[Citation]:
    places = {element.get("id"): element for element in tree.iter(etree.Element) if element.get("id")}
    for link in tree.iter("a"):
        href = link.get("href") or ""
        mark = dense("".join(map(str, link.itertext())))
        target = places.get(href[1:]) if href.startswith("#") else None
        if target is None or not 0 < len(mark) <= MAX_MARK or not any(char.isdigit() for char in mark):
            continue
        texts, before = [dense(str(text)) for text in target.itertext()], _before(link)
        note = max(texts, key=len, default="")
        if len(note) >= CONTEXT and sum(map(len, texts)) <= MAX_NOTE and len(before) >= CONTEXT:
            yield Citation(before[-CONTEXT:], note[:CONTEXT])


def _before(link: Element) -> str:
    paragraph = next((one for one in link.iterancestors() if one.tag in ("p", "li", "td", "dd", "div")), None)
    if paragraph is None:
        return ""
    pieces: list[str] = []
    for event, element in etree.iterwalk(paragraph, events=("start", "end")):
        if element is link:
            break
        text = element.text if event == "start" else element.tail if element is not paragraph else ""
        pieces.append(text or "")
    return dense("".join(pieces))
