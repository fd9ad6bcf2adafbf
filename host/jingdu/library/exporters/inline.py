"""What is among text in an e-book: links, ruby, formulas, pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from jingdu.library.exporters import mathml
from jingdu.library.exporters.conversion import (
    BLOCKS,
    INLINE,
    Conversion,
    Place,
    Writer,
    add_text,
    child_of,
    is_a,
    words,
)
from jingdu.library.exporters.links import anchor, link
from jingdu.page.model import Element

_WHOLE: Final = re.compile(r"\d{1,5}")


def inline(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """Only the content of an element around blocks, a link in a link, a link to nowhere, ``bdo`` without direction."""
    tag = str(source.tag)
    href = _href(source) if tag == "a" else None
    around_blocks = any(isinstance(one.tag, str) and one.tag in BLOCKS for one in source.iterdescendants())
    is_idle = tag == "a" and not href and not source.get("id")
    if around_blocks or (href and place.linked) or (tag == "bdo" and not source.get("dir")) or is_idle:
        conversion.into(out, source, place)
        return
    made = conversion.copy(out, tag, source, place._replace(phrasing=True, linked=place.linked or bool(href)))
    if href:
        made.set("href", href)


def _href(source: Element) -> str | None:
    href = source.get("href") or ""
    return f"#{anchor(href[1:])}" if href.startswith("#") and len(href) > 1 else link(href)


def ruby(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """Text and readings in turns; readings without a text before them are in brackets."""
    row = child_of(out, "ruby")
    add_text(row, source.text)
    for child in source:
        if child.tag == "rt":
            is_empty = not len(row) and not (row.text or "").strip()
            if is_empty or (len(row) and is_a(row[-1], "rt") and not (row[-1].tail or "")):
                add_text(row, f"({words(child)})")
            else:
                child_of(row, "rt").text = words(child)
        elif isinstance(child.tag, str) and child.tag != "rp":
            conversion.element(row, child, place._replace(phrasing=True, level=place.level + 1))
        add_text(row, (child.tail or "").strip() and child.tail)
    if not len(row) or not is_a(row[-1], "rt") or row[-1].tail:
        _flatten(out, row)


def _flatten(out: Element, row: Element) -> None:
    """Readings in brackets: a row that ends in text is no ruby."""
    flat = "".join((f"({one.text or ''})" if is_a(one, "rt") else words(one)) + (one.tail or "") for one in row)
    whole = (row.text or "") + flat
    out.remove(row)
    add_text(out, whole)


def math(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """A formula; one that a book cannot hold becomes code."""
    formula = mathml.formula(source)
    if formula is None:
        child_of(out, "code").text = source.get("alttext") or words(source)
    else:
        out.append(formula)
        conversion.has_math = True


def image(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """A picture of the book; else its alternative text."""
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


WRITERS: Final[Mapping[str, Writer]] = dict.fromkeys(INLINE, inline) | {
    "math": math, "img": image, "br": line_break, "ruby": ruby
}  # fmt: skip
