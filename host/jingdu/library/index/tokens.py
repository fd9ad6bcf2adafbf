"""Tokenizes text for the index, so that every run of Chinese characters is found exactly.

In scripts without spaces (Chinese, Japanese, Korean, Thai …) every character is a token, and a run of them is searched
for as a phrase. A separator token between two runs keeps 芯片 from matching 芯，片: precision and recall are 1.
Bigrams would double the size of the index and the time to save, without a noticeably faster search. Other scripts are
split into words, including C++ and C#.

The tokens are joined by spaces for FTS5's ``ascii`` tokenizer, which treats every character beyond ASCII as a letter,
independently of the Unicode version of SQLite.
"""

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
"""Characters of scripts without spaces between words, for a class of a regular expression."""
LETTER: Final = rf"[^\W_{UNSPACED}]"
"""A letter of other scripts."""
GAP: Final = "¦"
"""The separator token between two runs of characters."""
MAX_WORD: Final = 64
"""Maximum characters of a word; longer ones are truncated."""
TOKEN: Final = re.compile(rf"([{UNSPACED}]+)|({LETTER}+(?:\+\+|\#)?)")
"""A run of characters without spaces, or a word, in a folded text."""
_HYPHEN: Final = re.compile(rf"[-\u2010](?=([^\W_]{{1,{MAX_WORD}}}))")
_NO_LETTER: Final = re.compile(r"[\W_]")
_GROUPED: Final = re.compile(r"[1-9](?<![\d.,].)\d{0,2}(?:[,.'\u2019]\d{3})+(?!\d)")
_SIGNS: Final = str.maketrans("+#", "＋＃")


def tokens(folded: str) -> list[str]:
    return [found for found, _ in placed_tokens(folded)]


def joined(folded: str) -> list[tuple[str, int, int]]:
    """Additional tokens: numbers without separators (3000) and hyphenated words joined in pairs (email).

    Each has its start and end in the folded text.
    """
    found = [(re.sub(r"\D", "", number[0]), *number.span()) for number in _GROUPED.finditer(folded)]
    for hyphen in _HYPHEN.finditer(folded):
        at = hyphen.start()
        if before := _NO_LETTER.split(folded[max(0, at - MAX_WORD) : at])[-1]:
            found.append((token(before + hyphen[1]), at - len(before), hyphen.end(1)))
    return found


def placed_tokens(folded: str, start: int = 0) -> Iterator[tuple[str, int]]:
    """The tokens of a folded text from ``start`` on, each with the offset at which it ends."""
    after_run = False
    for found in TOKEN.finditer(folded, start):
        if found[2]:
            yield token(found[2]), found.end()
        else:
            if after_run:
                yield GAP, found.start()
            yield from ((char, at) for at, char in enumerate(found[1], found.start() + 1))
        after_run = not found[2]


def token(word: str) -> str:
    """The token of a word: truncated, and with + and # replaced by full-width signs, which FTS5 keeps."""
    return word[:MAX_WORD].translate(_SIGNS)
