"""Words that speak for or against content: of class and id names, and of short texts.

A lexicon maps a word to its support in thousandths of a log-odds (above 0: content). It is
learned from labelled pages and kept with the weights; see ``jingdu.learn.corpus.words``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

_NAME_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_NO_LETTERS: Final = {code: " " for code in range(128) if not chr(code).islower()}
"""For names in small ASCII letters, the most: four times as quick as the expression."""
Attributes = Mapping[str, str]
"""An element's."""
MAX_NAME: Final = 300
"""Characters of all these together; the rest is ignored."""
NAMING: Final = frozenset(
    "class id role itemprop itemtype aria-label data-testid data-test data-component data-module data-type "
    "data-name".split()
)
"""Attributes that name what a container is for."""
SHORT: Final = 80
"""Characters up to which all words of a text are cues; a longer one gives its first and last."""
_CJK_RUN: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The learned supports: ``own`` names, names ``around`` (of ancestors), and text ``cues``."""

    own: Mapping[str, int] = field(default_factory=dict)
    around: Mapping[str, int] = field(default_factory=dict)
    cues: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def names(self) -> Mapping[str, tuple[int, int]]:
        """Of every name its supports as an own one and as one around."""
        own, around = self.own, self.around
        return {word: (own.get(word, 0), around.get(word, 0)) for word in {*own, *around}}


def naming(attributes: Attributes) -> str:
    """What the page's author calls the container: its class, id, role, label, and what schema.org calls it."""
    return " ".join([value for name, value in attributes.items() if name in NAMING])[:MAX_NAME]


def name_words(names: str) -> set[str]:
    """``"postBody sidebar-2"`` → ``post body sidebar``. (Pairs of them brought nothing: F1 +0.000 by site.)"""
    if names.isascii() and names.islower():
        return {*names.translate(_NO_LETTERS).split()}
    return {*" ".join(_NAME_WORD.findall(names)).lower().split()}


def cue_words(text: str) -> list[str]:
    """The words of a short text, or the first and last of a long one; Chinese in pairs of characters."""
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
