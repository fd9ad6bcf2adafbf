"""Tables: distinguishes data from code and layout, keeps infoboxes and data tables, renders attributes of cells."""

import re
from collections.abc import Container, Iterator
from functools import cache
from itertools import accumulate, islice
from typing import Final

from jingdu.page.model import Element, Page
from jingdu.page.query import HEADINGS, are_nested, inner_text, number
from jingdu.render.images import surroundings_fit

MAX_ROWS: Final = 60
"""Maximum rows that are examined."""
MAX_SPAN: Final = 100
MAX_CELL: Final = 400
"""Maximum characters of a cell in a table without headings; longer cells are columns of the page's layout."""

MAX_LINE: Final = 80
"""Maximum characters of a cell in a table of one row."""
_CODE: Final = re.compile(r"highlight|hljs|blob|rouge|crayon|syntax|codehilite|lntable|gutter|diff-table|\bcode", re.I)
_BLOCKS: Final = frozenset("p div h1 h2 h3 h4 h5 h6 ul ol form section article blockquote pre hr".split())
_INFOBOX: Final = re.compile(r"(?:^|\s)(?:portable-)?(?:infobox|taxobox|biota|vcard)")
_FACTS: Final = re.compile(r"(?:^|\s)(?:(?:portable-)?(?:info|taxo)box|infobox(?:_v\d|-table)|(?:J-)?basic-info)(?!\S)")
"""Classes of infoboxes in encyclopaedias; the last one is Baidu Baike's."""
_SCOPES: Final = frozenset({"col", "row", "colgroup", "rowgroup"})
_PARTS: Final = frozenset({"thead", "tbody", "tfoot"})


def rows(table: Element) -> Iterator[Element]:
    """The rows of a table, without those of nested tables."""
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in _PARTS:
            yield from child.iterchildren("tr")


def is_code(table: Element) -> bool:
    """Whether the table consists of code and line numbers."""
    outer, first = table.getparent(), next(rows(table), None)
    around = (table,) if outer is None else (table, outer)
    if first is None or not any(_CODE.search(step.get("class") or "") for step in around):
        return False
    return any(_CODE.search(cell.get("class") or "") or cell.find(".//pre") is not None for cell in first)


def is_data(table: Element) -> bool:
    """Whether the table has data: an infobox, headings, or regular rows of short cells."""
    if kind(table) or table.get("class") == "memberdecls":  # Doxygen's
        return True
    if table.get("role") in ("presentation", "none") or table.find(".//table") is not None:
        return False
    grid = [[cell for cell in row if cell.tag in ("td", "th")] for row in islice(rows(table), MAX_ROWS)]
    cells = [cell for row in grid for cell in row]
    if not cells or max(map(len, grid)) < 2 or len(grid) < 2:
        return table.find("caption") is not None and len(cells) > 1
    if any(cell.tag == "th" for cell in cells) or table.get("summary") or table.find("thead") is not None:
        return True
    sizes = [len(inner_text(cell).strip()) or cell.find(".//img") is not None for cell in cells]
    if max(sizes) > MAX_CELL or 2 * sizes.count(0) > len(cells):
        return False
    examined = [] if all(map(_is_line, cells)) else cells
    inner = [[step.tag for step in cell.iter() if step.tag in _BLOCKS] for cell in examined]
    blocks = sum(map(bool, inner)) if any(names not in ([], ["p"]) for names in inner) else 0
    widths = [len(row) for row in grid if row]
    return 3 * blocks < len(cells) and widths.count(max(widths, key=widths.count)) * 2 > len(widths)


def _is_line(cell: Element) -> bool:
    """Whether all of a cell's text is one line in nested ``div`` elements, as in tables of editors."""
    inner = [step for step in cell.iterdescendants() if step.tag in _BLOCKS]
    is_nested = all(step.tag == "div" for step in inner) and are_nested((cell, *inner))
    return is_nested and 0 < len(inner_text(cell).strip()) <= MAX_LINE


def is_line(table: Element, kept: Container[Element]) -> bool:
    """Whether the table is one row of at least three short, kept cells."""
    lines = list(islice(rows(table), 2))
    if len(lines) != 1 or len(lines[0]) < 3 or next(islice(table.iter("table", *_BLOCKS), 1, None), None) is not None:
        return False
    return all(cell in kept and len(inner_text(cell)) <= MAX_LINE for cell in lines[0])


def kind(table: Element) -> str:
    """The attribute ``class`` of an infobox as HTML; empty for other tables."""
    return ' class="infobox"' if _INFOBOX.search(f"{table.get('class') or ''} {table.get('id') or ''}") else ""


def keep_infoboxes(page: Page, keep: list[bool]) -> None:
    """Keeps each infobox if the container around it contains most of the kept blocks."""
    containers = page.containers
    infoboxes = containers.of_class(_FACTS.search, "box", "info")
    kept = [0, *accumulate(keep)] if infoboxes else []
    for container in infoboxes:
        inside = containers.blocks(container)
        if kept[-1] > kept[inside.start]:
            outer = containers.parents[container]
            while outer >= 0 and containers.blocks(outer) == inside:
                outer = containers.parents[outer]
            if outer >= 0 and 2 * containers.total(kept, outer) >= kept[-1]:
                keep[inside.start : inside.stop] = [True] * len(inside)


def keep_tables(page: Page, keep: list[bool]) -> None:
    """Keeps data tables of which at most half is kept, between kept blocks or right after the last.

    Either their surroundings fit, or a kept heading is right above them, and they are not mostly links.
    """
    containers = page.containers
    if "table" not in containers.tags or True not in keep:
        return
    kept = [0, *accumulate(keep)]
    fits = cache(lambda part: surroundings_fit(containers.elements[part]))
    start, last = keep.index(True), len(keep) - 1 - keep[::-1].index(True)
    for table in (at for at, tag in enumerate(containers.tags) if tag == "table"):
        first, end = containers.firsts[table], containers.lasts[table]
        element, is_kept = containers.elements[table], 2 * containers.total(kept, table) > end - first
        if first == end or not start < first <= last + 1 or is_kept or not is_data(element):
            continue
        part = table
        while (outer := containers.parents[part]) >= 0 and not containers.total(kept, outer):
            part = outer
        is_headed = keep[first - 1] and page.blocks.tags[first - 1] in HEADINGS
        links, size = sum(page.blocks.link_chars[first:end]), sum(map(len, page.blocks.texts[first:end]))
        if (fits(part) or (is_headed and 2 * links <= size)) and not is_code(element):
            keep[first:end] = [True] * (end - first)
            last = max(last, end - 1)


def cell(element: Element) -> tuple[str, str]:
    """A cell's tag, which is ``th`` in ``thead``, and its kept attributes as HTML."""
    row = element.getparent()
    group = row.getparent() if row is not None else None
    scope = (element.get("scope") or "").lower()
    attributes = spans(element) + (f' scope="{scope}"' if scope in _SCOPES else "")
    return "th" if group is not None and group.tag == "thead" else str(element.tag), attributes


def spans(cell: Element) -> str:
    """The attributes ``colspan`` and ``rowspan`` as HTML, if greater than 1."""
    found = ((name, number(cell.get(name))) for name in ("colspan", "rowspan"))
    return "".join(f' {name}="{value}"' for name, value in found if 1 < value <= MAX_SPAN)
