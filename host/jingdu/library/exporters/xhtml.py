"""Converts an article's HTML to valid XHTML for e-books, without remote content.

The allow-list admits HTML that browsers accept, but e-book readers are stricter. An element that is not allowed in its
place is replaced by its content, so no text is lost.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from lxml import etree, html as parser
from lxml.html import HtmlElement as Element

from jingdu.library.exporters import mathml
from jingdu.library.exporters.output import anchor, link, xml_safe
from jingdu.render import maths
from jingdu.render.markdown.notes import Notes

INLINE: Final = frozenset(
    "a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small strong sub sup u var".split()
)
BLOCKS: Final = frozenset(
    "blockquote caption dd details dl dt figcaption figure h1 h2 h3 h4 h5 h6 header hr li ol p pre section summary "
    "table tbody td th thead tr ul".split()
)
KNOWN: Final = INLINE | BLOCKS | maths.TAGS | {"br", "img", "rt", "ruby"}
_PHRASING: Final = INLINE | set("p h1 h2 h3 h4 h5 h6 pre dt summary caption ruby".split())
"""Elements that contain only phrasing content."""
_PARENTS: Final = {
    "li": ("ul", "ol"), "dt": ("dl",), "dd": ("dl",), "summary": ("details",), "figcaption": ("figure",),
    "caption": ("table",), "thead": ("table",), "tbody": ("table",), "tr": ("thead", "tbody"), "td": ("tr",),
    "th": ("tr",), "rt": ("ruby",),
}  # fmt: skip
"""Element → allowed parents; elsewhere it becomes a ``div``."""
_FORBIDDEN: Final = re.compile(
    r"&#(?:x0*(?:[0-8bcef]|1[\da-f]|fff[ef])(?![\da-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]|6553[45])(?!\d));?", re.IGNORECASE
)
"""References to characters that XML forbids; libxml2 resolves them from 2.14 on."""
_ANY: Final = "(?s:.+)"
_SPAN: Final = r"[1-9]\d{0,2}"
_ATTRIBUTES: Final = {
    "dir": ("", "ltr|rtl|auto"), "title": ("", _ANY), "class": ("", _ANY), "id": ("", _ANY), "href": ("a", _ANY),
    "src": ("img", _ANY), "alt": ("img", "(?s:.*)"), "width": ("img", r"\d{1,5}"), "height": ("img", r"\d{1,5}"),
    "start": ("ol", r"-?\d{1,9}"), "value": ("li", r"\d{1,9}"), "open": ("details", _ANY),
    "colspan": ("td th", _SPAN), "rowspan": ("td th", _SPAN), "scope": ("th", "col|row|colgroup|rowgroup"),
    "type": ("ol", "[aAiI]"),
}  # fmt: skip
"""Attribute → elements that may have it (empty for all), and pattern of its value."""


class Converted(NamedTuple):
    """The content of a section, the paths of its pictures, and whether it has formulas."""

    markup: str
    pictures: list[str]
    has_math: bool


def convert(html: str, picture: Callable[[str], str | None]) -> Converted:
    """Converts allow-listed HTML; ``picture`` maps a ``src`` to the path in the book, or to None."""
    reader = parser.HTMLParser(remove_comments=True, remove_pis=True)
    safe = _FORBIDDEN.sub("", xml_safe(html))
    root = parser.fragment_fromstring(f"<div>{safe}</div>", create_parent="div", parser=reader)
    formulas = [math for math in root.iter("math") if next(math.iterancestors("math"), None) is None]
    written = [mathml.write(formula) for formula in formulas]
    pictures = [path for image in list(root.iter("img")) if (path := _picture(image, picture))]
    notes = _notes(root)
    _unwrap(root)
    _arrange(root)
    _attributes(root)
    for element, kind in notes.items():
        if element.get("href" if kind == "noteref" else "id"):
            element.set("epub:type", kind)
    markup = etree.tostring(root, encoding="unicode").removeprefix("<div>").removesuffix("</div>")
    markup = "" if markup == "<div/>" else markup.replace("<math", f'<math xmlns="{mathml.NAMESPACE}"')
    return Converted(markup, list(dict.fromkeys(pictures)), any(written))


def _notes(root: Element) -> dict[Element, str]:
    """The ``epub:type`` of note references and notes, with which e-book readers show a note in place.

    The id of a note moves from its anchor to its block, which is what readers show.
    """
    found = Notes(root)
    marks = {mark if mark.tag == "a" else next(mark.iter("a")): "noteref" for mark in found.marks}
    names = {mark.get("href", "")[1:] for mark in marks}
    for target in [target for target in root.iter("a") if target.get("id") in names and not target.get("href")]:
        note = next((outer for outer in target.iterancestors() if outer in found.labels), None)
        if note is not None and not note.get("id"):
            note.set("id", target.get("id"))
            target.drop_tag()
    return marks | dict.fromkeys(found.labels, "footnote")


def _elements(root: Element) -> Iterator[Element]:
    """All descendants of ``root``, outer ones first, skipping those removed during the iteration."""
    return (element for element in list(root.iterdescendants()) if element.getparent() is not None)


def _picture(element: Element, picture: Callable[[str], str | None]) -> str | None:
    """Sets the path of a picture, or replaces it by its alternative text."""
    path = picture(element.get("src") or "")
    if path is None:
        element.text = element.get("alt") or ""
        element.drop_tag()
    else:
        element.set("src", path)
        element.set("alt", element.get("alt") or "")
    return path


def _unwrap(root: Element) -> None:
    """Unwraps unknown elements, inline elements around blocks, and blocks in phrasing content."""
    for element in _elements(root):
        tag = element.tag
        has_blocks = tag in INLINE and any(inner.tag in BLOCKS for inner in element.iterdescendants())
        lacks_dir = tag == "bdo" and not element.get("dir")
        is_stray = tag in maths.TAGS and tag != "math" and next(element.iterancestors("math"), None) is None
        if tag not in KNOWN or is_stray or has_blocks or lacks_dir or (tag == "a" and _is_invalid_link(element)):
            element.drop_tag()
        elif tag in BLOCKS and any(outer.tag in _PHRASING for outer in element.iterancestors()):
            element.text, element.tail = f" {element.text or ''}", f" {element.tail or ''}"
            element.drop_tag()


def _is_invalid_link(element: Element) -> bool:
    """Normalises a link's address; True if it is nested in a link or summary, or has neither address nor id."""
    href = element.get("href") or ""
    href = f"#{anchor(href[1:])}" if href.startswith("#") and len(href) > 1 else link(href) or ""
    element.set("href", href)
    return next(element.iterancestors("a", "summary"), None) is not None if href else not element.get("id")


def _arrange(root: Element) -> None:
    """Arranges the parts of lists, tables, figures and disclosures as the content models require."""
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
    """Wraps text and children of ``parent`` that are not ``allowed`` in elements named ``tag``."""
    texts = [(0, parent.text)] + [(at, child.tail) for at, child in enumerate(parent, 1)]
    parent.text = None
    for child in list(parent):
        child.tail = None
        if child.tag not in allowed:
            wrapper = etree.Element(tag)
            parent.replace(child, wrapper)
            wrapper.append(child)
    for at, text in reversed(texts):
        if (text or "").strip():
            wrapper = parser.Element(tag)
            wrapper.text = text
            parent.insert(at, wrapper)


def _terms(element: Element) -> None:
    """Turns a ``dl`` that does not consist of groups of terms and descriptions into a ``div``."""
    order = "".join({"dt": "t", "dd": "d"}.get(str(child.tag), "?") for child in element)
    if not re.fullmatch(r"(?:t+d+)+", order) or mathml.has_text(element):
        element.tag = "div"


def _figure(element: Element) -> None:
    """Moves the caption to the end; further ones become ``div``."""
    for number, caption in enumerate(element.findall("figcaption")):
        if number:
            caption.tag = "div"
        else:
            caption.drop_tree()
            caption.tail = None
            element.append(caption)


def _details(element: Element) -> None:
    """Opens a disclosure, as not every reader can, and puts its summary first; a missing one becomes an ellipsis."""
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
    """Reduces a table to caption, head and body."""
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
    """Turns ruby that does not alternate text and readings into text with readings in parentheses."""
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
    """Keeps allowed attributes, makes ids unique XML names, and removes links to missing ids."""
    ids: set[str] = set()
    for element in _elements(root):
        if element.tag in maths.TAGS:
            continue
        mathml.keep_attributes(element, _ATTRIBUTES)
        if identity := element.get("id"):
            name = anchor(identity)
            if name in ids:
                del element.attrib["id"]
            else:
                ids.add(name)
                element.set("id", name)
    for element in root.iter("a"):
        href = element.get("href") or ""
        if href.startswith("#") and href[1:] not in ids:
            del element.attrib["href"]
