"""Columns of a block's text and inline tags: those of paper W, and links.

Characters are counted for all blocks at once: a table gives the class of each, and these are counted per block.
"""

from functools import lru_cache
from itertools import pairwise
from string import digits
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jingdu.features.columns import Cells, Columns, Indexes, Numbers
from jingdu.page.model import Blocks

_SIGNS: Final = frozenset(".,:;!?…。！？，：；、\"'”’)）」』|©»›>→-–—•·#@$(（【《“‘[+*")
"""Characters that are categories of their own at the beginning or end of a text."""
_COMMA, _STOP, _MARK, _DIGIT, _SPACE, _WIDE, _FULL = range(1, 8)
_CLASSES: Final = 8
BATCH: Final = 4096
"""Blocks counted at a time; bounds memory."""
_MEMBERS: Final = {_COMMA: ",;，、；", _STOP: "?!。！？", _MARK: ":|»©：/", _DIGIT: digits, _SPACE: " ", _FULL: "."}
_WIDE_RANGES: Final = ((0x3040, 0x30FF), (0x3400, 0x9FFF), (0xAC00, 0xD7AF))
"""Chinese, Japanese and Korean characters, each of which counts as three Latin ones."""
_TAGS: Final = ("b", "strong", "i", "em", "br", "img", "code", "span", "time")


def _class_table() -> Cells:
    """The class of each code point of the BMP; others are looked up as U+FFFF."""
    table = np.zeros(0x10000, dtype=np.uint8)
    for kind, members in _MEMBERS.items():
        table[[ord(char) for char in members]] = kind
    for first, last in _WIDE_RANGES:
        table[first : last + 1] = _WIDE
    return table


_CLASS_OF: Final = _class_table()


def text_columns(blocks: Blocks) -> Columns:
    """Length, punctuation, digits, case, and first and last character of each text."""
    texts = blocks.texts
    chars = np.fromiter(map(len, texts), dtype=np.float64, count=len(texts))
    counts = _counts(texts, chars)
    wide, spaces = counts[_WIDE], counts[_SPACE]
    sizes = chars + 2 * wide
    commas, stops, marks = counts[_COMMA], counts[_STOP], counts[_MARK]
    return {
        "chars": chars,
        "size": sizes,
        "tokens": spaces + 1 + wide,
        "commas": commas,
        "stops": stops,
        "marks": marks,
        "punctuation": commas + stops + marks,
        "punctuation_rate": (commas + stops) / sizes,
        "digits": counts[_DIGIT] / chars,
        "first": [_kind(text[0]) for text in texts],
        "last": [_kind(text[-1]) for text in texts],
        "case": ["upper" if text.isupper() else "title" if text.istitle() else "plain" for text in texts],
        "word_length": chars / (spaces + 1 + wide / 2),
    }


def _counts(texts: list[str], chars: Numbers) -> Numbers:
    """Number of characters of each class, (classes, blocks); full stops at the end of a sentence count as ``_STOP``."""
    counts = np.empty((_CLASSES, len(texts)))
    for start in range(0, len(texts), BATCH):
        batch = slice(start, start + BATCH)
        counts[:, batch] = _count(texts[batch], chars[batch]).T
    return counts


def _count(texts: list[str], chars: Numbers) -> Numbers:
    """`_counts` of one batch, (blocks, classes)."""
    count = len(texts)
    joined = "".join(texts)
    try:
        codes: NDArray[Any] = np.frombuffer(joined.encode("ascii"), dtype=np.uint8)
    except UnicodeEncodeError:
        codes = np.minimum(np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32), 0xFFFF)
    classes = _CLASS_OF.take(codes)
    ends = chars.cumsum().astype(np.intp)
    signs = np.flatnonzero(classes != 0)
    kinds = classes[signs]
    before = np.zeros(count + 1, dtype=np.intp)
    before[1:] = signs.searchsorted(ends)
    of_block = np.arange(count).repeat(before[1:] - before[:-1])
    counts = np.bincount(of_block * _CLASSES + kinds, minlength=count * _CLASSES).reshape(-1, _CLASSES).astype(float)
    full = kinds == _FULL
    counts[:, _STOP] += _full_stops(classes, signs[full], of_block[full], ends)
    return counts


def _full_stops(classes: Cells, stops: Indexes, of_block: Indexes, ends: Indexes) -> Numbers:
    """Number of full stops in each block that precede a space or the end."""
    after = stops + 1
    ended = (after == ends[of_block]) | (classes[np.minimum(after, len(classes) - 1)] == _SPACE)
    return np.bincount(of_block[ended], minlength=len(ends)).astype(np.float64)


@lru_cache(maxsize=4096)
def _kind(char: str) -> str:
    """The category of a first or last character."""
    if char.isalpha():
        return "upper" if char.isupper() else "lower" if char.islower() else "caseless"
    return "digit" if char.isdigit() else char if char in _SIGNS else "other"


def inline_columns(blocks: Blocks, chars: Numbers) -> Columns:
    """Links, no-break spaces and inline tags; ``density`` is paper N's p = y/z, without attributes in z."""
    inline = blocks.inline
    starts = np.array(blocks.inline_from)
    number = len(blocks)
    kind_of = {tag: at + 1 for at, tag in enumerate(_TAGS)}
    kinds = np.fromiter((kind_of.get(tag, 0) for tag in inline), dtype=np.intp, count=len(inline))
    width = len(_TAGS) + 1
    of_block = (np.arange(number) * width).repeat(starts[1:] - starts[:-1])
    counts = np.bincount(of_block + kinds, minlength=number * width).reshape(number, width).astype(np.float64)
    of = {tag: counts[:, at] for tag, at in kind_of.items()}
    lengths = np.fromiter(map(len, inline), dtype=np.float64, count=len(inline))
    markup = np.bincount(of_block // width, 2 * lengths + 5, number)
    return {
        "density": chars / (chars + markup),
        "link_density": np.array(blocks.link_chars) / chars,
        "links": np.array(blocks.links, dtype=np.float64),
        "nbsp": np.array(blocks.nbsp, dtype=np.float64),
        "b": of["b"] + of["strong"],
        "i": of["i"] + of["em"],
        **{tag: of[tag] for tag in ("br", "img", "code", "span", "time")},
        "inline": [inline[a] if a < b else "" for a, b in pairwise(blocks.inline_from)],
    }
