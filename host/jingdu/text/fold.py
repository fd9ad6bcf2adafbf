"""Texts made equal where a reader takes them for the same, so that a search finds what was meant.

Folded are case, width (Ａ, ㈱, ﬁ), diacritics of Latin and Greek letters, Traditional and
Simplified characters, and what can't be seen (soft hyphens, zero-width and bidi marks). A character's
Traditional and Simplified forms all become one, also where one form has two (发 for 發 and 髮): what
was saved in one script is found by the other, at the price of finding 頭發 by 头发 too. Each character
is folded by itself, so a part of a text folds to a part of the folded text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Final

VERSION: Final = 1
"""Raised when a text folds or parts into tokens differently: an older index is rebuilt."""

_FEW: Final = 30
"""Characters of a text that take as long to look up as seeking one in all of it."""
_UNSEEN: Final = re.compile("[\u0300-\u036f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
                            "\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]")  # fmt: skip
_BARE: Final = re.compile("[a-z\u0370-\u03ffе]")
"""Letters that are the same with and without diacritics; й is no и, and が no か."""
_HALF_VOICED: Final = re.compile("[\uff66-\uff9d][\uff9e\uff9f]")


class _Table(dict[int, str]):
    """Code point → what it folds to, worked out when it is first met; for ``str.translate``."""

    def __init__(self) -> None:
        super().__init__({0: " "})
        self.uneven: set[str] = set()
        """Characters met that do not fold to exactly one."""

    def __missing__(self, code: int) -> str:
        folded = _fold(chr(code))
        if len(folded) != 1:
            self.uneven.add(chr(code))
        self[code] = folded
        return folded


_TABLE: Final = _Table()


def fold(text: str) -> str:
    """``text`` with everything folded."""
    return text.lower() if text.isascii() and "\0" not in text else text.translate(_TABLE)


def origins(text: str, folded: str) -> list[int] | None:
    """Of each place in ``folded``, which is ``fold(text)``, and of its end the place in ``text``; None: the same."""
    uneven = _TABLE.uneven
    if len(folded) == len(text):
        is_short = len(text) < _FEW * len(uneven)
        if uneven.isdisjoint(text) if is_short else not any(sign in text for sign in uneven):
            return None
    ends = list(accumulate(len(_TABLE[ord(sign)]) for sign in text))
    return [*(bisect_right(ends, place) for place in range(len(folded))), len(text)]


def composed(text: str) -> str:
    """``text`` with letters and their marks as one character where there is one; it looks the same."""
    text = text.encode("utf-8", "replace").decode()
    return unicodedata.normalize("NFC", _HALF_VOICED.sub(lambda kana: unicodedata.normalize("NFKC", kana[0]), text))


def _fold(sign: str) -> str:
    if "\ud800" <= sign <= "\udfff":
        return "\ufffd"
    if _UNSEEN.match(sign):
        return ""
    folded = unicodedata.normalize("NFKC", sign).casefold()
    found = []
    for one in unicodedata.normalize("NFKC", folded):
        parts = unicodedata.normalize("NFD", one)
        bare = _UNSEEN.sub("", parts if _BARE.match(parts) else one)
        found.append(_variants().get(bare, bare))
    return "".join(found)


@cache
def _variants() -> dict[str, str]:
    return {sign: line[0] for line in table("variants.txt") for sign in line[1:]}


def table(name: str) -> list[str]:
    """The lines of one of our tables, without its comments."""
    text = (Path(__file__).parent / "tables" / name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
