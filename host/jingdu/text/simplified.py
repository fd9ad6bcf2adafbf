"""Traditional characters as Simplified ones, one for one, so that places in the text stay the same.

The table is made of OpenCC's TSCharacters. A few of its characters are right in Simplified text too (乾 in 乾隆,
not in 乾淨; 著 in 著名, not in 看著): of these the dictionary's words around them decide.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

_BOTH: Final = {"著": "着"}
"""Characters that OpenCC leaves, since they are written so in some words."""


def simplified(text: str) -> str:
    """``text`` with Simplified characters, as many as it has."""
    return text if text.isascii() else text.translate(_certain())


def for_cutting(run: str, frequency: Callable[[str], float]) -> str:
    """A run of Chinese characters in Simplified ones; ``frequency`` is how often a dictionary expects a word."""
    plain = run.translate(_certain())
    is_traditional = plain != run
    for at, sign in enumerate(run):
        if sign in _doubtful():
            plain = _better(plain, at, _doubtful()[sign], frequency, is_traditional=is_traditional)
    return plain


def _better(
    run: str, at: int, other: str, frequency: Callable[[str], float], *, is_traditional: bool
) -> str:  # fmt: skip
    """The run with the other character in that place, where the words around it are commoner so."""
    changed = run[:at] + other + run[at + 1 :]
    before, after = (max(map(frequency, _pairs(one, at)), default=0.0) for one in (run, changed))
    return changed if after > before or (after == before and is_traditional) else run


def _pairs(run: str, at: int) -> list[str]:
    return [run[start : start + 2] for start in (at - 1, at) if 0 <= start < len(run) - 1]


@cache
def _certain() -> dict[int, str]:
    """Code point → the Simplified character, of those that only Traditional text has."""
    return {ord(sign): plain for sign, plain in _table().items() if not _is_simplified(sign)}


@cache
def _doubtful() -> dict[str, str]:
    return {sign: plain for sign, plain in _table().items() if _is_simplified(sign)} | _BOTH


@cache
def _table() -> dict[str, str]:
    from jingdu.text.fold import table  # costs some milliseconds, and is not needed for the first article

    return {sign: line[0] for line in table("simplified.txt") for sign in line[1:]}


def _is_simplified(sign: str) -> bool:
    """Whether Simplified text has the character: GB 2312 holds what is in general use."""
    try:
        sign.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True
