"""What stands among text in an e-book: links, readings above characters, formulas, pictures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from jingdu.library.exporters import mathml, tables
from jingdu.library.exporters.links import anchor, link
from jingdu.library.exporters.nodes import add_text, child_of, is_a, is_empty, words
from jingdu.page.model import Element

if TYPE_CHECKING:
    from jingdu.library.exporters.xhtml import Conversion, Place

_WHOLE: Final = re.compile(r"\d{1,5}")


def inline(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """An inline element around blocks, a link in a link and a turned text of no direction give way."""
    tag = str(source.tag)
    href = _href(source) if tag == "a" else None
    is_link = tag == "a" and href is not None
    around_blocks = any(isinstance(one.tag, str) and one.tag in tables.BLOCKS for one in source.iterdescendants())
    if around_blocks or (is_link and place.linked) or (tag == "bdo" and not source.get("dir")):
        conversion.into(out, source, place)
        return
    if tag == "a" and not is_link and not source.get("id"):
        conversion.into(out, source, place)
        return
    element = conversion.new(out, tag, source)
    if is_link and href:
        element.set("href", href)
    conversion.into(element, source, place._replace(phrasing=True, linked=place.linked or is_link))


def _href(source: Element) -> str | None:
    href = source.get("href") or ""
    return f"#{anchor(href[1:])}" if href.startswith("#") and len(href) > 1 else link(href)


def ruby(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """Text and readings by turns; readings without a text before them stand in brackets."""
    row = child_of(out, "ruby")
    add_text(row, source.text)
    for child in source:
        if child.tag == "rt":
            if is_empty(row) or (len(row) and is_a(row[-1], "rt") and not (row[-1].tail or "")):
                add_text(row, f"({words(child)})")
            else:
                child_of(row, "rt").text = words(child)
        elif isinstance(child.tag, str) and child.tag != "rp":
            conversion.element(row, child, place._replace(phrasing=True, level=place.level + 1))
        add_text(row, (child.tail or "").strip() and child.tail)
    if not any(is_a(one, "rt") for one in row) or not is_a(row[-1], "rt") or row[-1].tail:
        _flatten(out, row)


def _flatten(out: Element, row: Element) -> None:
    """Readings in brackets: a row that ends in text would be no whole ruby."""
    told = "".join((f"({one.text or ''})" if is_a(one, "rt") else words(one)) + (one.tail or "") for one in row)
    whole = (row.text or "") + told
    out.remove(row)
    add_text(out, whole)


def math(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """A formula as the book has them; one that it can't have as code."""
    formula = mathml.formula(source)
    if formula is None:
        child_of(out, "code").text = source.get("alttext") or words(source)
    else:
        out.append(formula)
        conversion.has_math = True


def image(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """A picture that the book has; else the words that stand for it."""
    name = conversion.picture(source.get("src") or "")
    if name is None:
        add_text(out, source.get("alt"))
        return
    conversion.pictures[name] = None
    made = child_of(out, "img")
    made.set("src", name)
    made.set("alt", source.get("alt") or "")
    for side in ("width", "height"):
        if _WHOLE.fullmatch(source.get(side) or ""):
            made.set(side, source.get(side) or "")


def line_break(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """The end of a line."""
    child_of(out, "br")


KINDS: Final = {"math": math, "img": image, "br": line_break, "ruby": ruby}
"""Tag → what writes it; all others that stand among text are written by `inline`."""
