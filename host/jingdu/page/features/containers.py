"""The containers around a block: tags, landmarks, how much text they hold, and blocks of the same shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from jingdu.page.features.columns import Columns, Sums
from jingdu.page.model import Box, Page

_LANDMARKS: Final = frozenset("nav footer header aside main article section form dialog".split())
_HOLDERS: Final = frozenset("table ul ol dl blockquote figure form details pre menu".split())
LEVELS: Final = ("box", "parent", "grand", "great", "ancestor")
"""The box of a block and the four around it, from the inside."""
FAR_DOWN: Final = 30
"""Ranks in a box are not told apart beyond this."""


class _Surroundings(NamedTuple):
    """What a box is, and hands down to the boxes inside it."""

    landmark: str = "none"
    holder: str = "none"
    hidden: int = 0


def container_columns(page: Page) -> Columns:
    """Tags of the container and its ancestors, and the nearest landmark and holder."""
    states: list[_Surroundings] = []
    outside = _Surroundings()
    for box in page.boxes:
        if box.first == box.last:
            states.append(outside)  # no block will ask
            continue
        outer = states[box.parent.index] if box.parent else outside
        states.append(
            _Surroundings(
                box.tag if box.tag in _LANDMARKS else outer.landmark,
                box.tag if box.tag in _HOLDERS else outer.holder,
                outer.hidden or _hidden(box),
            )
        )
    boxes = [block.box for block in page.blocks]
    parents = [box.parent or box for box in boxes]
    mine = [states[box.index] for box in boxes]
    return {
        "tag": [box.tag for box in boxes],
        "parent_tag": [box.tag for box in parents],
        "grand_tag": [(box.parent or box).tag for box in parents],
        "depth": [box.depth for box in boxes],
        "landmark": [state.landmark for state in mine],
        "holder": [state.holder for state in mine],
        "hidden": [state.hidden for state in mine],
    }


def _hidden(box: Box) -> int:
    get = box.element.get
    if get("hidden") is not None or get("data-jingdu-hidden") is not None or get("aria-hidden") == "true":
        return 1
    style = get("style")
    return int(style is not None and "none" in style and "display" in style.lower())


def holder_columns(page: Page, sums: Sums) -> Columns:
    """The text of the box, its parent and further ancestors: how much, how pure, what share of the page."""
    table: Columns = {}
    for level, spans in zip(LEVELS, spans_of(page), strict=True):
        table.update(_held(level, spans, sums))
        if level in LEVELS[:3]:
            table[f"{level}_blocks"] = [last - first for first, last in spans]
            table[f"{level}_rank"] = [min(i - first, FAR_DOWN) for i, (first, _) in enumerate(spans)]
    return table


def spans_of(page: Page) -> Iterator[list[tuple[int, int]]]:
    """For each of ``LEVELS`` the first and last block (exclusive) of that box around each block."""
    boxes = [block.box for block in page.blocks]
    for _ in LEVELS:
        yield [(box.first, box.last) for box in boxes]
        boxes = [box.parent or box for box in boxes]


def _held(level: str, spans: list[tuple[int, int]], sums: Sums) -> Columns:
    prose, plain, size = sums.prose, sums.plain, sums.size
    return {
        f"{level}_share": [(prose[b] - prose[a]) / sums.total_prose for a, b in spans],
        f"{level}_pure": [(plain[b] - plain[a]) / ((size[b] - size[a]) or 1) for a, b in spans],
        f"{level}_mean": [(plain[b] - plain[a]) / (b - a) for a, b in spans],
    }


def shapes_of(page: Page) -> list[int]:
    """A number for each block, equal where the box and its parent have the same tag and class."""
    shapes: dict[tuple[str | None, ...], int] = {}
    known: dict[int, int] = {}
    for box in (block.box for block in page.blocks):
        if box.index not in known:
            up = box.parent or box
            key = (box.tag, box.element.get("class"), up.tag, up.element.get("class"))
            known[box.index] = shapes.setdefault(key, len(shapes))
    return [known[block.box.index] for block in page.blocks]


def shape_columns(page: Page, table: Columns) -> Columns:
    """Blocks of the same shape: how many, how long, how much of them is links."""
    shapes = shapes_of(page)
    number = Counter(shapes)
    size: Counter[int] = Counter()
    links: Counter[int] = Counter()
    for shape, block, s in zip(shapes, page.blocks, table["size"], strict=True):
        size[shape] += s
        links[shape] += block.link_chars
    total = sum(size.values()) or 1
    return {
        "alike": [number[shape] for shape in shapes],
        "alike_size": [size[shape] / number[shape] for shape in shapes],
        "alike_links": [links[shape] / size[shape] for shape in shapes],
        "alike_share": [size[shape] / total for shape in shapes],
    }
