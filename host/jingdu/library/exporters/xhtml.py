"""An article's HTML as the XHTML of an e-book: well-formed, every element where it is allowed, nothing remote.

What the allow-list lets through is HTML that browsers accept; e-books are read by stricter programs.
The tree is built anew: an element that is not allowed where it is gives way to its content, and no text
is lost. Pictures are those of the book, links are well written, ids are unique.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from lxml import etree
from lxml import html as parser

from jingdu.library.exporters import blocks, inline
from jingdu.library.exporters.conversion import XHTML, Conversion, Place
from jingdu.library.exporters.output import plain
from jingdu.page.model import Element


class Converted(NamedTuple):
    markup: str
    """The content of a section."""
    has_math: bool
    pictures: list[str]
    """The files used, as ``picture`` names them."""


def convert(html: str, picture: Callable[[str], str | None]) -> Converted:
    """``html``, which is allow-listed, as XHTML; ``picture`` gives the file of a ``src``, None where it has none."""
    conversion = Conversion(picture, {**blocks.WRITERS, **inline.WRITERS})
    source = parser.fragment_fromstring(f"<div>{plain(html)}</div>", create_parent="div")
    if "&#" in html:
        _remove_invalid(source)
    section = etree.Element(f"{{{XHTML}}}section", nsmap={None: XHTML})  # type: ignore[dict-item]  # as lxml has it
    conversion.into(section, source, Place())
    _remove_dead_links(section, conversion.ids)
    return Converted(_inside(section), conversion.has_math, list(conversion.pictures))


def _remove_invalid(source: Element) -> None:
    """Removes what character references stood for that XML can't hold."""
    for element in source.iter():
        if isinstance(element.tag, str):
            element.text, element.tail = plain(element.text or ""), plain(element.tail or "")
            for name, value in element.attrib.items():
                element.set(name, plain(str(value)))


def _remove_dead_links(section: Element, ids: set[str]) -> None:
    """A link to a place that is not in the article is no link."""
    for one in section.iter(f"{{{XHTML}}}a"):
        href = one.get("href") or ""
        if href.startswith("#") and href[1:] not in ids:
            del one.attrib["href"]


def _inside(section: Element) -> str:
    """A section's markup without the section itself."""
    markup = etree.tostring(section, encoding="unicode")
    return markup.partition(">")[2].removesuffix("</section>") if len(section) or section.text else ""
