"""Folds text for searching.

Folding ignores case, width (Ａ, ㈱, ﬁ), diacritics of Latin and Greek letters, vowel marks of Arabic and Hebrew, Arabic
tatweel, and invisible characters (soft hyphens, zero-width and bidi marks). It maps all Traditional and Simplified
forms of a character to one, even ambiguous ones (发 for 發 and 髮): a query in one script finds text in the other, but
头发 also finds 頭發. Characters are folded one by one, so a substring folds to a substring of the folded text.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

VERSION: Final = 2
"""Increased when folding or tokenization changes, so that older indexes are rebuilt."""

_INVISIBLE: Final = re.compile("[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
                               "\u0640\u064b-\u0652\u0670\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
                               "\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]")  # fmt: skip
_WITHOUT_DIACRITICS: Final = re.compile("[a-z\u0370-\u03ffе]")
"""Base letters whose diacritics are removed; й and が are letters of their own."""
_HALF_VOICED: Final = re.compile("[\uff66-\uff9d][\uff9e\uff9f]")


class _Table(dict[int, str]):
    """Code point → folded text, computed on demand; for ``str.translate``."""

    def __init__(self) -> None:
        super().__init__({0: " "})
        self.uneven: set[str] = set()
        """Characters that do not fold to exactly one character."""

    def __missing__(self, code: int) -> str:
        folded = _fold(chr(code))
        if len(folded) != 1:
            self.uneven.add(chr(code))
        self[code] = folded
        return folded


_TABLE: Final = _Table()


def fold(text: str) -> str:
    """``text`` folded for searching."""
    return text.lower() if text.isascii() and "\0" not in text else text.translate(_TABLE)


def origins(text: str, folded: str) -> list[int] | None:
    """For each offset in ``folded``, which is ``fold(text)``, the offset in ``text``; None if all are equal."""
    if len(folded) == len(text) and not any(char in text for char in _TABLE.uneven):
        return None
    return [*(at for at, char in enumerate(text) for _ in _TABLE[ord(char)]), len(text)]


def composed(text: str) -> str:
    """``text`` in NFC, including half-width kana with voicing marks, and without lone surrogates."""
    text = text.encode("utf-8", "replace").decode()
    return unicodedata.normalize("NFC", _HALF_VOICED.sub(lambda kana: unicodedata.normalize("NFKC", kana[0]), text))


def _fold(char: str) -> str:
    if "\ud800" <= char <= "\udfff":
        return "\ufffd"
    if _INVISIBLE.match(char):
        return ""
    folded = unicodedata.normalize("NFKC", char).casefold()
    parts = []
    for part in unicodedata.normalize("NFKC", folded):
        decomposed = unicodedata.normalize("NFD", part)
        bare = _INVISIBLE.sub("", decomposed if _WITHOUT_DIACRITICS.match(decomposed) else part)
        parts.append(_variants().get(bare, bare))
    return "".join(parts)


@cache
def _variants() -> dict[str, str]:
    return {char: line[0] for line in table("variants.txt") for char in line[1:]}


def table(name: str | Path) -> list[str]:
    """The lines of a file, by its path or its name in ``tables/``, without comments."""
    text = (Path(__file__).parent / "tables" / name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
