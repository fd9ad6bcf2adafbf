"""What stands by itself in an e-book: lists, figures, what opens, tables, each as its checkers want it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from jingdu.library.exporters import tables
from jingdu.library.exporters.nodes import add_text, child_of, parts, table_of
from jingdu.page.model import Element

if TYPE_CHECKING:
    from jingdu.library.exporters.xhtml import Conversion, Place


def block(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """A block of text, or one that holds blocks."""
    tag = str(source.tag)
    if tag in tables.TEXTUAL:
        conversion.into(conversion.new(out, tag, source), source, place._replace(phrasing=True))
    elif tag in ("blockquote", "figure"):
        conversion.into(conversion.new(out, tag, source), source, place)
    else:  # a part without its whole
        conversion.into(conversion.new(out, "div", source), source, place)


def rule(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """A line across the page."""
    child_of(out, "hr")


def items(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """A list holds items alone; what else is in it becomes one."""
    made = conversion.new(out, str(source.tag), source)
    if source.tag == "ol" and re.fullmatch(r"-?\d{1,9}", source.get("start") or ""):
        made.set("start", source.get("start") or "")
    for part in parts(source):
        if isinstance(part, str):
            add_text(child_of(made, "li"), part)
        elif part.tag == "li":
            conversion.into(conversion.new(made, "li", part), part, place)
        else:
            conversion.element(child_of(made, "li"), part, place)


def terms(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """Terms, then what is said of them; in another order it is a list of paragraphs."""
    found = list(parts(source))
    tags = "".join({"dt": "t", "dd": "d"}.get("" if isinstance(part, str) else str(part.tag), "?") for part in found)
    if not re.fullmatch(r"(?:t+d+)+", tags):
        _loose(conversion, out, source, found, place)
        return
    made = conversion.new(out, "dl", source)
    for part in found:
        if not isinstance(part, str):
            inner = place._replace(phrasing=place.phrasing or part.tag == "dt")
            conversion.into(conversion.new(made, str(part.tag), part), part, inner)


def _loose(conversion: Conversion, out: Element, source: Element, found: list[Element | str], place: Place) -> None:
    whole = conversion.new(out, "div", source)
    for part in found:
        if isinstance(part, str):
            add_text(whole, part)
        else:
            conversion.element(whole, part, place)


def figure(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """One caption, at the end; further ones are parts of the figure."""
    made = conversion.new(out, "figure", source)
    captions = [child for child in source if child.tag == "figcaption"]
    add_text(made, source.text)
    for child in source:
        if child.tag != "figcaption" and isinstance(child.tag, str):
            conversion.element(made, child, place._replace(level=place.level + 1))
        elif child in captions[1:]:
            conversion.into(child_of(made, "div"), child, place)
        add_text(made, child.tail)
    if captions:
        conversion.into(conversion.new(made, "figcaption", captions[0]), captions[0], place)


def details(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """Open: a book can't be clicked everywhere. The summary first, with a mark of ours where there is none."""
    made = conversion.new(out, "details", source)
    made.set("open", "open")
    summary = next((child for child in source if child.tag == "summary"), None)
    heading = child_of(made, "summary")
    if summary is None:
        heading.text = "…"
    else:
        conversion.into(heading, summary, place._replace(phrasing=True, linked=True))
    add_text(made, source.text)
    for child in source:
        if child is not summary and isinstance(child.tag, str):
            conversion.element(made, child, place._replace(level=place.level + 1))
        add_text(made, child.tail)


def table(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """Caption, head, rows; what stands between them follows as text."""
    rows = [row for row in source.iterdescendants("tr") if table_of(row) is source]
    captions = [child for child in source if child.tag == "caption"]
    made = conversion.new(out, "table", source) if rows else out
    for caption in captions[:1] if rows else captions:
        within = conversion.new(made, "caption" if rows else "div", caption)
        conversion.into(within, caption, place._replace(phrasing=True))
    heads = [row for row in rows if str(getattr(row.getparent(), "tag", "")) == "thead"]
    if heads and len(heads) < len(rows) and rows[: len(heads)] == heads:
        _rows(conversion, child_of(made, "thead"), heads, place)
        rows = rows[len(heads) :]
    if rows:
        _rows(conversion, child_of(made, "tbody"), rows, place)


def _rows(conversion: Conversion, out: Element, rows: list[Element], place: Place) -> None:
    for row in rows:
        written = conversion.new(out, "tr", row)
        for part in parts(row):
            if isinstance(part, str):
                add_text(child_of(written, "td"), part)
                continue
            is_cell = part.tag in ("td", "th")
            cell = conversion.new(written, str(part.tag) if is_cell else "td", part if is_cell else None)
            for name in ("colspan", "rowspan"):
                if is_cell and re.fullmatch(r"[1-9]\d{0,2}", part.get(name) or ""):
                    cell.set(name, part.get(name) or "")
            conversion.into(cell, part, place) if is_cell else conversion.element(cell, part, place)


KINDS: Final = {"hr": rule, "ul": items, "ol": items, "dl": terms, "figure": figure, "details": details, "table": table}
"""Tag → what writes it; all others that stand by themselves are written by `block`."""
