"""Words that speak for or against content: of class and id names, and of short texts.

A lexicon maps a word to its support in thousandths of a log-odds (above 0: content). It is
learned from labelled pages and kept with the weights; see ``jingdu.learn.words``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from jingdu.page.model import Block, Box

_NAME_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_NAMING: Final = ("class", "id", "role", "itemprop")
MAX_NAME: Final = 200
"""Characters of a class or id that are looked at."""
SHORT: Final = 80
"""Characters up to which all words of a text are cues; a longer one gives its first and last."""
_CJK_RUN: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The learned supports: ``own`` names, names ``around`` (of ancestors), and text ``cues``."""

    own: Mapping[str, int] = field(default_factory=dict)
    around: Mapping[str, int] = field(default_factory=dict)
    cues: Mapping[str, int] = field(default_factory=dict)


def naming(box: Box) -> str:
    """What the page's author calls the container: its class, id, role and itemprop."""
    get = box.element.get
    return f"{get('class') or ''} {get('id') or ''} {get('role') or ''} {get('itemprop') or ''}"[:MAX_NAME]


def name_words(names: str) -> frozenset[str]:
    """``"postBody sidebar-2"`` → ``post body sidebar`` and the pairs ``post+body``."""
    words = " ".join(_NAME_WORD.findall(names)).lower().split()
    pairs = [f"{first}+{second}" for first, second in pairwise(words)]
    return frozenset([*(word for word in words if len(word) > 1), *pairs])


def cue_words(block: Block) -> list[str]:
    """The words of a short text, or the first and last of a long one; Chinese in pairs of characters."""
    text = block.text
    if len(text) > SHORT:
        return [
            *(f"^{word}" for word in _words(text[:24])[:3]),
            *(f"{word}$" for word in _words(text[-24:])[-3:]),
        ]
    return _words(text)


def _words(text: str) -> list[str]:
    if text.isascii():
        return text.lower().split()
    words = []
    for word in text.lower().split():
        runs = _CJK_RUN.findall(word)
        if not runs:
            words.append(word)
        for run in runs:
            words += [run[at : at + 2] for at in range(max(1, len(run) - 1))]
    return words
