"""Tables as GitHub has them: a head, one line a row, as many cells in each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from jingdu.page.model import Element
from jingdu.render.tables import MAX_SPAN


class Cell(NamedTuple):
    text: str
    columns: int = 1
    rows: int = 1


def spans(cell: Element) -> tuple[int, int]:
    """How many columns and rows a cell spans."""
    return _span(cell, "colspan"), _span(cell, "rowspan")


def table(rows: Iterable[list[Cell]]) -> str:
    """The Markdown of a table; the first row is its head, a cell that spans others has empty ones beside and below."""
    lines = list(_squared([row for row in rows if row]))
    width = max(map(len, lines), default=0)
    if not width:
        return ""
    full: list[list[str | None]] = [[*line, *[None] * (width - len(line))] for line in lines]
    full.insert(1, ["---"] * width)
    return "\n".join(map(_row, full))


def _squared(rows: list[list[Cell]]) -> Iterator[list[str | None]]:
    """The texts of each row; None for a column that the cell before it spans."""
    below: dict[int, int] = {}
    for row in rows:
        line: list[str | None] = []
        for cell in row:
            while below.get(len(line), 0) > 0:
                below[len(line)] -= 1
                line.append("")
            for at in range(len(line), len(line) + cell.columns):
                below[at] = cell.rows - 1
            line += [cell.text, *[None] * (cell.columns - 1)]
        below = {at: max(0, left - (at >= len(line))) for at, left in below.items()}
        yield line


def _row(cells: Sequence[str | None]) -> str:
    return "|" + "".join(" |" if cell is None else f" {_escaped(cell)} |" for cell in cells)


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")


def _span(cell: Element, name: str) -> int:
    value = cell.get(name) or ""
    return min(max(int(value[:4]), 1), MAX_SPAN) if value.isascii() and value.isdigit() else 1
