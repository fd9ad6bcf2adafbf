"""An article's tree rewritten as XHTML: what stands where is decided by the writers of `blocks` and `inline`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from lxml import etree

from jingdu.library.exporters.output import anchor
from jingdu.page.model import Element

XHTML: Final = "http://www.w3.org/1999/xhtml"
MAX_DEPTH: Final = 120
"""Levels of elements; what is deeper becomes text."""
INLINE: Final = frozenset(
    "a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small strong sub sup u var".split()
)
BLOCKS: Final = frozenset(
    "blockquote caption dd details dl dt figcaption figure h1 h2 h3 h4 h5 h6 header hr li ol p pre section summary "
    "table tbody td th thead tr ul".split()
)


class Place(NamedTuple):
    """Where an element goes: ``phrasing`` among text and inline elements only, ``linked`` within a link."""

    phrasing: bool = False
    linked: bool = False
    level: int = 0


Writer = Callable[["Conversion", Element, Element, Place], None]
"""Writes an element, the second, at the end of the first."""


class Conversion:
    """One article. ``picture`` gives the path of a ``src`` in the book, or None; ``writers`` are by tag."""

    def __init__(self, picture: Callable[[str], str | None], writers: Mapping[str, Writer]) -> None:
        self.picture = picture
        self.pictures: dict[str, None] = {}
        self.has_math = False
        self.ids: set[str] = set()
        self._writers = writers

    def into(self, out: Element, source: Element, place: Place) -> None:
        """Writes the content of ``source`` into ``out``."""
        add_text(out, source.text)
        for child in source:
            self.child(out, child, place)

    def child(self, out: Element, source: Element, place: Place) -> None:
        """Writes an element one level deeper, and the text behind it."""
        if isinstance(source.tag, str):
            self.element(out, source, place._replace(level=place.level + 1))
        add_text(out, source.tail)

    def element(self, out: Element, source: Element, place: Place) -> None:
        """Writes an element into ``out``, or only its content where it is not allowed there."""
        tag = str(source.tag)
        if place.level > MAX_DEPTH:
            add_text(out, words(source))
        elif tag in BLOCKS and place.phrasing:
            add_text(out, " ")
            self.into(out, source, place)
            add_text(out, " ")
        elif writer := self._writers.get(tag):
            writer(self, out, source, place)
        else:
            self.into(out, source, place)

    def copy(self, out: Element, tag: str, source: Element, place: Place) -> Element:
        """Writes ``source`` with its content as an element of this name."""
        made = self.new(out, tag, source)
        self.into(made, source, place)
        return made

    def new(self, out: Element, tag: str, source: Element) -> Element:
        """A new element at the end of ``out``, with the attributes of ``source`` that a book keeps."""
        element = child_of(out, tag)
        for name in ("dir", "title", "class"):
            if (value := source.get(name)) and (name != "dir" or value in ("ltr", "rtl", "auto")):
                element.set(name, value)
        name = anchor(source.get("id") or "") if source.get("id") else ""
        if name and name not in self.ids:
            self.ids.add(name)
            element.set("id", name)
        return element


def child_of(out: Element, tag: str) -> Element:
    """A new element at the end of ``out``."""
    return etree.SubElement(out, f"{{{XHTML}}}{tag}")


def is_a(element: Element, tag: str) -> bool:
    """Whether an element of the book has that name."""
    return bool(element.tag == f"{{{XHTML}}}{tag}")


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


def words(element: Element) -> str:
    """All text in an element."""
    return "".join(map(str, element.itertext()))
