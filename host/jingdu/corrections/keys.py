"""Checksums by which the blocks of a page are recognised on it and on other pages of its site.

Each block has a key of each of `KINDS`, from the most particular to the most general. A key of one kind is the same on
two pages where the text, or the place in the template, is. What is kept is salted (`salted`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from jingdu.page.model import Boxes, Page

KINDS: Final = ("text", "line", "place", "path", "section", "heading", "shape", "parent")
"""The block's text; its first words and container; its way from the root and its row; the way alone; the heading above
and its container; that heading; its container, the one around and the one around that; the way of the one around."""
PATH: Final = KINDS.index("path")
HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "summary"})
FIRST: Final = 8
"""Characters of a line's first words."""
_DIGITS: Final = re.compile(r"\d+")
_MASK: Final = (1 << 64) - 1
_PRIME: Final = 0x9E3779B97F4A7C15

Table = NDArray[np.uint64]


class Keys(NamedTuple):
    """``table`` is (kinds, blocks): the keys before they are salted."""

    table: Table

    def salted(self, salt: int) -> Table:
        """(kinds, blocks): the keys as a record of this salt has them, of 32 bits."""
        return _mixed(self.table ^ np.uint64(salt * _PRIME & _MASK))


def salted(text: str, salt: int) -> int:
    """The salted checksum of a text that is no block, as of an address."""
    return int(
        _mixed(np.array([crc32(text.encode("utf-8", "replace"))], np.uint64) ^ np.uint64(salt * _PRIME & _MASK))[0]
    )


def _mixed(keys: Table) -> Table:
    """The upper half of splitmix64 (Steele, Lea and Flood 2014)."""
    keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return keys >> np.uint64(32)


def keys_of(page: Page) -> Keys:
    """The keys of all blocks."""
    labels, ways = _ways(page.boxes)
    parents = np.array(page.boxes.parents, dtype=np.intp)
    parents[parents < 0] = 0
    box = np.array(page.blocks.box_of, dtype=np.intp)
    around = parents[box]
    texts = page.blocks.texts
    text = _numbers([_checksum(text) for text in texts])
    line = _numbers([_checksum(_DIGITS.sub("", text[: 4 * FIRST])[:FIRST]) for text in texts])
    heading = text[_headings(page)]
    label = labels[box]
    row = _rows(page.boxes, labels)[box]
    columns = (
        text,
        _joined(line, label),
        _joined(ways[box], row),
        ways[box],
        _joined(heading, label),
        heading,
        _joined(label, labels[around], labels[parents[around]]),
        ways[around],
    )
    return Keys(np.array([_joined(column + np.uint64(kind)) for kind, column in enumerate(columns)]))


def _ways(boxes: Boxes) -> tuple[Table, Table]:
    """Of each box a checksum of its tag, class and id without digits, and of those on its way from the root."""
    known: dict[tuple[Any, ...], int] = {}
    labels: list[int] = []
    ways: list[int] = []
    for tag, element, parent in zip(boxes.tags, boxes.elements, boxes.parents, strict=True):
        name = tag, element.get("class"), element.get("id")
        label = known.get(name)
        if label is None:
            label = known[name] = _checksum(_DIGITS.sub("0", f"{tag} {name[1] or ''} {name[2] or ''}"))
        labels.append(label)
        ways.append(((ways[parent] if ways else 0) * _PRIME + label) & _MASK)
    return _numbers(labels), _numbers(ways)


def _rows(boxes: Boxes, labels: Table) -> Table:
    """Of each box how many boxes of its label are before it in the same parent, 3 at most."""
    seen: dict[tuple[int, int], int] = {}
    rows = []
    for pair in zip(boxes.parents, labels.tolist(), strict=True):
        at = seen.get(pair, 0)
        seen[pair] = at + 1
        rows.append(min(at, 3))
    return _numbers(rows)


def _headings(page: Page) -> NDArray[np.intp]:
    """Of each block the number of the last heading before it, or its own; 0 where there is none."""
    tags, box_of = page.boxes.tags, page.blocks.box_of
    is_heading = np.fromiter((tags[box] in HEADINGS for box in box_of), bool, len(box_of))
    found: NDArray[np.intp] = np.maximum.accumulate(np.where(is_heading, np.arange(len(box_of)), 0))
    return found


def _joined(first: Table, *others: Table) -> Table:
    """One number of several."""
    for other in others:
        first = first * np.uint64(_PRIME) + other
    return first * np.uint64(_PRIME)


def _numbers(values: Sequence[int]) -> Table:
    return np.array(values, dtype=np.uint64)


def _checksum(text: str) -> int:
    return crc32(text.encode("utf-8", "replace"))
