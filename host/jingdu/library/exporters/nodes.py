"""The tree of an e-book's section, and the one it is made of: words, parts, texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

from jingdu.page.model import Element

XHTML: Final = "http://www.w3.org/1999/xhtml"
_NOT_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(text: str) -> str:
    """``text`` without what XML can't hold."""
    return _NOT_XML.sub("", text)


def child_of(out: Element, tag: str) -> Element:
    """A new element at the end of ``out``."""
    return etree.SubElement(out, f"{{{XHTML}}}{tag}")


def is_a(element: Element, tag: str) -> bool:
    """Whether an element of the book has that name."""
    return bool(element.tag == f"{{{XHTML}}}{tag}")


def mend_texts(source: Element) -> None:
    """Takes out what character references stood for that XML can't hold."""
    for element in source.iter():
        if isinstance(element.tag, str):
            element.text, element.tail = plain(element.text or ""), plain(element.tail or "")
            for name, value in element.attrib.items():
                element.set(name, plain(str(value)))


def inside(section: Element) -> str:
    """A section's markup without the section itself."""
    markup = etree.tostring(section, encoding="unicode")
    return markup.partition(">")[2].removesuffix("</section>") if len(section) or section.text else ""


def add_text(out: Element, text: str | None) -> None:
    """Writes text at the end of an element."""
    if not text:
        return
    if len(out):
        out[-1].tail = (out[-1].tail or "") + text
    else:
        out.text = (out.text or "") + text


def parts(source: Element) -> Iterator[Element | str]:
    """Elements and the texts between them that are more than white space."""
    if (source.text or "").strip():
        yield source.text or ""
    for child in source:
        if isinstance(child.tag, str):
            yield child
        if (child.tail or "").strip():
            yield child.tail or ""


def is_empty(element: Element) -> bool:
    """Whether there is neither an element nor a word in it."""
    return not len(element) and not (element.text or "").strip()


def table_of(row: Element) -> Element | None:
    """The table that a row belongs to: the nearest."""
    return next(row.iterancestors("table"), None)


def words(element: Element) -> str:
    """All text in an element."""
    return "".join(map(str, element.itertext()))
