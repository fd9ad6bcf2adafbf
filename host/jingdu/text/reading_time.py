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
_WORD: Final = re.compile(r"\w+")


def minutes(text: str) -> int:
    """Minutes to read ``text``, rounded up; at least 1."""
    dense = 0 if text.isascii() else sum(map(len, _DENSE.findall(text)))
    sparse = sum(map(len, _WORD.findall(text))) - dense
    return max(1, math.ceil(dense / DENSE_PER_MINUTE + sparse / SPARSE_PER_MINUTE))
