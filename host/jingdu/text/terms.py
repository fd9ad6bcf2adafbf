"""Cheap terms of a text: Latin words, and pairs of characters for Chinese, without a dictionary."""

from __future__ import annotations

import re
from operator import add
from typing import Final

_EAST_ASIAN: Final = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TERM: Final = re.compile(f"[{_EAST_ASIAN}]+|[^\\W_{_EAST_ASIAN}]+")
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_WIDE: Final = re.compile(f"[{_EAST_ASIAN}]+")
_COMMON: Final = frozenset(
    "a an and are as at by for from how in is it of on or that the this to was what with you your".split()
)
MAX_TERMS: Final = 40


def title_terms(title: str) -> list[str]:
    """The distinct terms of a page's title, at most ``MAX_TERMS``, without the commonest words."""
    terms: dict[str, None] = {}
    for run in _TERM.findall(title.lower()):
        if run[0] >= "\u3040":
            terms.update(dict.fromkeys(run[at : at + 2] for at in range(max(1, len(run) - 1))))
        elif run not in _COMMON:
            terms[run] = None
    return list(terms)[:MAX_TERMS]


def terms(text: str) -> list[str]:
    """All terms of a text as often as they occur: words in lower case, pairs of East Asian characters."""
    found: list[str] = []
    for run in _TERM.findall(text.lower()):
        if run < "\u3040" or len(run) == 1:
            found.append(run)
        else:
            found += map(add, run, run[1:]) if run[0] <= "\ud7af" else (run,)
    return found


def letters(text: str) -> str:
    """The letters and digits of ``text`` in lower case, for comparing titles and names."""
    return _NOT_LETTERS.sub("", text).casefold()


def ideographs(text: str) -> int:
    """Characters of Chinese, Japanese and Korean script: each says about as much as three Latin ones."""
    return sum(map(len, _WIDE.findall(text)))
