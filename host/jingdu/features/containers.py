"""Columns of a block's surroundings: its containers, its rows and its section.

A *row* is a group of three or more sibling containers of one tag and class (posts, answers, cards, list items); these
are its *items*. A *section* is a heading and the blocks up to the next one. Rows correspond to the alike children that
paper E finds by SII, and to paper P's templates, here within one page.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from jingdu.features.columns import Columns, Indexes, Numbers, Sums, headings, running
from jingdu.page.model import Page
from jingdu.page.query import hides

_LANDMARKS: Final = frozenset("nav footer header aside main article section form dialog".split())
_HOLDERS: Final = frozenset("table ul ol dl blockquote figure form details pre menu".split())
LEVELS: Final = ("box", "parent", "grand", "great", "ancestor")
"""The container of a block and its four nearest ancestors."""
_HIDING: Final = ("hidden", "data-jingdu-hidden", "aria-hidden", "style")
MAX_RANK: Final = 30
"""Ranks of blocks in a container are clipped to this."""
MIN_ITEMS: Final = 3
MAX_ITEMS: Final = 60
"""Numbers and ranks of items are clipped to this."""
_DOUBLINGS: Final = 8
"""Pointers to ancestors are followed 2**8 levels up."""
_NO_ITEMS: Final = frozenset("html head body main p h1 h2 h3 h4 h5 h6 td th thead tbody tfoot caption pre".split())


class Row(NamedTuple):
    """The row of each block; for a block without one, ``items`` is 0, and row and item span the page."""

    items: Numbers
    """Number of items in the row."""
    rank: Numbers
    """Rank of the block's item in the row, from 0; -1 without a row."""
    first: Indexes
    """First block of the row."""
    last: Indexes
    """Last block of the row, exclusive."""
    item_first: Indexes
    """First block of the block's item."""
    item_last: Indexes
    """Last block of the block's item, exclusive."""


class Regions(NamedTuple):
    """The innermost and the outermost row of each block, and its section."""

    inner: Row
    outer: Row
    heading: Indexes
    """The block that the section begins with, or -1."""
    section_first: Indexes
    section_last: Indexes
    """Exclusive."""

    @classmethod
    def of(cls, page: Page, kinds: Indexes, parents: Indexes, firsts: Indexes, lasts: Indexes) -> Regions:
        may_be_item = np.array([tag not in _NO_ITEMS for tag in page.containers.tags]) & (lasts > firsts)
        may_be_item[0] = False
        group = _pairs(np.where(may_be_item, parents + 1, 0), np.where(may_be_item, kinds, 0))
        number, container_of = np.bincount(group), np.array(page.blocks.container_of)
        inner = _roots(np.where(may_be_item & (number[group] >= MIN_ITEMS), np.arange(len(parents)), parents))
        outer = inner[parents]
        outer = _roots(np.where(outer > 0, outer, np.arange(len(parents))))[inner]
        low, high, rank = _spans(group, number, firsts, lasts)

        def row(item: Indexes) -> Row:
            """The rows of all blocks; ``item`` has the container that is each block's item, 0 without a row."""
            of, inside, blocks = group[item], item > 0, len(item)
            return Row(
                np.where(inside, np.minimum(number[of], MAX_ITEMS), 0).astype(np.float64),
                np.where(inside, np.minimum(rank[item], MAX_ITEMS), -1).astype(np.float64),
                np.where(inside, low[of], 0),
                np.where(inside, high[of], blocks),
                np.where(inside, firsts[item], 0),
                np.where(inside, lasts[item], blocks),
            )

        return cls(row(inner[container_of]), row(outer[container_of]), *_sections(page))


def _kinds(page: Page) -> Indexes:
    """A number for each container, equal for those of one tag and class."""
    kinds: dict[tuple[str, str], int] = {}
    pairs = zip(page.containers.tags, page.containers.classes, strict=True)
    return np.array([kinds.setdefault(pair, len(kinds)) for pair in pairs], dtype=np.intp)


def _pairs(outer: Indexes, inner: Indexes) -> Indexes:
    """A number for each pair of elements, from 0 without gaps, equal for equal pairs."""
    pairs: Indexes = np.unique(outer * (inner.max(initial=0) + 1) + inner, return_inverse=True)[1]
    return pairs


def _roots(pointers: Indexes) -> Indexes:
    """The end of each chain of pointers, by pointer doubling."""
    for _ in range(_DOUBLINGS):
        pointers = pointers[pointers]
    return pointers


def _spans(group: Indexes, number: Indexes, firsts: Indexes, lasts: Indexes) -> tuple[Indexes, Indexes, Indexes]:
    """First and last block (exclusive) of each group, and the rank of each container in its group."""
    order = group.argsort(kind="stable")
    starts = number.cumsum() - number
    rank = np.empty(len(group), dtype=np.intp)
    rank[order] = np.arange(len(group)) - starts[group[order]]
    return firsts[order[starts]], lasts[order[starts + number - 1]], rank


def _sections(page: Page) -> tuple[Indexes, Indexes, Indexes]:
    """The heading (-1 without one), first block and last block (exclusive) of each block's section."""
    count = len(page.blocks)
    marks = headings(page.blocks.tags)
    at = np.maximum.accumulate(np.where(marks, np.arange(count), -1))
    return at, np.maximum(at, 0), np.append(np.flatnonzero(marks), count)[marks.cumsum()]


# containers


class Around(NamedTuple):
    """The surroundings of each block; ``Around.of`` computes them."""

    containers: Indexes
    """Indexes of the containers of ``LEVELS``, (levels, blocks)."""
    firsts: Indexes
    lasts: Indexes
    """First and last block (exclusive) of these containers."""
    shapes: Indexes
    """Equal for blocks whose containers, and these containers' parents, have the same tag and class."""
    regions: Regions

    @classmethod
    def of(cls, page: Page) -> Around:
        parents = np.array(page.containers.parents, dtype=np.intp)
        parents[0] = 0
        containers = np.empty((len(LEVELS), len(page.blocks)), dtype=np.intp)
        containers[0] = page.blocks.container_of
        for level in range(1, len(LEVELS)):
            containers[level] = parents[containers[level - 1]]
        firsts, lasts = np.array(page.containers.firsts), np.array(page.containers.lasts)
        kinds = _kinds(page)
        regions = Regions.of(page, kinds, parents, firsts, lasts)
        return cls(containers, firsts[containers], lasts[containers], _pairs(*kinds[containers[:2]]), regions)


def container_columns(page: Page, around: Around) -> Columns:
    """Tags of the container and its ancestors, depth, nearest landmark, nearest list, table or similar, visibility."""
    tags = page.containers.tags
    own, parent, grand = ([tags[at] for at in containers.tolist()] for containers in around.containers[:3])
    landmark, holder = ["none"] * len(own), ["none"] * len(own)
    hidden = np.zeros(len(own))
    for column, marks in ((landmark, _LANDMARKS), (holder, _HOLDERS)):
        for container, tag in enumerate(tags):
            if tag in marks:  # containers inside come later, and overwrite it
                inside = page.containers.blocks(container)
                column[inside.start : inside.stop] = [tag] * len(inside)
    for container in (at for name in _HIDING for at in page.containers.having(name)):
        attributes = page.containers.attributes[container]
        if attributes.get("aria-hidden") == "true" or hides(attributes):
            hidden[page.containers.firsts[container] : page.containers.lasts[container]] = 1
    return {
        "tag": own,
        "parent_tag": parent,
        "grand_tag": grand,
        "depth": np.array(page.containers.depths, dtype=np.float64)[around.containers[0]],
        "landmark": landmark,
        "holder": holder,
        "hidden": hidden,
    }


def holder_columns(around: Around, sums: Sums) -> Columns:
    """Share of the page's prose, share outside links, mean text per block, number of blocks and the block's rank.

    The first three are of the container and its ancestors, the others of the nearest three of these.
    """
    a, b = around.firsts, around.lasts
    plain = sums.plain[b] - sums.plain[a]
    blocks = (b[:3] - a[:3]).astype(np.float64)
    ranks = np.minimum(np.arange(len(around.shapes)) - a[:3], MAX_RANK).astype(np.float64)
    return {
        **by_level("share", (sums.prose[b] - sums.prose[a]) / sums.total_prose),
        **by_level("pure", plain / (sums.size[b] - sums.size[a])),
        **by_level("mean", plain / (b - a)),
        **by_level("blocks", blocks),
        **by_level("rank", ranks),
    }


def by_level(name: str, table: Numbers) -> Columns:
    """The rows of ``table`` (levels, blocks) as columns, named after the first of ``LEVELS``."""
    return {f"{level}_{name}": column for level, column in zip(LEVELS, table, strict=False)}


def shape_columns(around: Around, size: Numbers, link_density: Numbers, chars: Numbers) -> Columns:
    """Number, mean size and link density of the blocks of the same shape, and their share of the text."""
    shapes = around.shapes
    number = np.bincount(shapes)
    sizes = np.bincount(shapes, size)
    links = np.bincount(shapes, link_density * chars)
    return {
        "alike": number[shapes].astype(np.float64),
        "alike_size": (sizes / number)[shapes],
        "alike_links": (links / sizes)[shapes],
        "alike_share": (sizes / sizes.sum())[shapes],
    }


# columns of rows and sections


def region_columns(regions: Regions, sums: Sums) -> Columns:
    """Items, text and link density of a block's rows and section; -1 without a row."""
    links = sums.size - sums.plain
    columns: Columns = {}
    for name, row in (("row", regions.inner), ("outer", regions.outer)):
        a, b, inside = row.first, row.last, row.items > 0
        items = np.maximum(row.items, 1)
        plain, size = sums.plain[b] - sums.plain[a], sums.size[b] - sums.size[a]
        own = sums.plain[row.item_last] - sums.plain[row.item_first]
        columns |= {
            f"{name}_items": row.items,
            f"{name}_rank": row.rank,
            f"{name}_blocks": np.where(inside, (b - a) / items, -1),
            f"{name}_plain": np.where(inside, plain / items, -1),
            f"{name}_pure": np.where(inside, plain / size, -1),
            f"{name}_share": np.where(inside, (sums.prose[b] - sums.prose[a]) / sums.total_prose, -1),
            f"{name}_own": np.where(inside, own, -1),
        }
    a, b = regions.section_first, regions.section_last
    return columns | {
        "section_plain": (sums.plain[b] - sums.plain[a]) / (b - a),
        "section_links": (links[b] - links[a]) / (sums.size[b] - sums.size[a]),
        "section_blocks": (b - a).astype(np.float64),
        "section_share": (sums.prose[b] - sums.prose[a]) / sums.total_prose,
    }


def heading_columns(regions: Regions, cues: Numbers, names: Numbers) -> Columns:
    """Supports of the words in the section's heading, in the section and in the row; 0 without one."""
    at = regions.heading
    total = running(cues)
    a, b = regions.section_first, regions.section_last
    row = regions.inner
    return {
        "heading_cues": np.where(at < 0, 0.0, cues[at]),
        "heading_names": np.where(at < 0, 0.0, names[at]),
        "section_cues": (total[b] - total[a]) / (b - a),
        "row_cues": np.where(row.items > 0, (total[row.last] - total[row.first]) / (row.last - row.first), 0.0),
    }
