"""How many minutes a text takes to read.

Speeds are the means of the IReST texts (Trauzettel-Klosinski and Dietz 2012): Chinese is
read at 255 characters a minute, English at 987 letters. A mixed text takes the sum of both.
"""

from __future__ import annotations

import math
import re
from typing import Final

DENSE_PER_MINUTE: Final = 255
"""Han, Kana and Hangul characters a minute."""
SPARSE_PER_MINUTE: Final = 987
"""Letters and digits of all other scripts a minute."""

_DENSE: Final = re.compile(
    "[\u1100-\u11ff\u3041-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff]+"
)
_ASCII: Final = bytes(range(128))
_BUT_WORDS: Final = bytes(code for code in range(256) if code > 127 or not chr(code).isalnum())


def minutes(text: str) -> int:
    """Minutes to read ``text``, rounded up; at least 1."""
    data = text.encode("utf-8", "replace")
    rest = "" if text.isascii() else data.translate(None, _ASCII).decode()
    dense = sum(map(len, _DENSE.findall(rest)))
    sparse = len(data.translate(None, _BUT_WORDS)) + sum(map(str.isalnum, rest)) - dense
    return max(1, math.ceil(dense / DENSE_PER_MINUTE + sparse / SPARSE_PER_MINUTE))
