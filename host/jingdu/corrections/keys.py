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

KINDS: Final = ("text", "line", "section", "path", "first", "last", "sized", "shape")
"""The block's text; its first words and its way from the root; the heading above and the way; the way; the way, how
long the text is, and its number from the beginning, or from the end, of its row; the way and how long the text is; its
container, the one around and the one around that. Of a long text those with its length are no other block's."""
PATH: Final = KINDS.index("path")
HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "summary"})
FIRST: Final = 8
"""Characters of a line's first words."""
MIDDLE: Final = 90
LONG: Final = 300
"""Bytes from which a text is of middle length, and long."""
NEAR: Final = 3
"""Blocks from an end of a row that have a key by their number."""
_DIGITS: Final = re.compile(r"\d+")
_MASK: Final = (1 << 64) - 1
_PRIME: Final = 0x9E3779B97F4A7C15

Table = NDArray[np.uint64]


class Keys(NamedTuple):
    """``table`` is (kinds, blocks): the keys before they are salted; ``sizes`` has the characters of each block."""

    table: Table
    sizes: Sequence[int]

    def salted(self, salt: int) -> Table:
        """(kinds, blocks): the keys as a record of this salt has them, of 32 bits."""
        return _salted(self.table, salt)


def salted(text: str, salt: int) -> int:
    """The salted checksum of a text that is no block, as of an address."""
    return int(_salted(_numbers([_checksum(text)]), salt)[0])


def _salted(keys: Table, salt: int) -> Table:
    return _mixed(keys ^ np.uint64(salt * _PRIME & _MASK))


def _mixed(keys: Table) -> Table:
    """The upper half of splitmix64 (Steele, Lea and Flood 2014)."""
    keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return keys >> np.uint64(32)


def keys_of(page: Page) -> Keys:
    labels, ways = _ways(page.boxes)
    parents = np.array(page.boxes.parents, dtype=np.intp)
    parents[parents < 0] = 0
    box = np.array(page.blocks.box_of, dtype=np.intp)
    around = parents[box]
    texts = page.blocks.texts
    text = _numbers([_checksum(text) for text in texts])
    line = _numbers([_checksum(_DIGITS.sub("", text[: 4 * FIRST])[:FIRST]) for text in texts])
    heading, label, way = text[_headings(page)], labels[box], ways[box]
    sized = _sized(way, texts)
    first, last = (_row(sized, row[box]) for row in _rows(parents, labels))
    columns = (
        text,
        _joined(line, way),
        _joined(heading, way),
        way,
        first,
        _joined(last),
        sized,
        _joined(label, labels[around], labels[parents[around]]),
    )
    return Keys(
        np.array([_joined(column + np.uint64(kind)) for kind, column in enumerate(columns)]), list(map(len, texts))
    )


def _sized(way: Table, texts: Sequence[str]) -> Table:
    """The way and whether the text is short or of middle length; of a long one its number."""
    lengths = [len(text.encode("utf-8", "replace")) for text in texts]
    classes = [at + 2 if size >= LONG else size >= MIDDLE for at, size in enumerate(lengths)]
    return _joined(way, _numbers(classes))


def _row(way: Table, row: Table) -> Table:
    """The way and the number in the row; of those further in, their own number, which no other page has."""
    inner = _joined(np.arange(len(way), dtype=np.uint64), way)
    return np.where(row < NEAR, _joined(way, row), inner)


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


def _rows(parents: NDArray[np.intp], labels: Table) -> tuple[Table, Table]:
    """Of each box how many boxes of its label are before it, and after it, in the same parent."""
    row = _joined(parents.astype(np.uint64), labels)
    order = np.argsort(row, kind="stable")
    sorted_row = row[order]
    first = np.searchsorted(sorted_row, sorted_row, side="left")
    last = np.searchsorted(sorted_row, sorted_row, side="right")
    before, after = np.empty_like(row), np.empty_like(row)
    at = np.arange(len(row))
    before[order], after[order] = at - first, last - 1 - at
    return before, after


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
