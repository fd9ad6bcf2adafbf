"""The containers around a block: tags, landmarks, how much text they hold, and blocks of the same shape."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from jingdu.features.columns import Columns, Indexes, Numbers, Sums
from jingdu.features.regions import Regions
from jingdu.page.model import Attributes, Page

_LANDMARKS: Final = frozenset("nav footer header aside main article section form dialog".split())
_HOLDERS: Final = frozenset("table ul ol dl blockquote figure form details pre menu".split())
_SPEAKING: Final = _LANDMARKS | _HOLDERS
LEVELS: Final = ("box", "parent", "grand", "great", "ancestor")
"""The box of a block and the four around it, from the inside."""
_MAY_HIDE: Final = frozenset({"hidden", "data-jingdu-hidden", "aria-hidden", "style"})
FAR_DOWN: Final = 30
"""Ranks in a box count as this at most."""


class Around(NamedTuple):
    """The boxes around each block, one entry a block; ``Around.of`` works them out.

    ``boxes[l]`` are the indexes of the boxes of ``LEVELS[l]``, ``firsts[l]`` and
    ``lasts[l]`` (exclusive) the blocks in them (arrays of levels and blocks); ``shapes`` are equal for blocks whose box
    and its parent have the same tag and class. ``regions`` are the rows and sections.
    """

    boxes: Indexes
    firsts: Indexes
    lasts: Indexes
    shapes: Indexes
    regions: Regions

    @classmethod
    def of(cls, page: Page) -> Around:
        held = page.boxes
        parents = np.array(held.parents, dtype=np.intp)
        parents[0] = 0
        boxes = np.empty((len(LEVELS), len(page.blocks)), dtype=np.intp)
        boxes[0] = page.blocks.box_of
        for level in range(1, len(LEVELS)):
            boxes[level] = parents[boxes[level - 1]]
        firsts, lasts = np.array(held.firsts), np.array(held.lasts)
        return cls(boxes, firsts[boxes], lasts[boxes], _shapes(page), Regions.of(page))


def _shapes(page: Page) -> Indexes:
    tags, parents = page.boxes.tags, page.boxes.parents
    classes = [of.get("class", "") for of in page.boxes.attributes]
    shapes: dict[tuple[str, str, str, str], int] = {}
    known = [-1] * len(tags)
    for box in page.blocks.box_of:
        if known[box] < 0:
            up = parents[box] if box else 0
            key = (tags[box], classes[box], tags[up], classes[up])
            known[box] = shapes.setdefault(key, len(shapes))
    return np.fromiter(map(known.__getitem__, page.blocks.box_of), dtype=np.intp, count=len(page.blocks))


def container_columns(page: Page, around: Around) -> Columns:
    """Tags of the container and its ancestors, and the nearest landmark and holder."""
    tags = page.boxes.tags
    own, parent, grand = ([tags[box] for box in boxes.tolist()] for boxes in around.boxes[:3])
    landmark, holder = ["none"] * len(own), ["none"] * len(own)
    hidden = np.zeros(len(own))
    for box, tag in enumerate(tags):
        if tag in _SPEAKING:
            if tag in _LANDMARKS:
                _mark(page, box, landmark, tag)
            if tag in _HOLDERS:
                _mark(page, box, holder, tag)
    for box, attributes in enumerate(page.boxes.attributes):
        if attributes and not _MAY_HIDE.isdisjoint(attributes) and _hidden(attributes):
            hidden[page.boxes.firsts[box] : page.boxes.lasts[box]] = 1
    return {
        "tag": own,
        "parent_tag": parent,
        "grand_tag": grand,
        "depth": np.array(page.boxes.depths, dtype=np.float64)[around.boxes[0]],
        "landmark": landmark,
        "holder": holder,
        "hidden": hidden,
    }


def _mark(page: Page, box: int, column: list[str], tag: str) -> None:
    """Names the tag in all blocks of the box; a box inside, which comes later, names its own."""
    first, last = page.boxes.firsts[box], page.boxes.lasts[box]
    column[first:last] = [tag] * (last - first)


def _hidden(attributes: Attributes) -> bool:
    if "hidden" in attributes or "data-jingdu-hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    style = attributes.get("style")
    return style is not None and "none" in style and "display" in style.lower()


def holder_columns(around: Around, sums: Sums) -> Columns:
    """The text of the box, its parent and further ancestors: how much, how pure, what share of the page."""
    a, b = around.firsts, around.lasts
    plain = sums.plain[b] - sums.plain[a]
    near = slice(3)
    blocks = (b[near] - a[near]).astype(np.float64)
    ranks = np.minimum(np.arange(len(around.shapes)) - a[near], FAR_DOWN).astype(np.float64)
    return {
        **by_level("share", (sums.prose[b] - sums.prose[a]) / sums.total_prose),
        **by_level("pure", plain / np.maximum(sums.size[b] - sums.size[a], 1)),
        **by_level("mean", plain / (b - a)),
        **by_level("blocks", blocks),
        **by_level("rank", ranks),
    }


def by_level(name: str, table: Numbers) -> Columns:
    """The rows of a table, one for each of the first levels, as columns."""
    return {f"{level}_{name}": column for level, column in zip(LEVELS, table, strict=False)}


def shape_columns(around: Around, size: Numbers, link_density: Numbers, chars: Numbers) -> Columns:
    """Blocks of the same shape: how many, how long, how much of them is links."""
    shapes = around.shapes
    number = np.bincount(shapes)
    sizes = np.bincount(shapes, size)
    links = np.bincount(shapes, link_density * chars)
    total = float(sizes.sum()) or 1.0
    return {
        "alike": number[shapes].astype(np.float64),
        "alike_size": (sizes / np.maximum(number, 1))[shapes],
        "alike_links": (links / np.maximum(sizes, 1))[shapes],
        "alike_share": (sizes / total)[shapes],
    }
