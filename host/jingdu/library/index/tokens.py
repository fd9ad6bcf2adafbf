"""A text as the tokens of the index, such that every run of Chinese characters is found exactly.

Of scripts without spaces (Chinese, Japanese, Korean, Thai …) every character is a token, and a run of them is
sought as a phrase. Where something is between two runs a token of its own is there, so that 芯片 does
not find 芯，片: precision is 1 as well as recall. Pairs of characters as tokens were measured against this:
twice the index and the time to save, and no search that a user would feel the difference of. Other scripts
become words; C++ and C# are words.

The tokens are parted by spaces for FTS5's ``ascii`` tokenizer, which takes every character beyond ASCII for
a letter, whatever Unicode version SQLite was built with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"  # Hangul
    "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff"
    "\U0001aff0-\U0001b2ff"  # kana, bopomofo
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00016fe0-\U00018dff\U00020000-\U0003ffff"  # Tangut, Khitan; Han beyond the basic plane
    "\u2600-\u27bf\U0001f000-\U0001faff"  # pictographs
)
"""Characters, as a regular expression's class, whose words nothing parts."""
LETTER: Final = rf"[^\W_{UNSPACED}]"
"""A character of a script that parts its words."""
GAP: Final = "¦"
"""The token of what is between two runs of characters."""
MAX_WORD: Final = 64
"""Characters of a word that count; longer ones are no words."""
TOKEN: Final = re.compile(rf"([{UNSPACED}]+)|({LETTER}+(?:\+\+|\#)?)")
"""A run of characters without spaces, or a word, in a folded text."""
_SIGNS: Final = str.maketrans("+#", "＋＃")


def tokens(folded: str) -> list[str]:
    """The tokens of a folded text, in order."""
    found: list[str] = []
    after_run = False
    for run, word in TOKEN.findall(folded):
        if word:
            found.append(token(word))
        else:
            if after_run:
                found.append(GAP)
            found += run
        after_run = not word
    return found


def placed_tokens(folded: str, start: int) -> Iterator[tuple[str, int]]:
    """The tokens of a folded text from ``start`` on, each with the place where it ends."""
    after_run = False
    for found in TOKEN.finditer(folded, start):
        if found[2]:
            yield token(found[2]), found.end()
        else:
            if after_run:
                yield GAP, found.start()
            yield from ((sign, at) for at, sign in enumerate(found[1], found.start() + 1))
        after_run = not found[2]


def token(word: str) -> str:
    """The token of a word: without what SQLite would part it at."""
    return word[:MAX_WORD].translate(_SIGNS)
