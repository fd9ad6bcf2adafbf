"""How much of a text is written in which script, and how long it takes to read.

One regular expression a script over a sample of the text: exact enough to distinguish Chinese
from English and right-to-left from left-to-right, at some 100 µs a page.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Final

SCRIPTS: Final[Mapping[str, re.Pattern[str]]] = {
    "Latn": re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+"),
    "Hani": re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"),
    "Kana": re.compile("[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9d]+"),
    "Hang": re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]+"),
    "Cyrl": re.compile("[\u0400-\u052f]+"),
    "Grek": re.compile("[\u0370-\u03ff\u1f00-\u1fff]+"),
    "Arab": re.compile("[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]+"),
    "Hebr": re.compile("[\u0590-\u05ff\ufb1d-\ufb4f]+"),
    "Thai": re.compile("[\u0e00-\u0e7f]+"),
    "Deva": re.compile("[\u0900-\u097f]+"),
}
"""ISO 15924 code → its letters."""

RIGHT_TO_LEFT: Final = frozenset({"Arab", "Hebr"})


_ASCII: Final = bytes(range(128))
_BUT_LETTERS: Final = bytes(code for code in range(256) if code > 127 or not chr(code).isalpha())


def counts(text: str) -> dict[str, int]:
    """Letters of each script that occurs in ``text``, most first."""
    data = text.encode("utf-8", "replace")
    rest = "" if text.isascii() else data.translate(None, _ASCII).decode()
    found: dict[str, int] = {}
    left = sum(map(str.isalpha, rest))
    for name, letters in SCRIPTS.items():
        if left <= 0:
            break
        found[name] = sum(map(len, letters.findall(rest)))
        left -= found[name]
    found["Latn"] = found.get("Latn", 0) + len(data.translate(None, _BUT_LETTERS))
    return dict(sorted(((name, n) for name, n in found.items() if n), key=lambda item: -item[1]))


def is_right_to_left(found: Mapping[str, int]) -> bool:
    """Whether most letters of the text, by its ``counts``, run from right to left."""
    return 2 * sum(found.get(name, 0) for name in RIGHT_TO_LEFT) > sum(found.values())


DENSE_PER_MINUTE: Final = 255
"""Han, Kana and Hangul characters a minute."""
SPARSE_PER_MINUTE: Final = 987
"""Letters and digits of all other scripts a minute."""

_DENSE: Final = re.compile(
    "[\u1100-\u11ff\u3041-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff]+"
)
_BUT_WORDS: Final = bytes(code for code in range(256) if code > 127 or not chr(code).isalnum())


def minutes(text: str) -> int:
    """Minutes to read ``text``, rounded up; at least 1.

    Speeds are the means of the IReST texts (Trauzettel-Klosinski and Dietz 2012): Chinese is read at 255 characters
    a minute, English at 987 letters. A mixed text takes the sum of both.
    """
    data = text.encode("utf-8", "replace")
    rest = "" if text.isascii() else data.translate(None, _ASCII).decode()
    dense = sum(map(len, _DENSE.findall(rest)))
    sparse = len(data.translate(None, _BUT_WORDS)) + sum(map(str.isalnum, rest)) - dense
    return max(1, math.ceil(dense / DENSE_PER_MINUTE + sparse / SPARSE_PER_MINUTE))
