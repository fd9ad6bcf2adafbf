"""Checksums that identify the blocks of a page on the same and on other pages of its site.

Each block has a key of each kind in `KINDS`. Keys of one kind are equal for blocks with the same text, or at the same
place in the template, also on different pages. Stored keys are salted.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from jingdu.page.model import Containers, Page

KINDS: Final = ("text", "line", "section", "path", "first", "last", "sized", "shape")
"""The kinds of keys, in order of precedence as evidence. A path has tags, classes and ids from the root.

- ``text``: the block's text
- ``line``: the first characters of the text, and the path
- ``section``: the text of the heading above, and the path
- ``path``: the path
- ``first``, ``last``: ``sized``, and the index among its siblings from the start or from the end
- ``sized``: the path, and whether the text is short or of medium length; unique for each long text
- ``shape``: tag, class and id of container, parent and grandparent
"""
PATH: Final = KINDS.index("path")
HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "summary"})
FIRST: Final = 8
"""First characters of a text in its ``line`` key."""
MEDIUM: Final = 90
"""Minimum bytes of UTF-8 of a text of medium length."""
LONG: Final = 300
"""Minimum bytes of UTF-8 of a long text."""
NEAR: Final = 3
"""Siblings at either end that have a key with their index."""
_DIGITS: Final = re.compile(r"\d+")
_MASK: Final = (1 << 64) - 1
_PRIME: Final = 0x9E3779B97F4A7C15

Table = NDArray[np.uint64]


class Keys(NamedTuple):
    table: Table
    """(kinds, blocks), unsalted."""
    sizes: Sequence[int]
    """Characters of each block."""

    def salted(self, salt: int) -> Table:
        """(kinds, blocks): keys of 32 bits, as stored with this salt."""
        return _salted(self.table, salt)


def salted(text: str, salt: int) -> int:
    """The salted checksum of any text, such as an address."""
    return int(_salted(_numbers([_checksum(text)]), salt)[0])


def _salted(keys: Table, salt: int) -> Table:
    """32 bits of each key and the salt, mixed by splitmix64 (Steele, Lea and Flood 2014)."""
    keys = keys ^ np.uint64(salt * _PRIME & _MASK)
    keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return keys >> np.uint64(32)


def keys_of(page: Page) -> Keys:
    labels, paths = _paths(page.containers)
    parents = np.array(page.containers.parents, dtype=np.intp)
    parents[parents < 0] = 0
    container = np.array(page.blocks.container_of, dtype=np.intp)
    parent = parents[container]
    texts = page.blocks.texts
    text = _numbers([_checksum(text) for text in texts])
    line = _numbers([_checksum(_DIGITS.sub("", text[: 4 * FIRST])[:FIRST]) for text in texts])
    heading, label, path = text[_headings(page)], labels[container], paths[container]
    sized = _sized(path, texts)
    first, last = (_indexed(sized, index[container]) for index in _sibling_indexes(parents, labels))
    columns = (
        text,
        _combined(line, path),
        _combined(heading, path),
        path,
        first,
        _combined(last),
        sized,
        _combined(label, labels[parent], labels[parents[parent]]),
    )
    table = np.array([_combined(column + np.uint64(kind)) for kind, column in enumerate(columns)])
    return Keys(table, list(map(len, texts)))


def _sized(path: Table, texts: Sequence[str]) -> Table:
    """Keys of the path and of whether the text is short or of medium length; unique for a long text."""
    lengths = [len(text.encode("utf-8", "replace")) for text in texts]
    return _combined(path, _numbers([at + 2 if size >= LONG else size >= MEDIUM for at, size in enumerate(lengths)]))


def _indexed(path: Table, index: Table) -> Table:
    """Keys of ``path`` and the index among the siblings; unique for an index of `NEAR` or more."""
    return np.where(index < NEAR, _combined(path, index), _combined(np.arange(len(path), dtype=np.uint64), path))


def _paths(containers: Containers) -> tuple[Table, Table]:
    """Label and path of each container: checksums of tag, class and id without digits, and of labels from the root."""
    known: dict[tuple[Any, ...], int] = {}
    labels: list[int] = []
    paths: list[int] = []
    for tag, element, parent in zip(containers.tags, containers.elements, containers.parents, strict=True):
        name = tag, element.get("class"), element.get("id")
        label = known.get(name)
        if label is None:
            label = known[name] = _checksum(_DIGITS.sub("0", f"{tag} {name[1] or ''} {name[2] or ''}"))
        labels.append(label)
        paths.append(((paths[parent] if paths else 0) * _PRIME + label) & _MASK)
    return _numbers(labels), _numbers(paths)


def _sibling_indexes(parents: NDArray[np.intp], labels: Table) -> tuple[Table, Table]:
    """Numbers of siblings with the same label before, and after, each container."""
    group = _combined(parents.astype(np.uint64), labels)
    order = np.argsort(group, kind="stable")
    sorted_group = group[order]
    first = np.searchsorted(sorted_group, sorted_group, side="left")
    last = np.searchsorted(sorted_group, sorted_group, side="right")
    before, after = np.empty_like(group), np.empty_like(group)
    at = np.arange(len(group))
    before[order], after[order] = at - first, last - 1 - at
    return before, after


def _headings(page: Page) -> NDArray[np.intp]:
    """The index of the last heading up to each block; 0 if there is none."""
    is_heading = np.fromiter((tag in HEADINGS for tag in page.blocks.tags), bool, len(page.blocks))
    return np.maximum.accumulate(np.where(is_heading, np.arange(len(page.blocks)), 0))


def _combined(first: Table, *others: Table) -> Table:
    """Combines columns of numbers into one column of hashes."""
    for other in others:
        first = first * np.uint64(_PRIME) + other
    return first * np.uint64(_PRIME)


def _numbers(values: Sequence[int]) -> Table:
    return np.array(values, dtype=np.uint64)


def _checksum(text: str) -> int:
    return crc32(text.encode("utf-8", "replace"))
