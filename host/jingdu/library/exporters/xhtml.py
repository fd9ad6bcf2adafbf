"""An article's HTML as the XHTML of an e-book: well-formed, every element where it is allowed, nothing remote.

What the allow-list lets through is HTML that browsers accept; e-books are read by stricter programs. An element that
is not allowed where it is gives way to its content, and no text is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from lxml import etree
from lxml import html as parser
from lxml.html import HtmlElement as Element

from jingdu.library.exporters import mathml
from jingdu.library.exporters.output import anchor, link, plain
from jingdu.render import maths

MAX_DEPTH: Final = 120
"""Levels of elements; what is deeper becomes text."""
INLINE: Final = frozenset(
    "a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small strong sub sup u var".split()
)
BLOCKS: Final = frozenset(
    "blockquote caption dd details dl dt figcaption figure h1 h2 h3 h4 h5 h6 header hr li ol p pre section summary "
    "table tbody td th thead tr ul".split()
)
KNOWN: Final = INLINE | BLOCKS | maths.TAGS | {"br", "img", "rt", "ruby"}
_PHRASING: Final = INLINE | set("p h1 h2 h3 h4 h5 h6 pre dt summary caption ruby".split())
"""Elements that hold text and inline elements alone."""
_PARENTS: Final = {
    "li": ("ul", "ol"), "dt": ("dl",), "dd": ("dl",), "summary": ("details",), "figcaption": ("figure",),
    "caption": ("table",), "thead": ("table",), "tbody": ("table",), "tr": ("thead", "tbody"), "td": ("tr",),
    "th": ("tr",), "rt": ("ruby",),
}  # fmt: skip
"""A part without its whole, as a ``td`` without its table, becomes a ``div``."""
_ANY: Final = "(?s:.*)"
_SPAN: Final = r"[1-9]\d{0,2}"
_ATTRIBUTES: Final = {
    "dir": ("", "ltr|rtl|auto"), "title": ("", _ANY), "class": ("", _ANY), "id": ("", _ANY), "href": ("a", _ANY),
    "src": ("img", _ANY), "alt": ("img", _ANY), "width": ("img", r"\d{1,5}"), "height": ("img", r"\d{1,5}"),
    "start": ("ol", r"-?\d{1,9}"), "open": ("details", _ANY), "colspan": ("td th", _SPAN), "rowspan": ("td th", _SPAN),
    "scope": ("th", "col|row|colgroup|rowgroup"),
}  # fmt: skip
"""Attribute → the elements that may have it, none for all; what its value looks like."""


class Converted(NamedTuple):
    """The content of a section; its pictures; whether there are formulas in it."""

    markup: str
    pictures: list[str]
    has_math: bool


def convert(html: str, picture: Callable[[str], str | None]) -> Converted:
    """``html``, which is allow-listed, as XHTML; ``picture`` gives the file of a ``src``, None where it has none."""
    reader = parser.HTMLParser(remove_comments=True, remove_pis=True)
    root = parser.fragment_fromstring(f"<div>{plain(html)}</div>", create_parent="div", parser=reader)
    if "&#" in html:
        for element in root.iter():  # what character references stood for that XML can't hold
            element.text, element.tail = plain(element.text or ""), plain(element.tail or "")
            for name, value in element.attrib.items():
                element.set(name, plain(str(value)))
    for element in root.xpath(f".//*[count(ancestor::*) = {MAX_DEPTH}]"):
        text = element.text_content()
        del element[:]
        element.text = text
    formulas = [one for one in root.iter("math") if next(one.iterancestors("math"), None) is None]
    written = [mathml.write(one) for one in formulas]
    pictures = [path for one in list(root.iter("img")) if (path := _picture(one, picture))]
    _unwrap(root)
    _arrange(root)
    _attributes(root)
    markup = etree.tostring(root, encoding="unicode").removeprefix("<div>").removesuffix("</div>")
    markup = "" if markup == "<div/>" else markup.replace("<math", f'<math xmlns="{mathml.NAMESPACE}"')
    return Converted(markup, list(dict.fromkeys(pictures)), any(written))


def _elements(root: Element) -> Iterator[Element]:
    """All elements in ``root``, outer ones first; the tree may be changed meanwhile."""
    return (one for one in list(root.iterdescendants()) if one.getparent() is not None)


def _picture(element: Element, picture: Callable[[str], str | None]) -> str | None:
    """A picture of the book; else its alternative text."""
    path = picture(element.get("src") or "")
    if path is None:
        element.text = element.get("alt") or ""
        element.drop_tag()
    else:
        element.set("src", path)
        element.set("alt", element.get("alt") or "")
    return path


def _unwrap(root: Element) -> None:
    """Leaves the content of unknown elements, of inline ones around blocks, and of blocks among text."""
    for element in _elements(root):
        tag = element.tag
        blocks = tag in INLINE and any(one.tag in BLOCKS for one in element.iterdescendants())
        idle = tag == "bdo" and not element.get("dir")
        stray = tag in maths.TAGS and tag != "math" and next(element.iterancestors("math"), None) is None
        if tag not in KNOWN or stray or blocks or idle or (tag == "a" and _is_no_link(element)):
            element.drop_tag()
        elif tag in BLOCKS and any(one.tag in _PHRASING for one in element.iterancestors()):
            element.text, element.tail = f" {element.text or ''}", f" {element.tail or ''}"
            element.drop_tag()


def _is_no_link(element: Element) -> bool:
    """Whether a link is in another, or in a summary, or leads nowhere; a valid address is written as it has to be."""
    href = element.get("href") or ""
    href = f"#{anchor(href[1:])}" if href.startswith("#") and len(href) > 1 else link(href) or ""
    element.set("href", href)
    inside = any(one.tag in ("a", "summary") for one in element.iterancestors())
    return inside if href else not element.get("id")


def _arrange(root: Element) -> None:
    """Puts the parts of lists, tables, figures and disclosures where they have to be."""
    for element in _elements(root):
        if element.tag in ("ul", "ol"):
            _wrap(element, "li", ("li",))
        elif arrange := _ARRANGE.get(str(element.tag)):
            arrange(element)
        parents = _PARENTS.get(str(element.tag))
        if parents and getattr(element.getparent(), "tag", None) not in parents:
            element.tag = "div"
            if element.getparent() is not None and element.getparent().tag in _PHRASING:
                element.drop_tag()


def _wrap(parent: Element, tag: str, allowed: tuple[str, ...]) -> None:
    """Puts whatever is in ``parent``, and is none of the ``allowed`` elements, into elements of that name."""
    texts = [(0, parent.text)] + [(at, child.tail) for at, child in enumerate(parent, 1)]
    parent.text = None
    for child in list(parent):
        child.tail = None
        if child.tag not in allowed:
            made = etree.Element(tag)
            parent.replace(child, made)
            made.append(child)
    for at, text in reversed(texts):
        if (text or "").strip():
            made = parser.Element(tag)
            made.text = text
            parent.insert(at, made)


def _terms(element: Element) -> None:
    """Terms, then their descriptions; in another order it is a list of paragraphs."""
    order = "".join({"dt": "t", "dd": "d"}.get(str(child.tag), "?") for child in element)
    if not re.fullmatch(r"(?:t+d+)+", order) or mathml.has_text(element):
        element.tag = "div"


def _figure(element: Element) -> None:
    """One caption, at the end; further ones are parts of the figure."""
    for number, caption in enumerate(element.findall("figcaption")):
        if number:
            caption.tag = "div"
        else:
            caption.drop_tree()
            caption.tail = None
            element.append(caption)


def _details(element: Element) -> None:
    """Open, as not every reader can open it; the summary first, an ellipsis where there is none."""
    element.set("open", "open")
    summary, *others = element.findall("summary") or [parser.Element("summary")]
    for other in others:
        other.tag = "div"
    if summary.getparent() is None:
        summary.text = "…"
    else:
        summary.drop_tree()
    summary.tail, element.text = element.text, None
    element.insert(0, summary)


def _table(table: Element) -> None:
    """Caption, head, rows."""
    rows = [row for row in table.iterdescendants("tr") if next(row.iterancestors("table"), None) is table]
    if not rows:
        table.tag = "div"
        return
    captions = table.findall("caption")[:1]
    heads = [row for row in rows if row.getparent().tag == "thead"]
    heads = heads if len(heads) < len(rows) and rows[: len(heads)] == heads else []
    del table[:]
    table.text = None
    table.extend(captions)
    for tag, found in (("thead", heads), ("tbody", rows[len(heads) :])):
        if found:
            etree.SubElement(table, tag).extend(found)
    for row in rows:
        row.tail = None
        _wrap(row, "td", ("td", "th"))


def _ruby(element: Element) -> None:
    """Text and readings in turns; in another order the readings are in brackets."""
    for bracket in element.findall("rp"):
        bracket.drop_tree()
    kinds = "b" if (element.text or "").strip() else ""
    for child in element:
        kinds += ("t" if child.tag == "rt" else "b") + ("b" if (child.tail or "").strip() else "")
    if not re.fullmatch(r"(?:b+t)+", kinds):
        for reading in element.findall("rt"):
            text = f"({reading.text_content()})"
            del reading[:]
            reading.text = text
            reading.drop_tag()
        element.drop_tag()


_ARRANGE: Final[dict[str, Callable[[Element], None]]] = {
    "dl": _terms, "figure": _figure, "details": _details, "table": _table, "ruby": _ruby
}  # fmt: skip


def _attributes(root: Element) -> None:
    """Keeps the attributes that a book knows, and of each id and link to it one form; links to no place are none."""
    ids: set[str] = set()
    for element in _elements(root):
        tag = str(element.tag)
        if tag in maths.TAGS:
            continue
        for name, value in element.attrib.items():
            owners, form = _ATTRIBUTES.get(str(name), ("-", ""))
            is_owner = not owners or tag in owners.split()
            if not (is_owner and re.fullmatch(form, str(value)) and (value or name == "alt")):
                del element.attrib[name]
        if name := anchor(element.get("id") or "") if element.get("id") else "":
            if name in ids:
                del element.attrib["id"]
            else:
                ids.add(name)
                element.set("id", name)
    for element in root.iter("a"):
        href = element.get("href") or ""
        if href.startswith("#") and href[1:] not in ids:
            del element.attrib["href"]
