"""Regions: what lies between two headings, and rows of equals (posts, answers, cards, items of a list).

A *row* is three or more sibling containers of one tag and class; one of them is an *item*.
A *section* is a heading and what follows it up to the next one. Rows are the "structure of
structures" that paper E looks for with SII, and paper P's templates within one page.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from jingdu.features.columns import Columns, Indexes, Numbers, Sums, headings, running
from jingdu.page.model import Page

MIN_ITEMS: Final = 3
MAX_ITEMS: Final = 60
"""Counts above this are not distinguished."""
_DOUBLINGS: Final = 8
"""Pointers to ancestors are followed 2**8 levels up; what is nested deeper has the outermost box of these."""
_NO_ITEMS: Final = frozenset("html head body main p h1 h2 h3 h4 h5 h6 td th thead tbody tfoot caption pre".split())


class Row(NamedTuple):
    """Of each block the row that it is in: its first and last block (exclusive), its items, and the block's own item.

    Without a row ``items`` is 0 and both spans are the page. ``of`` numbers rows.
    """

    of: Indexes
    items: Numbers
    rank: Numbers
    first: Indexes
    last: Indexes
    item_first: Indexes
    item_last: Indexes


class Regions(NamedTuple):
    """The regions that each block is in: the innermost and the outermost row, and the section.

    ``heading`` is the block that the section begins with, -1 before the first heading;
    ``section_first`` and ``section_last`` (exclusive) are its blocks.
    """

    inner: Row
    outer: Row
    heading: Indexes
    section_first: Indexes
    section_last: Indexes

    @classmethod
    def of(cls, page: Page) -> Regions:
        box_of = np.array(page.blocks.box_of, dtype=np.intp)
        firsts, lasts = np.array(page.boxes.firsts, dtype=np.intp), np.array(page.boxes.lasts, dtype=np.intp)
        parents = np.array(page.boxes.parents, dtype=np.intp)
        parents[0] = 0
        group, number = _groups(page, parents)
        is_item = (group > 0) & (number[group] >= MIN_ITEMS)
        inner = _followed(np.where(is_item, np.arange(len(parents)), parents))
        above = inner[parents]
        outer = _followed(np.where(above > 0, above, np.arange(len(parents))))[inner]
        spans = _spans(group, number, firsts, lasts)
        inner_row, outer_row = (_row(items[box_of], group, number, spans, firsts, lasts) for items in (inner, outer))
        return cls(inner_row, outer_row, *_sections(page))


def _groups(page: Page, parents: Indexes) -> tuple[Indexes, Indexes]:
    """Of each box the number of its group of siblings alike, and the size of each group; group 0 are no items."""
    codes: dict[tuple[str, str], int] = {}
    boxes = page.boxes
    kinds = [
        codes.setdefault((tag, of.get("class", "")), len(codes) + 1) if last > first and tag not in _NO_ITEMS else 0
        for tag, of, first, last in zip(boxes.tags, boxes.attributes, boxes.firsts, boxes.lasts, strict=True)
    ]
    kind = np.array(kinds, dtype=np.intp)
    kind[0] = 0
    _, group = np.unique(np.where(kind > 0, parents * (len(codes) + 1) + kind, 0), return_inverse=True)
    return group, np.bincount(group)


def _followed(pointers: Indexes) -> Indexes:
    for _ in range(_DOUBLINGS):
        pointers = pointers[pointers]
    return pointers


def _spans(group: Indexes, number: Indexes, firsts: Indexes, lasts: Indexes) -> tuple[Indexes, Indexes, Indexes]:
    """Of each group its first and last block, and of each box its rank in its group."""
    low = np.full(len(number), firsts.max(initial=0) + 1)
    high = np.zeros(len(number), dtype=np.intp)
    np.minimum.at(low, group, firsts)
    np.maximum.at(high, group, lasts)
    order = group.argsort(kind="stable")
    starts = number.cumsum() - number
    rank = np.empty(len(group), dtype=np.intp)
    rank[order] = np.arange(len(group)) - starts[group[order]]
    return low, high, rank


def _row(
    item: Indexes, group: Indexes, number: Indexes, spans: tuple[Indexes, Indexes, Indexes],
    firsts: Indexes, lasts: Indexes,
) -> Row:  # fmt: skip
    low, high, rank = spans
    of, inside = group[item], item > 0
    blocks = len(item)
    return Row(
        np.where(inside, of, -1),
        np.where(inside, np.minimum(number[of], MAX_ITEMS), 0).astype(np.float64),
        np.where(inside, np.minimum(rank[item], MAX_ITEMS), -1).astype(np.float64),
        np.where(inside, low[of], 0),
        np.where(inside, high[of], blocks),
        np.where(inside, firsts[item], 0),
        np.where(inside, lasts[item], blocks),
    )


def _sections(page: Page) -> tuple[Indexes, Indexes, Indexes]:
    tags, box_of = page.boxes.tags, page.blocks.box_of
    count = len(box_of)
    marks = headings(tags[box] for box in box_of)
    at = np.maximum.accumulate(np.where(marks, np.arange(count), -1))
    starts = np.flatnonzero(marks)
    ends = np.append(starts, count)[marks.cumsum()]
    return at, np.maximum(at, 0), ends


def region_columns(regions: Regions, sums: Sums) -> Columns:
    """How much text, and how much of it in links, a block's regions hold."""
    links = sums.size - sums.plain
    found: Columns = {}
    for name, row in (("row", regions.inner), ("outer", regions.outer)):
        a, b, inside = row.first, row.last, row.items > 0
        items = np.maximum(row.items, 1)
        plain, size = sums.plain[b] - sums.plain[a], sums.size[b] - sums.size[a]
        own = sums.plain[row.item_last] - sums.plain[row.item_first]
        found |= {
            f"{name}_items": row.items,
            f"{name}_rank": row.rank,
            f"{name}_blocks": np.where(inside, (b - a) / items, -1),
            f"{name}_plain": np.where(inside, plain / items, -1),
            f"{name}_pure": np.where(inside, plain / np.maximum(size, 1), -1),
            f"{name}_share": np.where(inside, (sums.prose[b] - sums.prose[a]) / sums.total_prose, -1),
            f"{name}_own": np.where(inside, own, -1),
        }
    a, b = regions.section_first, regions.section_last
    found |= {
        "section_plain": (sums.plain[b] - sums.plain[a]) / (b - a),
        "section_links": (links[b] - links[a]) / np.maximum(sums.size[b] - sums.size[a], 1),
        "section_blocks": (b - a).astype(np.float64),
        "section_share": (sums.prose[b] - sums.prose[a]) / sums.total_prose,
    }
    return found


def heading_columns(regions: Regions, cues: Numbers, names: Numbers) -> Columns:
    """What the words of the heading above a block, and its section's words, say of it."""
    at = regions.heading
    total = running(cues)
    a, b = regions.section_first, regions.section_last
    row = regions.inner
    row_cues = (total[row.last] - total[row.first]) / np.maximum(row.last - row.first, 1)
    return {
        "heading_cues": np.where(at < 0, 0.0, cues[at]),
        "heading_names": np.where(at < 0, 0.0, names[at]),
        "section_cues": (total[b] - total[a]) / (b - a),
        "row_cues": np.where(row.items > 0, row_cues, 0.0),
    }
