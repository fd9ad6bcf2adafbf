"""Keywords of an article: by a word network (paper K1) or by naive Bayes (paper K2), the default.

Which is the better one was measured: see ``jingdu/library/PAPERS.md``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from jingdu.library.topics.idf import Idf
from jingdu.library.topics.idf import packaged as packaged_idf
from jingdu.library.topics.keywords import bayes, network
from jingdu.library.topics.keywords.phrases import Candidates, Key, candidates, merged, shown
from jingdu.library.topics.passages import Passage
from jingdu.library.topics.terms import Sentence, sentences

METHODS: Final = ("bayes", "network")
DEFAULT: Final = "bayes"
MAX_KEYWORDS: Final = 10
"""Keywords of an article, unless more are asked for."""


def keywords(passages: Iterable[Passage], method: str = DEFAULT, most: int = MAX_KEYWORDS) -> list[str]:
    """The best keywords as they are written in the article, best first. ``KeyError`` for no method of ours."""
    found = sentences(passages)
    choices = merged(candidates(found))
    return chosen(choices, ranked(found, choices, method, packaged_idf()), most)


def ranked(found: list[Sentence], choices: Candidates, method: str, idf: Idf) -> list[Key]:
    """The candidates, best first."""
    if method not in METHODS:
        raise KeyError(method)
    if not choices:
        return []
    if method == "network":
        return network.rank(found, choices, idf)
    return bayes.rank(choices, idf, bayes.packaged())


def chosen(choices: Candidates, order: list[Key], most: int) -> list[str]:
    """The first of the order that repeat nothing: neither part of a better one, nor a better one with more words."""
    taken: dict[Key, str] = {}
    for key in order:
        if len(taken) == most:
            break
        if not any(_repeats(key, better) for better in taken):
            taken[key] = shown(choices[key])
    return list(taken.values())


def _repeats(key: Key, better: Key) -> bool:
    return set(key) <= set(better) or set(better) <= set(key)
