"""The text of a block and the inline tags in it: what paper W looks at, and links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from jingdu.page.features.columns import Columns
from jingdu.page.model import Block
from jingdu.text.terms import ideographs

_SIGNS: Final = frozenset(".,:;!?…。！？，：；、\"'”’)）」』|©»›>→-–—•·#@$(（【《“‘[+*")
"""Signs that are a kind of their own when a text begins or ends with them."""
_HEAD: Final = 60
"""Characters in which digits are counted."""


def text_columns(blocks: Sequence[Block]) -> Columns:
    """Length by script, punctuation, case, and how the text begins and ends."""
    texts = [block.text for block in blocks]
    chars = [len(text) for text in texts]
    wide = [0 if text.isascii() else ideographs(text) for text in texts]
    sizes = [length + 2 * w for length, w in zip(chars, wide, strict=True)]
    commas = [_commas(text, w) for text, w in zip(texts, wide, strict=True)]
    stops = [_stops(text, w) for text, w in zip(texts, wide, strict=True)]
    marks = [sum(map(text.count, ":|»©：/")) for text in texts]
    return {
        "chars": chars,
        "size": sizes,
        "commas": commas,
        "stops": stops,
        "marks": marks,
        "punctuation": [sum(counts) for counts in zip(commas, stops, marks, strict=True)],
        "punctuation_rate": [(c + s) / size for c, s, size in zip(commas, stops, sizes, strict=True)],
        "digits": [sum(map(text[:_HEAD].count, "0123456789")) / min(len(text), _HEAD) for text in texts],
        "first": [_kind(text[0]) for text in texts],
        "last": [_kind(text[-1]) for text in texts],
        "case": ["upper" if text.isupper() else "title" if text.istitle() else "plain" for text in texts],
        "word_length": [
            length / (text.count(" ") + 1 + w / 2) for text, length, w in zip(texts, chars, wide, strict=True)
        ],
    }


def _commas(text: str, wide: int) -> int:
    count = text.count(",") + text.count(";")
    return count + text.count("，") + text.count("、") + text.count("；") if wide else count


def _stops(text: str, wide: int) -> int:
    count = text.count(". ") + text.count("?") + text.count("!") + (text[-1] == ".")
    return count + text.count("。") + text.count("！") + text.count("？") if wide else count


def _kind(char: str) -> str:
    if char.isalpha():
        return "upper" if char.isupper() else "lower" if char.islower() else "ideograph"
    return "digit" if char.isdigit() else char if char in _SIGNS else "other"


def inline_columns(blocks: Sequence[Block]) -> Columns:
    """Links, no-break spaces and inline tags of the run."""
    inline = [block.inline for block in blocks]
    return {
        "link_density": [block.link_chars / len(block.text) for block in blocks],
        "links": [block.links for block in blocks],
        "nbsp": [block.nbsp for block in blocks],
        "b": [tags.count("b") + tags.count("strong") for tags in inline],
        "i": [tags.count("i") + tags.count("em") for tags in inline],
        **{tag: [tags.count(tag) for tags in inline] for tag in ("br", "img", "code", "span", "time")},
        "inline": [tags[0] if tags else "" for tags in inline],
    }
