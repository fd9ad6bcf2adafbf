"""An article's HTML as the XHTML of an e-book: well-formed, every element where it may stand, nothing remote.

What the allow-list lets through is HTML that browsers bear; e-books are read by stricter programs.
So the tree is built anew: an element that may not stand where it does gives way to what is in it,
and no text is lost. Pictures are those of the book, links are well written, ids are unique.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from lxml import etree
from lxml import html as parser

from jingdu.library.exporters import mathml, tables
from jingdu.library.exporters.links import anchor, link
from jingdu.page.model import Element

XHTML: Final = "http://www.w3.org/1999/xhtml"
MOST_LEVELS: Final = 120
"""Levels of elements in each other; what lies deeper is text."""
_NOT_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WHOLE: Final = re.compile(r"\d{1,5}")


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
    return _Conversion(picture).run(html)


def plain(text: str) -> str:
    """``text`` without what XML can't hold."""
    return _NOT_XML.sub("", text)


class _Conversion:
    def __init__(self, picture: Callable[[str], str | None]) -> None:
        self._picture = picture
        self._ids: set[str] = set()
        self._pictures: dict[str, None] = {}
        self._has_math = False

    def run(self, html: str) -> Converted:
        source = parser.fragment_fromstring(f"<div>{plain(html)}</div>", create_parent="div")
        if "&#" in html:
            _mend_texts(source)
        section = etree.Element(f"{{{XHTML}}}section", nsmap={None: XHTML})  # type: ignore[dict-item]  # as lxml has it
        self._into(section, source, Place())
        self._mend_links(section)
        return Converted(_inside(section), self._has_math, list(self._pictures))

    def _into(self, out: Element, source: Element, place: Place) -> None:
        """Writes what is in ``source`` into ``out``."""
        _text(out, source.text)
        for child in source:
            if isinstance(child.tag, str):
                self._element(out, child, place._replace(level=place.level + 1))
            _text(out, child.tail)

    def _element(self, out: Element, source: Element, place: Place) -> None:
        tag = str(source.tag)
        if place.level > MOST_LEVELS:
            _text(out, _words(source))
        elif tag == "math":
            self._math(out, source)
        elif tag == "img":
            self._image(out, source)
        elif tag == "br":
            etree.SubElement(out, f"{{{XHTML}}}br")
        elif tag == "ruby":
            self._ruby(out, source, place)
        elif tag in tables.INLINE:
            self._inline(out, source, place)
        elif tag in tables.BLOCKS and place.phrasing:
            _text(out, " ")
            self._into(out, source, place)
            _text(out, " ")
        elif tag in tables.BLOCKS:
            getattr(self, f"_{tag}", self._block)(out, source, place)
        else:
            self._into(out, source, place)

    # inline

    def _inline(self, out: Element, source: Element, place: Place) -> None:
        """An inline element around blocks, a link in a link and a turned text of no direction give way."""
        tag = str(source.tag)
        href = self._href(source) if tag == "a" else None
        is_link = tag == "a" and href is not None
        around_blocks = any(isinstance(one.tag, str) and one.tag in tables.BLOCKS for one in source.iterdescendants())
        if around_blocks or (is_link and place.linked) or (tag == "bdo" and not source.get("dir")):
            self._into(out, source, place)
            return
        if tag == "a" and not is_link and not source.get("id"):
            self._into(out, source, place)
            return
        element = self._new(out, tag, source)
        if is_link and href:
            element.set("href", href)
        self._into(element, source, place._replace(phrasing=True, linked=place.linked or is_link))

    def _href(self, source: Element) -> str | None:
        href = source.get("href") or ""
        return f"#{anchor(href[1:])}" if href.startswith("#") and len(href) > 1 else link(href)

    def _mend_links(self, section: Element) -> None:
        """A link to a place that is not in the article is no link."""
        for one in section.iter(f"{{{XHTML}}}a"):
            href = one.get("href") or ""
            if href.startswith("#") and href[1:] not in self._ids:
                del one.attrib["href"]

    def _ruby(self, out: Element, source: Element, place: Place) -> None:
        """Text and readings by turns; readings without a text before them stand in brackets."""
        ruby = etree.SubElement(out, f"{{{XHTML}}}ruby")
        _text(ruby, source.text)
        for child in source:
            if child.tag == "rt":
                if _is_empty(ruby) or (len(ruby) and ruby[-1].tag == f"{{{XHTML}}}rt" and not (ruby[-1].tail or "")):
                    _text(ruby, f"({_words(child)})")
                else:
                    etree.SubElement(ruby, f"{{{XHTML}}}rt").text = _words(child)
            elif isinstance(child.tag, str) and child.tag != "rp":
                self._element(ruby, child, place._replace(phrasing=True, level=place.level + 1))
            _text(ruby, (child.tail or "").strip() and child.tail)
        if not any(one.tag == f"{{{XHTML}}}rt" for one in ruby) or ruby[-1].tag != f"{{{XHTML}}}rt" or ruby[-1].tail:
            self._flatten(out, ruby)

    def _flatten(self, out: Element, ruby: Element) -> None:
        """Readings in brackets: a row that ends in text would be no whole ruby."""
        words = "".join(
            (f"({one.text or ''})" if one.tag == f"{{{XHTML}}}rt" else _words(one)) + (one.tail or "") for one in ruby
        )
        whole = (ruby.text or "") + words
        out.remove(ruby)
        _text(out, whole)

    def _math(self, out: Element, source: Element) -> None:
        formula = mathml.formula(source)
        if formula is None:
            etree.SubElement(out, f"{{{XHTML}}}code").text = source.get("alttext") or _words(source)
        else:
            out.append(formula)
            self._has_math = True

    def _image(self, out: Element, source: Element) -> None:
        name = self._picture(source.get("src") or "")
        if name is None:
            _text(out, source.get("alt"))
            return
        self._pictures[name] = None
        image = etree.SubElement(out, f"{{{XHTML}}}img", src=name, alt=source.get("alt") or "")
        for side in ("width", "height"):
            if _WHOLE.fullmatch(source.get(side) or ""):
                image.set(side, source.get(side) or "")

    # blocks

    def _block(self, out: Element, source: Element, place: Place) -> None:
        tag = str(source.tag)
        if tag in tables.TEXTUAL:
            self._into(self._new(out, tag, source), source, place._replace(phrasing=True))
        elif tag in ("blockquote", "figure"):
            self._into(self._new(out, tag, source), source, place)
        else:  # a part without its whole
            self._into(self._new(out, "div", source), source, place)

    def _hr(self, out: Element, source: Element, place: Place) -> None:
        etree.SubElement(out, f"{{{XHTML}}}hr")

    def _ul(self, out: Element, source: Element, place: Place) -> None:
        """A list holds items alone; what else is in it becomes one."""
        items = self._new(out, str(source.tag), source)
        if source.tag == "ol" and re.fullmatch(r"-?\d{1,9}", source.get("start") or ""):
            items.set("start", source.get("start") or "")
        for part in _parts(source):
            if isinstance(part, str):
                _text(etree.SubElement(items, f"{{{XHTML}}}li"), part)
            elif part.tag == "li":
                self._into(self._new(items, "li", part), part, place)
            else:
                self._element(etree.SubElement(items, f"{{{XHTML}}}li"), part, place)

    _ol = _ul

    def _dl(self, out: Element, source: Element, place: Place) -> None:
        """Terms, then what is said of them; in another order it is a list of paragraphs."""
        parts = list(_parts(source))
        tags = "".join(
            {"dt": "t", "dd": "d"}.get("" if isinstance(part, str) else str(part.tag), "?") for part in parts
        )
        if not re.fullmatch(r"(?:t+d+)+", tags):
            self._loose(out, source, parts, place)
            return
        items = self._new(out, "dl", source)
        for part in parts:
            if not isinstance(part, str):
                inner = place._replace(phrasing=place.phrasing or part.tag == "dt")
                self._into(self._new(items, str(part.tag), part), part, inner)

    def _loose(self, out: Element, source: Element, parts: list[Element | str], place: Place) -> None:
        whole = self._new(out, "div", source)
        for part in parts:
            if isinstance(part, str):
                _text(whole, part)
            else:
                self._element(whole, part, place)

    def _figure(self, out: Element, source: Element, place: Place) -> None:
        """One caption, at the end; further ones are parts of the figure."""
        figure = self._new(out, "figure", source)
        captions = [child for child in source if child.tag == "figcaption"]
        _text(figure, source.text)
        for child in source:
            if child.tag != "figcaption" and isinstance(child.tag, str):
                self._element(figure, child, place._replace(level=place.level + 1))
            elif child in captions[1:]:
                self._into(etree.SubElement(figure, f"{{{XHTML}}}div"), child, place)
            _text(figure, child.tail)
        if captions:
            self._into(self._new(figure, "figcaption", captions[0]), captions[0], place)

    def _details(self, out: Element, source: Element, place: Place) -> None:
        """Open: a book can't be clicked everywhere. The summary first, with a mark of ours where there is none."""
        details = self._new(out, "details", source)
        details.set("open", "open")
        summary = next((child for child in source if child.tag == "summary"), None)
        heading = etree.SubElement(details, f"{{{XHTML}}}summary")
        if summary is None:
            heading.text = "…"
        else:
            self._into(heading, summary, place._replace(phrasing=True, linked=True))
        _text(details, source.text)
        for child in source:
            if child is not summary and isinstance(child.tag, str):
                self._element(details, child, place._replace(level=place.level + 1))
            _text(details, child.tail)

    def _table(self, out: Element, source: Element, place: Place) -> None:
        """Caption, head, rows; what stands between them follows as text."""
        rows = [row for row in source.iterdescendants("tr") if _table_of(row) is source]
        captions = [child for child in source if child.tag == "caption"]
        table = self._new(out, "table", source) if rows else out
        for caption in captions[:1] if rows else captions:
            within = self._new(table, "caption" if rows else "div", caption)
            self._into(within, caption, place._replace(phrasing=True))
        heads = [row for row in rows if str(getattr(row.getparent(), "tag", "")) == "thead"]
        if heads and len(heads) < len(rows) and rows[: len(heads)] == heads:
            self._rows(etree.SubElement(table, f"{{{XHTML}}}thead"), heads, place)
            rows = rows[len(heads) :]
        if rows:
            self._rows(etree.SubElement(table, f"{{{XHTML}}}tbody"), rows, place)

    def _rows(self, out: Element, rows: list[Element], place: Place) -> None:
        for row in rows:
            written = self._new(out, "tr", row)
            for part in _parts(row):
                if isinstance(part, str):
                    _text(etree.SubElement(written, f"{{{XHTML}}}td"), part)
                    continue
                is_cell = part.tag in ("td", "th")
                cell = self._new(written, str(part.tag) if is_cell else "td", part if is_cell else None)
                for name in ("colspan", "rowspan"):
                    if is_cell and re.fullmatch(r"[1-9]\d{0,2}", part.get(name) or ""):
                        cell.set(name, part.get(name) or "")
                self._into(cell, part, place) if is_cell else self._element(cell, part, place)

    def _new(self, out: Element, tag: str, source: Element | None) -> Element:
        element = etree.SubElement(out, f"{{{XHTML}}}{tag}")
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


def _mend_texts(source: Element) -> None:
    """Takes out what character references stood for that XML can't hold."""
    for element in source.iter():
        if isinstance(element.tag, str):
            element.text, element.tail = plain(element.text or ""), plain(element.tail or "")
            for name, value in element.attrib.items():
                element.set(name, plain(str(value)))


def _inside(section: Element) -> str:
    markup = etree.tostring(section, encoding="unicode")
    return markup.partition(">")[2].removesuffix("</section>") if len(section) or section.text else ""


def _text(out: Element, text: str | None) -> None:
    if not text:
        return
    if len(out):
        out[-1].tail = (out[-1].tail or "") + text
    else:
        out.text = (out.text or "") + text


def _parts(source: Element) -> Iterator[Element | str]:
    """Elements and the texts between them that are more than white space."""
    if (source.text or "").strip():
        yield source.text or ""
    for child in source:
        if isinstance(child.tag, str):
            yield child
        if (child.tail or "").strip():
            yield child.tail or ""


def _is_empty(element: Element) -> bool:
    return not len(element) and not (element.text or "").strip()


def _table_of(row: Element) -> Element | None:
    return next(row.iterancestors("table"), None)


def _words(element: Element) -> str:
    return "".join(map(str, element.itertext()))
