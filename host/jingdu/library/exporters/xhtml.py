"""An article's HTML as the XHTML of an e-book: well-formed, every element where it may stand, nothing remote.

What the allow-list lets through is HTML that browsers bear; e-books are read by stricter programs.
So the tree is built anew: an element that may not stand where it does gives way to what is in it,
and no text is lost. Pictures are those of the book, links are well written, ids are unique.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from lxml import etree
from lxml import html as parser

from jingdu.library.exporters import blocks, inline, tables
from jingdu.library.exporters.links import anchor
from jingdu.library.exporters.nodes import XHTML, add_text, child_of, inside, mend_texts, plain, words
from jingdu.page.model import Element

MOST_LEVELS: Final = 120
"""Levels of elements in each other; what lies deeper is text."""


class Place(NamedTuple):
    """Where in the book we are: ``phrasing`` among text and inline elements only, ``linked`` within a link."""

    phrasing: bool = False
    linked: bool = False
    level: int = 0


class Converted(NamedTuple):
    markup: str
    """The inside of a section."""
    has_math: bool
    pictures: list[str]
    """The files used, as ``picture`` names them."""


def convert(html: str, picture: Callable[[str], str | None]) -> Converted:
    """``html``, which is allow-listed, as XHTML; ``picture`` tells the file of a ``src``, None where it has none."""
    return Conversion(picture).run(html)


class Conversion:
    """One article on its way into the book: what is known of all of it, and the way down its tree."""

    def __init__(self, picture: Callable[[str], str | None]) -> None:
        self.picture = picture
        self.pictures: dict[str, None] = {}
        self.has_math = False
        self._ids: set[str] = set()

    def run(self, html: str) -> Converted:
        """The whole article, converted."""
        source = parser.fragment_fromstring(f"<div>{plain(html)}</div>", create_parent="div")
        if "&#" in html:
            mend_texts(source)
        section = etree.Element(f"{{{XHTML}}}section", nsmap={None: XHTML})  # type: ignore[dict-item]  # as lxml has it
        self.into(section, source, Place())
        self._mend_links(section)
        return Converted(inside(section), self.has_math, list(self.pictures))

    def into(self, out: Element, source: Element, place: Place) -> None:
        """Writes what is in ``source`` into ``out``."""
        add_text(out, source.text)
        for child in source:
            if isinstance(child.tag, str):
                self.element(out, child, place._replace(level=place.level + 1))
            add_text(out, child.tail)

    def element(self, out: Element, source: Element, place: Place) -> None:
        """Writes an element into ``out``, or what is in it where it may not stand there."""
        tag = str(source.tag)
        if place.level > MOST_LEVELS:
            add_text(out, words(source))
        elif tag in inline.KINDS:
            inline.KINDS[tag](self, out, source, place)
        elif tag in tables.INLINE:
            inline.inline(self, out, source, place)
        elif tag in tables.BLOCKS and place.phrasing:
            add_text(out, " ")
            self.into(out, source, place)
            add_text(out, " ")
        elif tag in tables.BLOCKS:
            blocks.KINDS.get(tag, blocks.block)(self, out, source, place)
        else:
            self.into(out, source, place)

    def new(self, out: Element, tag: str, source: Element | None) -> Element:
        """A new element at the end of ``out``, with those of the attributes of ``source`` that a book has."""
        element = child_of(out, tag)
        if source is None:
            return element
        for name in ("dir", "title", "class"):
            if value := source.get(name):
                element.set(name, value)
        if element.get("dir") not in (None, "ltr", "rtl", "auto"):
            del element.attrib["dir"]
        name = anchor(source.get("id") or "") if source.get("id") else ""
        if name and name not in self._ids:
            self._ids.add(name)
            element.set("id", name)
        return element

    def _mend_links(self, section: Element) -> None:
        """A link to a place that is not in the article is no link."""
        for one in section.iter(f"{{{XHTML}}}a"):
            href = one.get("href") or ""
            if href.startswith("#") and href[1:] not in self._ids:
                del one.attrib["href"]
