"""The blocks of an e-book: lists, figures, disclosures, tables, each as its checkers want it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from jingdu.library.exporters.conversion import BLOCKS, Conversion, Place, Writer, add_text, child_of, parts
from jingdu.page.model import Element

_TEXTUAL: Final = frozenset("p h1 h2 h3 h4 h5 h6 pre".split())
"""Blocks that hold text and inline elements alone."""
_WHOLE: Final = _TEXTUAL | {"blockquote", "section", "header"}


def block(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """A block of text or of blocks; a part without its whole, as a ``td`` without its table, is a ``div``."""
    tag = str(source.tag)
    inner = place._replace(phrasing=True) if tag in _TEXTUAL else place
    conversion.copy(out, tag if tag in _WHOLE else "div", source, inner)


def rule(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """A line across the page."""
    child_of(out, "hr")


def items(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """A list holds items alone; what else is in it becomes one."""
    made = conversion.new(out, str(source.tag), source)
    if source.tag == "ol" and re.fullmatch(r"-?\d{1,9}", source.get("start") or ""):
        made.set("start", source.get("start") or "")
    for part in parts(source):
        if not isinstance(part, str) and part.tag == "li":
            conversion.copy(made, "li", part, place)
        else:
            _loose(conversion, child_of(made, "li"), part, place)


def terms(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """Terms, then their descriptions; in another order it is a list of paragraphs."""
    found = list(parts(source))
    tags = "".join({"dt": "t", "dd": "d"}.get("" if isinstance(part, str) else str(part.tag), "?") for part in found)
    is_list = re.fullmatch(r"(?:t+d+)+", tags) is not None
    made = conversion.new(out, "dl" if is_list else "div", source)
    for part in found:
        if is_list and not isinstance(part, str):
            inner = place._replace(phrasing=place.phrasing or part.tag == "dt")
            conversion.copy(made, str(part.tag), part, inner)
        else:
            _loose(conversion, made, part, place)


def _loose(conversion: Conversion, out: Element, part: Element | str, place: Place) -> None:
    if isinstance(part, str):
        add_text(out, part)
    else:
        conversion.element(out, part, place)


def figure(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """One caption, at the end; further ones are parts of the figure."""
    made = conversion.new(out, "figure", source)
    captions = [child for child in source if child.tag == "figcaption"]
    add_text(made, source.text)
    for child in source:
        if child.tag != "figcaption":
            conversion.child(made, child, place)
            continue
        if child is not captions[0]:
            conversion.into(child_of(made, "div"), child, place)
        add_text(made, child.tail)
    if captions:
        conversion.copy(made, "figcaption", captions[0], place)


def details(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """Open, as not every reader can open it; the summary first, an ellipsis where there is none."""
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
        if child is not summary:
            conversion.child(made, child, place)
        else:
            add_text(made, child.tail)


def table(conversion: Conversion, out: Element, source: Element, place: Place) -> None:
    """Caption, head, rows; text between them follows as text."""
    rows = [row for row in source.iterdescendants("tr") if next(row.iterancestors("table"), None) is source]
    captions = [child for child in source if child.tag == "caption"]
    made = conversion.new(out, "table", source) if rows else out
    for caption in captions[:1] if rows else captions:
        conversion.copy(made, "caption" if rows else "div", caption, place._replace(phrasing=True))
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
            if isinstance(part, str) or part.tag not in ("td", "th"):
                _loose(conversion, child_of(written, "td"), part, place)
                continue
            cell = conversion.copy(written, str(part.tag), part, place)
            for name in ("colspan", "rowspan"):
                if re.fullmatch(r"[1-9]\d{0,2}", part.get(name) or ""):
                    cell.set(name, part.get(name) or "")
            if part.tag == "th" and part.get("scope") in ("col", "row", "colgroup", "rowgroup"):
                cell.set("scope", part.get("scope") or "")


WRITERS: Final[Mapping[str, Writer]] = dict.fromkeys(BLOCKS, block) | {
    "hr": rule, "ul": items, "ol": items, "dl": terms, "figure": figure, "details": details, "table": table
}  # fmt: skip
